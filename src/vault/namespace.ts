// Everything one open namespace works with, put together once per object life.

import type { RandomSource } from "../core/random-source.ts";
import { contextMaker } from "../crypto/context.ts";
import type { Clock } from "../platform/clock.ts";
import type { DeletionRunner } from "./erasure/deletion-runner.ts";
import type { DeletionService } from "./erasure/deletion-service.ts";
import { Hold } from "./erasure/hold.ts";
import { LedgerSync } from "./erasure/ledger-sync.ts";
import type { PersonPreviewer } from "./erasure/person/person-preview.ts";
import type { Replays } from "./erasure/replays.ts";
import type { Retention } from "./erasure/retention.ts";
import type { JobIntake } from "./jobs/job-intake.ts";
import type { JobPurger } from "./jobs/job-purger.ts";
import type { JobReader } from "./jobs/job-reader.ts";
import type { JobRunner } from "./jobs/job-runner.ts";
import { Turns } from "./jobs/turns.ts";
import { Keyring } from "./keys/keyring.ts";
import { TokensIssued } from "./keys/tokens-issued.ts";
import { FreeTokens } from "./mappings/free-tokens.ts";
import { Masker } from "./mappings/masker.ts";
import { ShapedTokens } from "./mappings/shaped-tokens.ts";
import type { Unmasker } from "./mappings/unmasker.ts";
import { type OtherParts, openOthers } from "./other-parts.ts";
import type { Policies } from "./policies/policies.ts";
import { lazy } from "./runtime/lazy.ts";
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
import { FindStore } from "./store/finds.ts";
import { IssuedTokenStore } from "./store/issued-tokens.ts";
import { JobChunkStore } from "./store/job-chunks.ts";
import { JobKeyStore } from "./store/job-keys.ts";
import { JobStore } from "./store/jobs.ts";
import { KeyStore } from "./store/keys.ts";
import { MappingStore } from "./store/mappings.ts";
import type { Opening } from "./store/opening.ts";
import { PolicyVersionStore } from "./store/policy-versions.ts";
import { SettingStore } from "./store/settings.ts";

/** The working parts of an open namespace. */
export interface Namespace {
  readonly keyring: Keyring;
  readonly policies: Policies;
  readonly policySetVersion: PolicySetVersion;
  readonly tokens: TokensIssued;
  readonly masker: Masker;
  readonly unmasker: Unmasker;
  readonly jobs: JobStore;
  readonly intake: JobIntake;
  readonly reader: JobReader;
  readonly runner: JobRunner;
  readonly purger: JobPurger;
  readonly ledgerSync: LedgerSync;
  readonly liveness: Liveness;
  readonly deletionService: DeletionService;
  readonly deletionRunner: DeletionRunner;
  readonly personPreview: PersonPreviewer;
  readonly replays: Replays;
  readonly retention: Retention;
  /** Set or end the legal hold. */
  setHold(isOn: boolean): Promise<void>;
  /** When the next work is due (milliseconds since 1970), or null. */
  nextDue(): number | null;
}

/** What the object gives its parts. */
export interface Surroundings {
  readonly storage: DurableObjectStorage;
  /** How its database was found. */
  readonly opening: Opening;
  readonly nid: string;
  readonly rootKeyText: unknown;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly retentionMs: number;
  readonly capacityBytes: number;
  readonly registry: RegistryLink;
  readonly recycler: ObjectRecycler;
  /** The file is on a disk of our own, not on the platform. */
  readonly isOwnDisk: boolean;
}

/** The parts that every object needs from the start. */
type FirstPart =
  | "keyring"
  | "policySetVersion"
  | "tokens"
  | "masker"
  | "jobs"
  | "ledgerSync"
  | "liveness"
  | "nextDue";

/** Put the parts of a namespace together. The tables must exist. */
export function openNamespace(around: Surroundings): Namespace {
  const settings = new SettingStore(around.storage.sql);
  return settings.knowing(around.opening.settings, () => openParts(around, settings));
}

