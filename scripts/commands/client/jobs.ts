// masking-vault jobs: lists jobs; shows or cancels one; prints its results.

import type { JobStatus } from "../../../clients/typescript/src/index.ts";
import { wholeNumber } from "../../run/cli/command.ts";
import { columnsOf } from "../../run/cli/report.ts";
import {
  type Call,
  CLIENT_OPTIONS,
  noMoreWords,
  runActions,
  TOKEN_HELP,
  wordOf,
} from "../../run/client/run-client.ts";

const HELP = `Jobs of the token's namespace.

  npm run -s cli -- jobs list --status FAILED --limit 20
  npm run -s cli -- jobs show ID
  npm run -s cli -- jobs cancel ID
  npm run -s cli -- jobs results ID --output results.ndjson

  list       the newest first, 50 or --limit N; --own: of the token's user only;
             --type mask or unmask; --status PENDING, IN-PROGRESS, SUCCESS,
             FAILED, PURGED or CANCELLED
  cancel     cancel an open job; tokens that it has made stay valid
  results    the result of each item, one on each line; waits for the end
${TOKEN_HELP}`;

const OPTIONS = {
  ...CLIENT_OPTIONS,
  status: { type: "string" },
  type: { type: "string" },
  own: { type: "boolean" },
  limit: { type: "string", default: "50" },
} as const;

type Query = NonNullable<Parameters<Call<typeof OPTIONS>["client"]["jobs"]["list"]>[0]>;

const HEADER = ["tracking id", "kind", "state", "done", "of", "submitted (UTC)"];

function lineOf({ tracking_id, call_type, status, progress, submitted_time }: JobStatus) {
  const { done, total } = progress ?? { done: "", total: "" };
  return [tracking_id, call_type ?? "", status, `${done}`, `${total}`, submitted_time ?? ""];
}

await runActions(HELP, OPTIONS, {
  async list({ client, options, say, signal, words }) {
    noMoreWords(words, 1);
    const { status, type: call_type, own } = options;
    let left = wholeNumber("limit", options.limit, 1, 1_000_000);
    // The service refuses unknown values, and its message lists the known ones.
    const asked = { status, call_type, own: own ? "true" : undefined, limit: Math.min(left, 200) };
    const jobs: JobStatus[] = [];
    for await (const job of client.jobs.list(asked as Query, { signal })) {
      if (options.json) await say(job, "");
      else jobs.push(job);
      if (--left === 0) break;
    }
    if (!options.json) await say({}, columnsOf([HEADER, ...jobs.map(lineOf)]));
  },
  async show({ client, words, say, signal }) {
    const job = await client.jobs.get(wordOf(words, 1, "ID"), { signal });
    const reason = job.error_msg ? `\n${job.error_msg}` : "";
    await say(job, columnsOf([HEADER, lineOf(job)]) + reason);
  },
  async cancel({ client, words, say, signal }) {
    const job = await client.jobs.cancel(wordOf(words, 1, "ID"), { signal });
    await say(job, `${job.tracking_id} is ${job.status}.`);
  },
  async results({ client, words, say, signal }) {
    for await (const item of client.jobs.results(wordOf(words, 1, "ID"), { signal })) {
      await say(item, JSON.stringify(item));
    }
  },
});
