// Metrics of a service with several cells: labelled by cell, and grouped by family as the format requires.
import type { OwnAnswer } from "./answers.ts";

/** Join the cells' answers, in cell order. The first refusal, if any, is the answer. */
export function joinMetrics(answers: readonly OwnAnswer[]): OwnAnswer | undefined {
  const refused = answers.find(({ status }) => status !== 200 && status !== 503);
  if (refused !== undefined) return refused;
  const good = answers.map((answer, cell) => ({ ...answer, cell }));
  const served = good.filter(({ status }) => status === 200);
  const [first] = served;
  if (first === undefined) return answers[0];
  /** Lines of each family, its heading first. */
  const families = new Map<string, string[]>();
  for (const { body, cell } of served) {
    let lines: string[] = [];
    for (const line of body.split("\n").filter((text) => text !== "")) {
      if (line.startsWith("# HELP")) {
        lines = families.get(line) ?? [];
        families.set(line, lines);
      }
      if (!line.startsWith("#")) lines.push(labelled(line, cell));
      else if (!lines.includes(line)) lines.push(line);
    }
  }
  const { status, headers } = first;
  return { status, headers, body: `${[...families.values()].flat().join("\n")}\n` };
}

function labelled(sample: string, cell: number): string {
  const [, name = "", labels = "", value = ""] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(sample) ?? [];
  return `${name}{${labels === "" ? "" : `${labels},`}cell="${cell}"} ${value}`;
}
