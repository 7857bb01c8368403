// masking-vault detect: what auto-detect finds in a text.

import { columnsOf } from "../../run/cli/report.ts";
import { CLIENT_OPTIONS, runClient, TOKEN_HELP, wordOf } from "../../run/client/run-client.ts";
import { linesOf } from "../../run/table/rows.ts";
import { openInput } from "../../run/table/text-input.ts";

const HELP = `Show what auto-detect finds in a text. It masks and stores nothing.

  npm run -s cli -- detect letter.txt
  echo "Write to ada@example.com" | npm run -s cli -- detect -

  FILE               UTF-8, each line by itself; - is standard input
  --policy NAME      a policy of the namespace
It prints LINE:FROM-TO (letters from 0), entity type, score (0 to 1) and the
text found.
${TOKEN_HELP}`;

/** Limits of one request (docs/api.md#limits); letters are UTF-16 units. */
const [MAX_LINES, MAX_LETTERS] = [500, 200_000];

const OPTIONS = { ...CLIENT_OPTIONS, policy: { type: "string" } } as const;

await runClient(HELP, OPTIONS, async ({ client, words, options, signal, say }) => {
  const { policy } = options;
  const beside = policy === undefined ? {} : { policy_name: policy };
  let lines: { line: number; value: string }[] = [];
  let [letters, line] = [0, 0];
  const look = async () => {
    if (lines.length === 0) return;
    const items = lines.map(({ value }) => ({ value }));
    const found = await client.detect(items, { ...beside, signal });
    for (const [n, { entities }] of found.entries()) {
      for (const entity of entities) {
        const { start_pos, end_pos, pii_type, score, value } = entity;
        const at = { line: lines[n]?.line ?? 0, ...entity };
        const place = `${at.line}:${start_pos}-${end_pos}`;
        await say(
          at,
          columnsOf([[place.padEnd(12), pii_type.padEnd(20), score.toFixed(2), value]]),
        );
      }
    }
    [lines, letters] = [[], 0];
  };
  const { chunks } = openInput(wordOf(words, 0, "FILE"));
  for await (const text of linesOf(chunks)) {
    const value = text.replace(/\r$/, "");
    line++;
    if (value.trim() === "") continue;
    if (lines.length === MAX_LINES || letters + value.length > MAX_LETTERS) await look();
    lines.push({ line, value });
    letters += value.length;
  }
  await look();
});
