// npm run bench:llm: how many tokens of each style can be unmasked after a language model has changed them.

import { Client } from "../../quality/bench/client.ts";
import { type Stage, withStage } from "../../quality/bench/stage.ts";
import type { Score } from "../../quality/llm/judge.ts";
import { BenchNamespace, LANES } from "../../quality/llm/lanes.ts";
import { ALTERED, MANGLINGS } from "../../quality/llm/manglings.ts";
import { type RunInput, runLane, summary, table, total } from "../../quality/llm/play.ts";
import { MAX_PROMPTS, prompts } from "../../quality/llm/prompts.ts";
import {
  EXIT,
  parseOptions,
  runCommand,
  usageFailure,
  wholeNumber,
} from "../../run/cli/command.ts";
import { Report } from "../../run/cli/report.ts";

const NAMES = Object.keys(MANGLINGS);
const HELP = `Mask prompts, change them as language models do, and see which values come back.

  npm run bench:llm                          all of it: ${MAX_PROMPTS} prompts, ${NAMES.length} manglings, every token style
  npm run bench:llm -- --prompts 10          fewer prompts
  npm run bench:llm -- --only "no tags"      one mangling (repeat --only for more)
  npm run bench:llm -- --only X --show 5     and the first answers in which a value did not come back

Starts a service of its own (serve) and removes its data at the end. The prompts are made of templates in
scripts/quality/llm/prompts.ts: nobody's data. Every token is restored (its value stands in its place), wrong (another
value of the vault does) or failed. Ways back: PUT unmask with "partial"; "gateway": only the tokens of that
conversation, as the gateway restores them. Progress goes to stderr, the table (Markdown, percent of the tokens
restored) to stdout.
Exit codes: 0 no value is wrong, 1 one is, or something failed, 64 wrong usage. "${ALTERED}" in the style "shape" may
make somebody else's number, which has no check digits: it is shown, and does not count for the exit code.

Manglings:
${NAMES.map((name) => `  ${name}`).join("\n")}`;

await runCommand(async () => {
  const options = readOptions();
  return await withStage((stage) => play(options, stage));
});

function readOptions(): RunInput {
  const given = parseOptions(HELP, {
    prompts: { type: "string", default: String(MAX_PROMPTS) },
    only: { type: "string", multiple: true, default: [] },
    show: { type: "string", default: "0" },
  });
  const unknown = given.only.find((name) => MANGLINGS[name] === undefined);
  if (unknown !== undefined) throw usageFailure(`There is no mangling "${unknown}".`);
  return {
    texts: prompts(wholeNumber("prompts", given.prompts, 1, MAX_PROMPTS)),
    names: given.only.length === 0 ? NAMES : given.only,
    show: wholeNumber("show", given.show, 0, 1_000),
  };
}

async function play(input: RunInput, stage: Stage): Promise<number> {
  const report = new Report(process.stderr);
  const start = () => stage.start("product");
  const { port, data } = await report.step("a service", start, () => "is there");
  const client = new Client(port, 1);
  const namespaces = new Map<string, BenchNamespace>();
  const scores: Score[][] = [];
  for (const lane of LANES) {
    const { name, style } = lane;
    const run = async () => {
      const namespace = namespaces.get(style) ?? (await BenchNamespace.create(client, data, style));
      namespaces.set(style, namespace);
      const print = (text: string) => report.print(`${name}: ${text}`);
      const progress = report.occasionalProgress();
      return await runLane(namespace, lane, input, { print, progress });
    };
    scores.push(await report.step(name, run, (all) => summary(total(all))));
  }
  console.log(table(input.names, LANES, scores));
  const isWrong = LANES.some(({ style }, lane) =>
    input.names.some((name, i) => {
      const isExpected = style === "shape" && name === ALTERED;
      return !isExpected && (scores[lane]?.[i]?.wrong ?? 0) > 0;
    }),
  );
  return isWrong ? EXIT.failed : EXIT.ok;
}
