// Wires an open namespace: makes every part once per object life, in the order of the import rule (the base, audit,
// mappings, policies, jobs, erasure). Each part receives the base and the parts made before it.

import { AuditLog } from "./audit/audit-log.ts";
import { DeletionRunner } from "./erasure/deletion-runner.ts";
import { DeletionService } from "./erasure/deletion-service.ts";
import { DeletionViews } from "./erasure/deletion-views.ts";
import { IndexRenewer } from "./erasure/index-renewer.ts";
import { KeyReplacer } from "./erasure/key-replacer.ts";
import { LedgerSync } from "./erasure/ledger-sync.ts";
import { DryRuns } from "./erasure/person/dry-runs.ts";
import { OpenSearches } from "./erasure/person/open-searches.ts";
import { PersonEraser } from "./erasure/person/person-eraser.ts";
import { SearchRunner } from "./erasure/person/search-runner.ts";
import { SearchTermsMaker } from "./erasure/person/search-terms.ts";
import { Searches } from "./erasure/person/searches.ts";
import { ReAnchor } from "./erasure/re-anchor.ts";
import { ReceiptIssuer } from "./erasure/receipt-issuer.ts";
import { ReplayParts } from "./erasure/replay-parts.ts";
import { Retention } from "./erasure/retention.ts";
import { CallbackSender } from "./jobs/callback-sender.ts";
import { JobAudit } from "./jobs/job-audit.ts";
import { JobEnds } from "./jobs/job-ends.ts";
import { JobIntake } from "./jobs/job-intake.ts";
import { JobList } from "./jobs/job-list.ts";
import { JobPurger } from "./jobs/job-purger.ts";
import { JobReader } from "./jobs/job-reader.ts";
import { JobRules } from "./jobs/job-rules.ts";
import { JobRunner } from "./jobs/job-runner.ts";
import { LivingResults } from "./jobs/results.ts";
import { TokensIssued } from "./keys/tokens-issued.ts";
import { Conversations } from "./mappings/conversations.ts";
import { Masker } from "./mappings/masker.ts";
import { Unmasker } from "./mappings/unmasker.ts";
import { type NamespaceSettings, openBase } from "./namespace-base.ts";
import { Policies } from "./policies/policies.ts";
import { PolicySealer } from "./policies/policy-sealer.ts";
import { PolicyWrappers } from "./policies/policy-wrappers.ts";

/** The working parts of an open namespace. */
export type Namespace = Readonly<ReturnType<typeof openNamespace>>;

/** Put the parts of a namespace together. The tables must exist. Abandons job submissions that were cut off. */
export function openNamespace(given: NamespaceSettings) {
  const opened = openBase(given);
  // A namespace made before 0.1.0 would now get some of its tokens in a different form.
  if ((opened.settings.number("formed_tokens_since") ?? 0) > 0)
    throw new Error("made before 0.1.0");
  const tokens = new TokensIssued(opened);
  const base = { ...opened, tokens, audit: new AuditLog({ ...opened, tokens }) };
  const searches = new Searches(base);
  const eraser = new PersonEraser(base);
  const openSearches = new OpenSearches({ ...base, searches, eraser });
  const masker = new Masker({ ...base, openSearches });
  const unmasker = new Unmasker(base);
  const memory = new Conversations({ ...base, unmasker });

  const policySealer = new PolicySealer(base);
  const wrappers = new PolicyWrappers(base);
  const policies = new Policies({ ...base, policySealer, wrappers });

  base.jobs.abandonReceiving(base.clock());
  base.due.bringForward(base.clock());
  const rules = new JobRules({ ...base, policies, policySealer });
  const ends = new JobEnds(base);
  const purger = new JobPurger({ ...base, ends });
  const livingResults = new LivingResults(base);
  const jobAudit = new JobAudit(base);
  const parts = { masker, unmasker, policies, rules, purger, livingResults, ends, jobAudit };
  const forJobs = { ...base, ...parts };
  const intake = new JobIntake(forJobs);
  const reader = new JobReader(forJobs);
  const jobPages = new JobList(forJobs);
  const runner = new JobRunner(forJobs);
  const callbackSender = new CallbackSender(base);

  const views = new DeletionViews(base);
  const searchTerms = new SearchTermsMaker(forJobs);
  const dryRuns = new DryRuns({ ...base, searches, searchTerms, views });
  const replayParts = new ReplayParts(base);
  const forErasure = { ...forJobs, views, searches, searchTerms, dryRuns, eraser, replayParts };
  const deletionService = new DeletionService(forErasure);
  const ledgerSync = new LedgerSync({ ...base, deletionService });
  const reAnchor = new ReAnchor({ ...forErasure, deletionService, ledgerSync });
  const retention = new Retention({ ...base, views, deletionService });
  const receipts = new ReceiptIssuer(forErasure);
  const searchRunner = new SearchRunner(forErasure);
  const indexRenewer = new IndexRenewer(forErasure);
  const runs = { receipts, searchRunner, keyReplacer: new KeyReplacer(base), indexRenewer };
  const deletionRunner = new DeletionRunner({ ...forErasure, ...runs });
  return {
    ...forErasure,
    memory,
    intake,
    reader,
    jobPages,
    runner,
    callbackSender,
    retention,
    ledgerSync,
    reAnchor,
    deletionService,
    deletionRunner,
  };
}
