// Figures of the benchmark as tables.
import type { GoldRecord, Score } from "./benchmark.ts";

const percent = (share: number) => (100 * share).toFixed(1).padStart(6);

/** One line per type: how many there are, how many were found, precision, recall, F1. */
export function scoreTable(title: string, { perType, char }: Score): string {
  const head = `${"type".padEnd(16)} ${"gold".padStart(6)} ${"found".padStart(6)}      P      R     F1`;
  const rows = Object.entries(perType).map(([type, { overlap }]) =>
    [
      type.padEnd(16),
      String(overlap.gold).padStart(6),
      String(overlap.pred).padStart(6),
      percent(overlap.p),
      percent(overlap.r),
      percent(overlap.f1),
    ].join(" "),
  );
  const masking = `masking recall ${percent(char.recall)}  precision ${percent(char.precision)}`;
  return [`${title}: ${masking}`, head, ...rows].join("\n");
}

/** F1 of each type by source. */
export function sourceTable(
  files: ReadonlyMap<string, readonly GoldRecord[]>,
  score: (records: readonly GoldRecord[]) => Score,
): string {
  const lines = [...files].map(([name, records]) => {
    const { perType, char } = score(records);
    const types = Object.entries(perType)
      .filter(([, { overlap }]) => overlap.gold > 0)
      .map(([type, { overlap }]) => `${type}${percent(overlap.f1)} (${overlap.gold})`);
    return `\n${name}: recall ${percent(char.recall)} precision ${percent(char.precision)}\n  ${types.join(", ")}`;
  });
  return lines.join("\n");
}
