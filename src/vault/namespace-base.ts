// The base of every part of an open namespace: the settings from its object, its tables, and its state.
import { Part } from "../core/part.ts";
import type { RandomSource } from "../core/random-source.ts";
import { contextMaker } from "../crypto/context.ts";
import type { Callbacks } from "../platform/callbacks.ts";
import type { Clock } from "../platform/clock.ts";
import type { Recognizers } from "../platform/recognizers.ts";
import { Blindings } from "./keys/blindings.ts";
import { Keyring } from "./keys/keyring.ts";
import { RecordSealer } from "./keys/record-sealer.ts";
import type { ObjectRecycler } from "./runtime/object-recycler.ts";
import type { RegistryLink } from "./runtime/registry-link.ts";
import { Capacity } from "./state/capacity.ts";
import { ClockMarks } from "./state/clock-marks.ts";
import { CoverVerdicts } from "./state/cover-verdicts.ts";
import { LedgerPosition } from "./state/ledger-position.ts";
import { Liveness } from "./state/liveness.ts";
import { MappingIds } from "./state/mapping-ids.ts";
import { PolicySetVersion } from "./state/policy-set-version.ts";
import { RateLimiter } from "./state/rate-limiter.ts";
import { TokenSpaces } from "./state/token-spaces.ts";
import { AttributeStore } from "./store/attributes.ts";
import { AuditBatchStore } from "./store/audit/batches.ts";
import { UsageStore } from "./store/audit/usage.ts";
import { ClockMarkStore } from "./store/clock-marks.ts";
import { ConversationStore } from "./store/conversations.ts";
import { DeletionStore } from "./store/deletions.ts";
import { ErasureStore } from "./store/erasure.ts";
import { IssuedTokenStore } from "./store/issued-tokens.ts";
import { JobCallbackStore, JobRequestStore } from "./store/job-callbacks.ts";
import { JobChunkStore } from "./store/job-chunks.ts";
import { JobListStore } from "./store/job-list.ts";
import { JobStore } from "./store/jobs.ts";
import { JobKeyStore, KeyStore, WrappedKeyStore } from "./store/keys.ts";
import { MappingTypeStore } from "./store/mapping-types.ts";
import { MappingStore } from "./store/mappings.ts";
import { MatchStore } from "./store/matches.ts";
import { PolicyStore, PolicyVersionStore, WrapperStore } from "./store/policies.ts";
import { RenewalStore } from "./store/renewal.ts";
import { DueStore, SettingStore } from "./store/settings.ts";

/** The settings that the object passes to its namespace. */
export interface NamespaceSettings {
  readonly storage: DurableObjectStorage;
  readonly nid: string;
  readonly rootKeyText: unknown;
  readonly clock: Clock;
  readonly random: RandomSource;
  /** How long a finished job's result can be read, in milliseconds. */
  readonly retentionMs: number;
  readonly capacityBytes: number;
  readonly callbacks: Callbacks;
  readonly recognizers: Recognizers;
  /** Whether the namespace keeps audit records. */
  readonly isAudited: boolean;
  readonly registry: RegistryLink;
  readonly recycler: ObjectRecycler;
  /** The database file is on the operator's own disk, not on the platform. */
  readonly isOwnDisk: boolean;
}

/** What every part receives; a part lists anything else it needs itself. */
export type NamespaceBase = Readonly<ReturnType<typeof openBase>>;

/** A part of an open namespace. */
export abstract class NamespacePart<Others = unknown> extends Part<NamespaceBase & Others> {}

/** Open a namespace's tables, which must exist, and read its state. */
export function openBase(given: NamespaceSettings) {
  const { nid, clock, random, registry } = given;
  const context = contextMaker(nid);
  const stores = openStores(given.storage.sql);
  const { keys, settings, mappings } = stores;
  const keyring = new Keyring(keys, context, given, random, settings);
  const liveness = new Liveness(settings);
  const marks = new ClockMarks({ ...stores, liveness, clock });
  return {
    ...given,
    ...stores,
    context,
    keyring,
    records: new RecordSealer({ keyring, context, random }),
    blindings: new Blindings({ settings, keys, keyring, random }),
    liveness,
    verdicts: new CoverVerdicts({ ...stores, liveness }),
    ledgerPosition: new LedgerPosition(settings),
    ids: new MappingIds(stores, clock, marks, (ceiling) =>
      registry.call((calls) => calls.raiseIdCeiling(nid, ceiling)),
    ),
    spaces: new TokenSpaces(settings, (ceilings) =>
      registry.call((calls) => calls.raiseTokenCeilings(nid, ceilings)),
    ),
    capacity: new Capacity(() => mappings.databaseBytes(), settings, given.capacityBytes),
    limiter: new RateLimiter(settings, clock),
    policySetVersion: new PolicySetVersion(settings, clock),
  };
}

/** The SQL of the namespace's tables. */
function openStores(sql: SqlStorage) {
  return {
    settings: new SettingStore(sql),
    keys: new KeyStore(sql),
    wrappedKeys: new WrappedKeyStore(sql),
    auditBatches: new AuditBatchStore(sql),
    usage: new UsageStore(sql),
    issuedTokens: new IssuedTokenStore(sql),
    mappings: new MappingStore(sql),
    mappingTypes: new MappingTypeStore(sql),
    attributes: new AttributeStore(sql),
    conversations: new ConversationStore(sql),
    policyStore: new PolicyStore(sql),
    policyVersions: new PolicyVersionStore(sql),
    wrapperStore: new WrapperStore(sql),
    jobs: new JobStore(sql),
    jobKeys: new JobKeyStore(sql),
    jobList: new JobListStore(sql),
    jobRequests: new JobRequestStore(sql),
    jobCallbacks: new JobCallbackStore(sql),
    chunks: new JobChunkStore(sql),
    deletions: new DeletionStore(sql),
    erasure: new ErasureStore(sql),
    clockMarks: new ClockMarkStore(sql),
    matchStore: new MatchStore(sql),
    renewal: new RenewalStore(sql),
    due: new DueStore(sql),
  };
}