function openParts(around: Surroundings, settings: SettingStore): Namespace {
  const { storage, opening, nid, rootKeyText, clock, random, registry, recycler } = around;
  // Taken out here: a function that lives on keeps all it names, and `opening` has a day's key.
  const { nextSerial, lastTurn, newestCreated } = opening;
  const { isOwnDisk, retentionMs } = around;
  const { sql } = storage;
  const context = contextMaker(nid);
  const keys = new KeyStore(sql);
  const keyring = new Keyring(keys, context, { nid, rootKeyText }, random, opening.keys);
  const mappings = new MappingStore(sql);
  const deletions = new DeletionStore(sql);
  const jobs = new JobStore(sql);
  const liveness = new Liveness(settings);
  const ids = new MappingIds({ settings, newestCreated }, clock, (ceiling) =>
    registry.call((calls) => calls.raiseIdCeiling(nid, ceiling)),
  );
  const makers = openMakers(settings, mappings, keyring, around);
  const { spaces, shapedTokens, freeTokens } = makers;
  const hold = new Hold(settings, storage, registry);
  const capacity = new Capacity(() => mappings.databaseBytes(), settings, around.capacityBytes);
  const policySetVersion = new PolicySetVersion(settings, clock);
  // Whatever was being received when the object went away was never acknowledged.
  if (opening.receiving > 0) jobs.dropReceiving();
  const shared = { keyring, context, liveness, ids, capacity, policySetVersion };
  const masker = new Masker({ storage, mappings, shapedTokens, freeTokens, ...shared });
  const others = lazy(() => {
    const services = { hold, registry, recycler, masker };
    const stores = { ...openOtherStores(storage), mappings, deletions, jobs, settings, keys };
    const basic = { random, clock, turns: new Turns(lastTurn), ...shared, ...services };
    const told = { rootKeyText, retentionMs, isOwnDisk, nextSerial };
    return openOthers({ ...basic, ...stores, ...makers, ...told });
  });
  const due = new DueStore(sql, opening.receiving > 0 ? null : opening.due);
  const deletionService = () => others().deletionService;
  const ledgerSync = new LedgerSync({
    settings,
    deletions,
    due,
    ids,
    registry,
    spaces,
    deletionService,
  });
  const store = new IssuedTokenStore(sql);
  const tokens = new TokensIssued({ store, keyring, context }, random, clock);
  const nextDue = () => due.next();
  return new OpenNamespace(
    { keyring, policySetVersion, tokens, masker, jobs, ledgerSync, liveness, nextDue },
    others,
  );
}

/** First parts as they are, the others when they are asked for. */
class OpenNamespace implements Namespace {
  readonly keyring: Keyring;
  readonly policySetVersion: PolicySetVersion;
  readonly tokens: TokensIssued;
  readonly masker: Masker;
  readonly jobs: JobStore;
  readonly ledgerSync: LedgerSync;
  readonly liveness: Liveness;
  readonly nextDue: () => number | null;
  readonly #others: () => OtherParts;

  constructor(first: Pick<Namespace, FirstPart>, others: () => OtherParts) {
    this.keyring = first.keyring;
    this.policySetVersion = first.policySetVersion;
    this.tokens = first.tokens;
    this.masker = first.masker;
    this.jobs = first.jobs;
    this.ledgerSync = first.ledgerSync;
    this.liveness = first.liveness;
    this.nextDue = first.nextDue;
    this.#others = others;
  }

  get policies() {
    return this.#others().policies;
  }

  get unmasker() {
    return this.#others().unmasker;
  }

  get intake() {
    return this.#others().intake;
  }

  get reader() {
    return this.#others().reader;
  }

  get runner() {
    return this.#others().runner;
  }

  get purger() {
    return this.#others().purger;
  }

  get deletionService() {
    return this.#others().deletionService;
  }

  get deletionRunner() {
    return this.#others().deleters().runner;
  }

  get replays() {
    return this.#others().replays;
  }

  get personPreview() {
    return this.#others().deleters().preview;
  }

  get retention() {
    return this.#others().retention;
  }

  setHold(isOn: boolean) {
    return this.#others().setHold(isOn);
  }
}

function openMakers(
  settings: SettingStore,
  mappings: MappingStore,
  keyring: Keyring,
  { registry, nid, random }: Surroundings,
) {
  const spaces = new TokenSpaces(settings, (ceilings) =>
    registry.call((calls) => calls.raiseTokenCeilings(nid, ceilings)),
  );
  return {
    spaces,
    shapedTokens: new ShapedTokens({ mappings, spaces, settings }, keyring, random),
    freeTokens: new FreeTokens(settings, keyring),
  };
}

function openOtherStores(storage: DurableObjectStorage) {
  const { sql } = storage;
  return {
    storage,
    erasure: new ErasureStore(sql),
    finds: new FindStore(sql),
    jobKeys: new JobKeyStore(sql),
    policyVersions: new PolicyVersionStore(sql),
    chunks: new JobChunkStore(sql),
  };
}
