// Runs one token style through all manglings.
import type { Score } from "./judge.ts";
import { judge } from "./judge.ts";
import { type BenchNamespace, type Lane, restoredInConversation } from "./lanes.ts";
import { MANGLINGS } from "./manglings.ts";
import { withoutMarks } from "./marked-text.ts";

/** The input of a run. */
export interface RunInput {
  readonly texts: readonly string[];
  readonly names: readonly string[];
  /** Number of answers to print in which a value was not restored. */
  readonly show: number;
}

/** Output during a run. */
export interface RunOutput {
  readonly progress: (done: number, total: number) => void;
  readonly print: (text: string) => void;
}

/** Run a lane; returns the score of each mangling. */
export async function runLane(
  namespace: BenchNamespace,
  { way }: Lane,
  { texts, names, show }: RunInput,
  { progress, print }: RunOutput,
): Promise<Score[]> {
  const prompts = await namespace.mask(texts, way === "conversation");
  const all = [...new Set(prompts.flatMap(({ tokens }) => tokens.map(({ value }) => value)))];
  const scores: Score[] = [];
  let shown = 0;
  for (const [done, name] of names.entries()) {
    progress(done, names.length);
    const mangled = prompts.map(({ marked }) => MANGLINGS[name]?.(marked) ?? marked);
    const sent = mangled.map(withoutMarks);
    const answers =
      way === "unmask" ? await namespace.unmask(sent) : restoredInConversation(prompts, sent);
    const score: Score = { restored: 0, wrong: 0, failed: 0 };
    for (const [i, answer] of answers.entries()) {
      const before = score.wrong + score.failed;
      const values = prompts[i]?.tokens.map(({ value }) => value) ?? [];
      judge(answer, mangled[i] ?? "", values, all, score);
      if (score.wrong + score.failed > before && shown++ < show) {
        print(`${name}: ${JSON.stringify(values)}\n  sent back ${sent[i]}\n  restored  ${answer}`);
      }
    }
    scores.push(score);
  }
  return scores;
}

/** The sum of scores. */
export function total(scores: readonly Score[]): Score {
  const sum: Score = { restored: 0, wrong: 0, failed: 0 };
  for (const { restored, wrong, failed } of scores) {
    sum.restored += restored;
    sum.wrong += wrong;
    sum.failed += failed;
  }
  return sum;
}

/** A score as text. */
export function summary({ restored, wrong, failed }: Score): string {
  return `restored ${restored}, wrong ${wrong}, failed ${failed}`;
}

/** A Markdown table: percent of tokens restored, by mangling and lane; the last rows have the totals. */
export function table(
  names: readonly string[],
  lanes: readonly Lane[],
  scores: readonly (readonly Score[])[],
): string {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const totals = scores.map(total);
  const sums = (["restored", "wrong", "failed"] as const).map((key) =>
    row([`**${key}**`, ...totals.map((score) => String(score[key]))]),
  );
  return [
    row(["mangling", ...lanes.map(({ name }) => name)]),
    row(["---", ...lanes.map(() => "---:")]),
    ...names.map((name, i) => row([name, ...scores.map((of) => percent(of[i]))])),
    ...sums,
  ].join("\n");
}

/** Percent restored, rounded down, so that 100 means all. */
function percent(score: Score | undefined): string {
  const { restored, wrong, failed } = score ?? total([]);
  const share = `${Math.floor((100 * restored) / Math.max(1, restored + wrong + failed))}`;
  return wrong === 0 ? share : `${share} (${wrong} wrong)`;
}
