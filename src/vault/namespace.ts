// The wiring of an open namespace: every part is made here, once per object life, in the order of the import rule
// (store, keys and state, mappings, policies, jobs, erasure). A part gets those that were made before it.

import type { RandomSource } from "../core/random-source.ts";
import { contextMaker } from "../crypto/context.ts";
import type { Clock } from "../platform/clock.ts";
import { DeletionRunner } from "./erasure/deletion-runner.ts";
import { DeletionService } from "./erasure/deletion-service.ts";
import { DeletionViews } from "./erasure/deletion-views.ts";
import { KeyReplacer } from "./erasure/key-replacer.ts";
import { LedgerSync } from "./erasure/ledger-sync.ts";
import { JobSearch } from "./erasure/person/job-search.ts";
import { PairSearch } from "./erasure/person/pair-search.ts";
import { PersonEraser } from "./erasure/person/person-eraser.ts";
import { PersonPreviewer } from "./erasure/person/person-preview.ts";
import { SearchRunner } from "./erasure/person/search-runner.ts";
import { Searches } from "./erasure/person/searches.ts";
import { ValueSearch } from "./erasure/person/value-search.ts";
import { ReceiptIssuer } from "./erasure/receipt-issuer.ts";
import { ReplayParts } from "./erasure/replay-parts.ts";
import { Resealer } from "./erasure/resealer.ts";
import { Retention } from "./erasure/retention.ts";
import { JobIntake } from "./jobs/job-intake.ts";
import { JobPurger } from "./jobs/job-purger.ts";
import { JobReader } from "./jobs/job-reader.ts";
import { JobRules } from "./jobs/job-rules.ts";
import { JobRunner } from "./jobs/job-runner.ts";
import { UntouchedResults } from "./jobs/untouched-results.ts";
import { Keyring } from "./keys/keyring.ts";
import { TokensIssued } from "./keys/tokens-issued.ts";
import { FreeTokens } from "./mappings/free-tokens.ts";
import { Masker } from "./mappings/masker.ts";
import { ShapedTokens } from "./mappings/shaped-tokens.ts";
import { Unmasker } from "./mappings/unmasker.ts";
import { Policies } from "./policies/policies.ts";
import { PolicySealer } from "./policies/policy-sealer.ts";
import { PolicyWrappers } from "./policies/policy-wrappers.ts";
import type { ObjectRecycler } from "./runtime/object-recycler.ts";
import type { RegistryLink } from "./runtime/registry-link.ts";
import { Capacity } from "./state/capacity.ts";
import { Liveness } from "./state/liveness.ts";
import { MappingIds } from "./state/mapping-ids.ts";
import { PolicySetVersion } from "./state/policy-set-version.ts";
import { TokenSpaces } from "./state/token-spaces.ts";
import { DeletionStore } from "./store/deletions.ts";
import { DueStore } from "./store/due.ts";
import { ErasureStore } from "./store/erasure.ts";
import { IssuedTokenStore } from "./store/issued-tokens.ts";
import { JobChunkStore } from "./store/job-chunks.ts";
import { JobKeyStore } from "./store/job-keys.ts";
import { JobStore } from "./store/jobs.ts";
import { KeyStore } from "./store/keys.ts";
import { MappingStore } from "./store/mappings.ts";
import { MatchStore } from "./store/matches.ts";
import { PolicyStore, WrapperStore } from "./store/policies.ts";
import { PolicyVersionStore } from "./store/policy-versions.ts";
import { SettingStore } from "./store/settings.ts";

/** The working parts of an open namespace. */
export interface Namespace {
  readonly keyring: Keyring;
  readonly tokens: TokensIssued;
  readonly liveness: Liveness;
  readonly policySetVersion: PolicySetVersion;
  readonly masker: Masker;
  readonly unmasker: Unmasker;
  readonly policies: Policies;
  readonly jobs: JobStore;
  readonly intake: JobIntake;
  readonly reader: JobReader;
  readonly runner: JobRunner;
  readonly purger: JobPurger;
  readonly views: DeletionViews;
  readonly ledgerSync: LedgerSync;
  readonly deletionService: DeletionService;
  readonly deletionRunner: DeletionRunner;
  readonly personPreview: PersonPreviewer;
  readonly replayParts: ReplayParts;
  readonly retention: Retention;
  readonly due: DueStore;
}

