// Everything one open namespace works with, put together once per object life.
import type { Clock } from "../core/clock.ts";
import type { RandomSource } from "../core/random.ts";
import { contextMaker } from "../crypto/context.ts";
import { BookVersion } from "./book-version.ts";
import { Capacity } from "./capacity.ts";
import type { Closing } from "./closing.ts";
import { DeletionDesk } from "./deletion-desk.ts";
import { DeletionRunner } from "./deletion-runner.ts";
import { FreeTokens } from "./free-tokens.ts";
import { Hold } from "./hold.ts";
import { JobIntake } from "./job-intake.ts";
import { JobPurger } from "./job-purger.ts";
import { JobReader } from "./job-reader.ts";
import { JobRules } from "./job-rules.ts";
import { JobRunner } from "./job-runner.ts";
import { JobSearch } from "./job-search.ts";
import { KeyReplacer } from "./key-replacer.ts";
import { Keyring } from "./keyring.ts";
import { Liveness } from "./liveness.ts";
import { MappingIds } from "./mapping-ids.ts";
import { Masker } from "./masker.ts";
import { PairSearch } from "./pair-search.ts";
import { Policies } from "./policies.ts";
import { PolicyBox } from "./policy-box.ts";
import { PolicyWrappers } from "./policy-wrappers.ts";
import { ReceiptOffice } from "./receipt-office.ts";
import type { RegistryLink } from "./registry-link.ts";
import { Replays } from "./replays.ts";
import { Resealer } from "./resealer.ts";
import { Retention } from "./retention.ts";
import { SearchRunner } from "./search-runner.ts";
import { Searches } from "./searches.ts";
import { ShapedTokens } from "./shaped-tokens.ts";
import { Standing } from "./standing.ts";
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
import { type Opening, readOpening } from "./store/opening.ts";
import { PolicyStore } from "./store/policies.ts";
import { PolicyVersionStore } from "./store/policy-versions.ts";
import { SettingStore } from "./store/settings.ts";
import { WrapperStore } from "./store/wrappers.ts";
import { SubjectEraser } from "./subject-eraser.ts";
import { SubjectPreviewer } from "./subject-preview.ts";
import { SubjectSearch } from "./subject-search.ts";
import { TokenSpaces } from "./token-spaces.ts";
import { TokensIssued } from "./tokens-issued.ts";
import { Turns } from "./turns.ts";
import { Unmasker } from "./unmasker.ts";

/** The working parts of an open namespace. */
export interface Namespace {
  readonly keyring: Keyring;
  readonly policies: Policies;
  readonly bookVersion: BookVersion;
  readonly tokens: TokensIssued;
  readonly masker: Masker;
  readonly unmasker: Unmasker;
  readonly jobs: JobStore;
  readonly intake: JobIntake;
  readonly reader: JobReader;
  readonly runner: JobRunner;
  readonly purger: JobPurger;
  readonly standing: Standing;
  readonly liveness: Liveness;
  readonly desk: DeletionDesk;
  readonly deletionRunner: DeletionRunner;
  readonly subjectPreview: SubjectPreviewer;
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
  readonly nid: string;
  readonly rootKeyText: unknown;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly retentionMs: number;
  readonly capacityBytes: number;
  readonly registry: RegistryLink;
  readonly closing: Closing;
  /** The file is on a disk of our own, not on the platform. */
  readonly isOwnDisk: boolean;
}

/** What policies need of the other parts. */
type PolicySurroundings = Omit<
  ConstructorParameters<typeof Policies>[0] &
    ConstructorParameters<typeof PolicyBox>[0] &
    ConstructorParameters<typeof JobRules>[0],
  "policyStore" | "policyBox" | "wrappers" | "policies"
>;

/** What deletions need of the other parts. */
type DeleterSurroundings = Omit<
  ConstructorParameters<typeof ReceiptOffice>[0] &
    ConstructorParameters<typeof SubjectSearch>[0] &
    ConstructorParameters<typeof JobSearch>[0] &
    ConstructorParameters<typeof SearchRunner>[0] &
    ConstructorParameters<typeof Resealer>[0] &
    ConstructorParameters<typeof KeyReplacer>[0] &
    ConstructorParameters<typeof DeletionRunner>[0] &
    ConstructorParameters<typeof SubjectPreviewer>[0],
  | "pairSearch"
  | "jobSearch"
  | "subjectSearch"
  | "searchRunner"
  | "resealer"
  | "keyReplacer"
  | "receipts"
>;

/** Put the parts of a namespace together. The tables must exist. */
export function openNamespace(around: Surroundings): Namespace {
  const opening = readOpening(around.storage.sql);
  const settings = new SettingStore(around.storage.sql);
  return settings.knowing(opening.settings, () => openParts(around, settings, opening));
}

