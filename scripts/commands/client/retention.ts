// masking-vault retention: how long a namespace keeps mappings.

import { wholeNumber } from "../../run/cli/command.ts";
import { countOf } from "../../run/cli/report.ts";
import { confirmErasure } from "../../run/client/confirm-erasure.ts";
import {
  CLIENT_OPTIONS,
  noMoreWords,
  runActions,
  TOKEN_HELP,
  wordOf,
} from "../../run/client/run-client.ts";

const HELP = `How long the namespace keeps mappings. Older ones are erased irreversibly, as
soon as a rule is set.

  npm run -s cli -- retention show
  npm run -s cli -- retention set 365
  npm run -s cli -- retention set none

  set DAYS           shows how many mappings are erased at once, and asks for
                     the namespace; none removes the rule
  --yes NAMESPACE    do not show or ask; the namespace's name or id
${TOKEN_HELP}`;

const OPTIONS = { ...CLIENT_OPTIONS, yes: { type: "string" } } as const;

function ruleOf(days: number | null): string {
  return days === null
    ? "Mappings are kept until they are erased."
    : `Mappings are kept for ${countOf(days, "day")}.`;
}

await runActions(HELP, OPTIONS, {
  async show({ client, say, signal, words }) {
    noMoreWords(words, 1);
    const { data } = await client.call("readRetention", { signal });
    const held = data.paused_by === undefined ? "" : ` It is paused by a ${data.paused_by}.`;
    await say(data, ruleOf(data.duration) + held);
  },
  async set({ client, words, options, say, signal }) {
    const days = wordOf(words, 1, "number of DAYS");
    const duration = days === "none" ? null : wholeNumber("set", days, 1, 100_000);
    if (duration !== null) await confirmErasure(client, { duration }, options, signal);
    const { data } = await client.call("setRetention", { body: { data: { duration } }, signal });
    await say(data, `${ruleOf(duration)} ${countOf(data.would_clear, "mapping")} erased now.`);
  },
});
