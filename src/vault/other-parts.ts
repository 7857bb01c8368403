// What a namespace does beside masking, put together: unmasking, policies, jobs, deletions.

import { DeletionRunner } from "./erasure/deletion-runner.ts";
import { DeletionService } from "./erasure/deletion-service.ts";
import type { Hold } from "./erasure/hold.ts";
import { KeyReplacer } from "./erasure/key-replacer.ts";
import { JobSearch } from "./erasure/person/job-search.ts";
import { PairSearch } from "./erasure/person/pair-search.ts";
import { PersonEraser } from "./erasure/person/person-eraser.ts";
import { PersonPreviewer } from "./erasure/person/person-preview.ts";
import { SearchRunner } from "./erasure/person/search-runner.ts";
import { Searches } from "./erasure/person/searches.ts";
import { ValueSearch } from "./erasure/person/value-search.ts";
import { ReceiptIssuer } from "./erasure/receipt-issuer.ts";
import { Replays } from "./erasure/replays.ts";
import { Resealer } from "./erasure/resealer.ts";
import { Retention } from "./erasure/retention.ts";
import { IntactResults } from "./jobs/intact-results.ts";
import { JobIntake } from "./jobs/job-intake.ts";
import { JobPurger } from "./jobs/job-purger.ts";
import { JobReader } from "./jobs/job-reader.ts";
import { JobRules } from "./jobs/job-rules.ts";
import { JobRunner } from "./jobs/job-runner.ts";
import type { FreeTokens } from "./mappings/free-tokens.ts";
import type { ShapedTokens } from "./mappings/shaped-tokens.ts";
import { Unmasker } from "./mappings/unmasker.ts";
import { Policies } from "./policies/policies.ts";
import { PolicyBox } from "./policies/policy-box.ts";
import { PolicyWrappers } from "./policies/policy-wrappers.ts";
import { lazy } from "./runtime/lazy.ts";
import type { MappingStore } from "./store/mappings.ts";
import { PolicyStore } from "./store/policies.ts";
import { WrapperStore } from "./store/wrappers.ts";

/** What policies need of the other parts. */
type PolicySurroundings = Omit<
  ConstructorParameters<typeof Policies>[0] &
    ConstructorParameters<typeof PolicyBox>[0] &
    ConstructorParameters<typeof JobRules>[0],
  "policyStore" | "policyBox" | "wrappers" | "policies"
>;

/** What deletions need of the other parts. */
type DeleterSurroundings = Omit<
  ConstructorParameters<typeof ReceiptIssuer>[0] &
    ConstructorParameters<typeof ValueSearch>[0] &
    ConstructorParameters<typeof JobSearch>[0] &
    ConstructorParameters<typeof SearchRunner>[0] &
    ConstructorParameters<typeof Resealer>[0] &
    ConstructorParameters<typeof KeyReplacer>[0] &
    ConstructorParameters<typeof DeletionRunner>[0] &
    ConstructorParameters<typeof PersonPreviewer>[0],
  | "pairSearch"
  | "jobSearch"
  | "valueSearch"
  | "searchRunner"
  | "resealer"
  | "keyReplacer"
  | "receipts"
>;

/** What the other parts need of those. */
type OtherSurroundings = PolicySurroundings &
  Omit<
    DeleterSurroundings &
      ConstructorParameters<typeof Searches>[0] &
      ConstructorParameters<typeof DeletionService>[0] &
      ConstructorParameters<typeof JobIntake>[0] &
      ConstructorParameters<typeof JobReader>[0] &
      ConstructorParameters<typeof JobRunner>[0] & {
        readonly hold: Hold;
        readonly mappings: MappingStore;
        readonly shapedTokens: ShapedTokens;
        readonly freeTokens: FreeTokens;
      },
    "policies" | "rules" | "unmasker" | "purger" | "intact" | "searches" | "eraser" | "replays"
  >;

/** What `openOthers` makes. */
export type OtherParts = ReturnType<typeof openOthers>;

/** What a namespace does beside masking; made when the first of it is asked for, if ever in an object's life. */
export function openOthers(shared: OtherSurroundings) {
  const { storage, mappings, liveness, shapedTokens, freeTokens, keyring, context } = shared;
  const { policies, rules } = openPolicies(shared);
  const forUnmask = { mappings, liveness, shapedTokens, freeTokens };
  const unmasker = new Unmasker(forUnmask, keyring, context);
  const purger = new JobPurger(shared, storage, shared.clock);
  const intact = new IntactResults(liveness);
  const basic = { ...shared, policies, rules, unmasker, purger, intact };
  const searches = new Searches(basic);
  const eraser = new PersonEraser(basic);
  const replays = new Replays(basic);
  const deletionService = new DeletionService({ ...basic, searches, eraser, replays });
  const deleters = lazy(() => openDeleters({ ...basic, searches, eraser, replays }));
  return {
    policies,
    unmasker,
    intake: new JobIntake(basic),
    reader: new JobReader(basic),
    runner: new JobRunner(basic),
    purger,
    deletionService,
    deleters,
    replays,
    retention: new Retention({ ...basic, deletionService }),
    setHold: (isOn: boolean) => shared.hold.change(isOn, shared.deletions, deletionService),
  };
}

/** What destroys, and what foretells it: most objects' lives do without. */
function openDeleters(shared: DeleterSurroundings) {
  const receipts = new ReceiptIssuer(shared);
  const pairSearch = new PairSearch(shared);
  const jobSearch = new JobSearch({ ...shared, pairSearch });
  const valueSearch = new ValueSearch(shared);
  const forSearch = { ...shared, valueSearch, pairSearch, jobSearch };
  const searchRunner = new SearchRunner(forSearch);
  const resealer = new Resealer(shared);
  const keyReplacer = new KeyReplacer({ ...shared, resealer });
  return {
    runner: new DeletionRunner({ ...shared, receipts, searchRunner, resealer, keyReplacer }),
    preview: new PersonPreviewer(forSearch),
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