/** What the object gives its parts. */
export interface NamespaceSettings {
  readonly storage: DurableObjectStorage;
  readonly nid: string;
  readonly rootKeyText: unknown;
  readonly clock: Clock;
  readonly random: RandomSource;
  /** How long a finished job's result can be read, in milliseconds. */
  readonly retentionMs: number;
  readonly capacityBytes: number;
  readonly registry: RegistryLink;
  readonly recycler: ObjectRecycler;
  /** The file is on a disk of our own, not on the platform. */
  readonly isOwnDisk: boolean;
}

/** Put the parts of a namespace together. The tables must exist. Forgets submissions that were cut off. */
export function openNamespace(around: NamespaceSettings): Namespace {
  const { nid, clock, random, registry } = around;
  const context = contextMaker(nid);
  const stores = openStores(around.storage.sql);
  const { settings, mappings, jobs } = stores;

  const keyring = new Keyring(stores.keys, context, around, random);
  const tokens = new TokensIssued({ store: stores.issuedTokens, keyring, context }, random, clock);
  const liveness = new Liveness(settings);
  const ids = new MappingIds(stores, clock, (ceiling) =>
    registry.call((calls) => calls.raiseIdCeiling(nid, ceiling)),
  );
  const spaces = new TokenSpaces(settings, (ceilings) =>
    registry.call((calls) => calls.raiseTokenCeilings(nid, ceilings)),
  );
  const capacity = new Capacity(() => mappings.databaseBytes(), settings, around.capacityBytes);
  const policySetVersion = new PolicySetVersion(settings, clock);
  const state = { context, keyring, liveness, ids, spaces, capacity, policySetVersion };
  const ground = { ...around, ...stores, ...state };

  const shapedTokens = new ShapedTokens(ground, keyring, random);
  const freeTokens = new FreeTokens(settings, keyring);
  const masker = new Masker({ ...ground, shapedTokens, freeTokens });
  const unmasker = new Unmasker({ ...ground, shapedTokens, freeTokens }, keyring, context);

  const policySealer = new PolicySealer(ground);
  const wrappers = new PolicyWrappers(ground);
  const policies = new Policies({ ...ground, policySealer, wrappers });

  jobs.dropReceiving();
  let { nextSerial, lastTurn } = jobs.numbers();
  const nextTurn = () => ++lastTurn;
  const rules = new JobRules({ ...ground, policies, policySealer });
  const purger = new JobPurger(stores, around.storage, clock);
  const untouched = new UntouchedResults(liveness);
  const forMasking = { ...ground, masker, unmasker, policies, rules };
  const forJobs = { ...forMasking, purger, untouched, nextTurn, nextSerial };
  const intake = new JobIntake(forJobs);
  const reader = new JobReader(forJobs);
  const runner = new JobRunner(forJobs);

  const views = new DeletionViews(ground);
  const searches = new Searches(forJobs);
  const eraser = new PersonEraser(ground);
  const replayParts = new ReplayParts(ground);
  const resealer = new Resealer(ground);
  const forErasure = { ...forJobs, views, searches, eraser, replayParts, resealer };
  const deletionService = new DeletionService(forErasure);
  const ledgerSync = new LedgerSync({ ...ground, deletionService });
  const retention = new Retention({ ...ground, views, deletionService });
  const receipts = new ReceiptIssuer(forErasure);
  const valueSearch = new ValueSearch(ground);
  const pairSearch = new PairSearch(ground);
  const jobSearch = new JobSearch({ ...ground, pairSearch });
  const forSearch = { ...forErasure, valueSearch, pairSearch, jobSearch };
  const searchRunner = new SearchRunner(forSearch);
  const personPreview = new PersonPreviewer(forSearch);
  const keyReplacer = new KeyReplacer(forErasure);
  const deletionRunner = new DeletionRunner({ ...forErasure, receipts, searchRunner, keyReplacer });
  const forCallers = { tokens, intake, reader, ledgerSync, deletionService, personPreview };
  return { ...forErasure, ...forCallers, runner, deletionRunner, retention };
}

/** The SQL of the namespace's tables. */
function openStores(sql: SqlStorage) {
  return {
    settings: new SettingStore(sql),
    keys: new KeyStore(sql),
    issuedTokens: new IssuedTokenStore(sql),
    mappings: new MappingStore(sql),
    policyStore: new PolicyStore(sql),
    policyVersions: new PolicyVersionStore(sql),
    wrapperStore: new WrapperStore(sql),
    jobs: new JobStore(sql),
    jobKeys: new JobKeyStore(sql),
    chunks: new JobChunkStore(sql),
    deletions: new DeletionStore(sql),
    erasure: new ErasureStore(sql),
    matchStore: new MatchStore(sql),
    due: new DueStore(sql),
  };
}