function openParts(around: Surroundings, settings: SettingStore, opening: Opening): Namespace {
  const { storage, nid, rootKeyText, clock, random, registry, closing } = around;
  const context = contextMaker(nid);
  const keys = new KeyStore(storage.sql);
  const keyring = new Keyring(keys, context, { nid, rootKeyText }, random);
  const stores = openStores(storage);
  const { mappings, deletions, jobs, chunks } = stores;
  const liveness = new Liveness(settings);
  const turns = new Turns(opening.lastTurn);
  const { newestCreated } = opening;
  const ids = new MappingIds({ settings, newestCreated }, clock, (ceiling) =>
    registry.call((calls) => calls.raiseIdCeiling(nid, ceiling)),
  );
  const makers = openMakers(settings, mappings, keyring, around);
  const hold = new Hold(settings, storage, registry);
  const capacity = new Capacity(() => mappings.databaseBytes(), settings, around.capacityBytes);
  const bookVersion = new BookVersion(settings, clock);
  const services = { liveness, hold, turns, ids, registry, capacity, closing, bookVersion };
  const basic = { keyring, context, random, clock, ...stores, settings, keys, ...services };
  const { policies, rules } = openPolicies({ ...basic, spaces: makers.spaces });
  const shared = { ...basic, rules };
  const masker = new Masker({ ...shared, ...makers });
  const unmasker = new Unmasker({ mappings, liveness, ...makers }, keyring, context);
  const purger = new JobPurger({ jobs, chunks }, storage, clock);
  const searches = new Searches({ ...shared, unmasker, rules });
  const eraser = new SubjectEraser(shared);
  const replays = new Replays(shared);
  const desk = new DeletionDesk({ ...shared, searches, eraser, replays });
  const forDeleters = { ...shared, rootKeyText, searches, eraser, purger, replays };
  const deleters = onFirstUse(() => openDeleters({ ...forDeleters, isOwnDisk: around.isOwnDisk }));
  const retention = new Retention({ ...shared, desk });
  const store = new IssuedTokenStore(storage.sql);
  const due = new DueStore(storage.sql);
  return {
    keyring,
    policies,
    bookVersion,
    tokens: new TokensIssued({ store, keyring, context }, random, clock),
    masker,
    unmasker,
    jobs,
    intake: new JobIntake({ ...shared, policies, opening }),
    reader: new JobReader({ ...shared, purger }),
    runner: new JobRunner({ ...shared, masker, unmasker, purger, retentionMs: around.retentionMs }),
    purger,
    standing: new Standing({ ...shared, desk, spaces: makers.spaces }),
    liveness,
    desk,
    get deletionRunner() {
      return deleters().runner;
    },
    replays,
    get subjectPreview() {
      return deleters().preview;
    },
    retention,
    setHold: (isOn) => hold.change(isOn, deletions, desk),
    nextDue: () => due.next(),
  };
}

/** What destroys, and what foretells it: most objects' lives do without. */
function openDeleters(shared: DeleterSurroundings) {
  const receipts = new ReceiptOffice(shared);
  const pairSearch = new PairSearch(shared);
  const jobSearch = new JobSearch({ ...shared, pairSearch });
  const subjectSearch = new SubjectSearch(shared);
  const forSearch = { ...shared, subjectSearch, pairSearch, jobSearch };
  const searchRunner = new SearchRunner(forSearch);
  const resealer = new Resealer(shared);
  const keyReplacer = new KeyReplacer({ ...shared, resealer });
  return {
    runner: new DeletionRunner({ ...shared, receipts, searchRunner, resealer, keyReplacer }),
    preview: new SubjectPreviewer(forSearch),
  };
}

/** Puts off what the first requests of an object's life mostly do without. */
function onFirstUse<T>(make: () => T): () => T {
  let made: { readonly it: T } | null = null;
  return () => {
    made ??= { it: make() };
    return made.it;
  };
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

function openPolicies(shared: PolicySurroundings) {
  const { sql } = shared.storage;
  const policyBox = new PolicyBox(shared);
  const wrappers = new PolicyWrappers({ ...shared, store: new WrapperStore(sql) });
  const policies = new Policies({
    ...shared,
    policyStore: new PolicyStore(sql),
    policyBox,
    wrappers,
  });
  return { policies, rules: new JobRules({ ...shared, policies, policyBox }) };
}

function openStores(storage: DurableObjectStorage) {
  const { sql } = storage;
  return {
    storage,
    mappings: new MappingStore(sql),
    erasure: new ErasureStore(sql),
    deletions: new DeletionStore(sql),
    finds: new FindStore(sql),
    jobs: new JobStore(sql),
    jobKeys: new JobKeyStore(sql),
    policyVersions: new PolicyVersionStore(sql),
    chunks: new JobChunkStore(sql),
  };
}
