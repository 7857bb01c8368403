// Tables of the benchmark's figures.
import type { Figures, Score } from "./benchmark.ts";
import type { GoldRecord } from "./gold.ts";

const percent = (share: number) => (100 * share).toFixed(1).padStart(6);
const three = ({ p, r, f1 }: Figures) => [p, r, f1].map(percent).join(" ");
const masking = ({ char }: Score) =>
  `masking recall${percent(char.recall)}, precision${percent(char.precision)}`;

/** The types that the benchmark's README calls document numbers, and bank accounts. */
const IDENTIFIERS = [
  "BANK_ACCOUNT",
  "DRIVER_LICENSE",
  "ID_OTHER",
  "NATIONAL_ID",
  "PASSPORT",
  "TAX_ID",
];

/** Sums over all identifiers; a finding counts as right only with its exact type. */
function identifiers({ perType }: Score): Figures {
  let [tp, pred, gold] = [0, 0, 0];
  for (const type of IDENTIFIERS) {
    const { overlap } = perType[type] ?? {};
    tp += overlap?.tp ?? 0;
    pred += overlap?.pred ?? 0;
    gold += overlap?.gold ?? 0;
  }
  const [p, r] = [tp / Math.max(1, pred), tp / Math.max(1, gold)];
  return { tp, pred, gold, p, r, f1: (2 * tp) / Math.max(1, pred + gold) };
}

/** One line per type: labelled, found, precision, recall, F1; followed by the same for unseen text, if measured. */
export function scoreTable(title: string, seen: Score, unseen: Score | null): string {
  const figures = "      P      R     F1";
  const head = `${"type".padEnd(16)} ${"gold".padStart(6)} ${"found".padStart(6)}${figures}`;
  type Line = [type: string, overlap: Figures, other: Figures | undefined];
  const lines = Object.entries(seen.perType).map(
    ([type, { overlap }]): Line => [type, overlap, unseen?.perType[type]?.overlap],
  );
  lines.push(["identifiers", identifiers(seen), unseen ? identifiers(unseen) : undefined]);
  const rows = lines.map(([type, overlap, other]) => {
    return [
      type.padEnd(16),
      String(overlap.gold).padStart(6),
      String(overlap.pred).padStart(6),
      three(overlap),
      ...(other === undefined ? [] : ["  |", three(other)]),
    ].join(" ");
  });
  return [
    `${title}, shipped model: ${masking(seen)}`,
    ...(unseen === null ? [] : [`${title}, unseen (right): ${masking(unseen)}`]),
    unseen === null ? head : `${head}   | ${figures.trimStart().padStart(figures.length)}`,
    ...rows,
  ].join("\n");
}

/** F1 of each type by source; on unseen text after the bar. */
export function sourceTable(
  files: ReadonlyMap<string, readonly GoldRecord[]>,
  score: (records: readonly GoldRecord[]) => readonly [Score, Score | null],
): string {
  const lines = [...files].map(([name, records]) => {
    const [seen, unseen] = score(records);
    const types = Object.entries(seen.perType)
      .filter(([, { overlap }]) => overlap.gold > 0)
      .map(([type, { overlap }]) => {
        const other = unseen?.perType[type]?.overlap;
        const beside = other === undefined ? "" : ` |${percent(other.f1)}`;
        return `${type}${percent(overlap.f1)}${beside} (${overlap.gold})`;
      });
    const beside = unseen === null ? "" : ` | unseen: ${masking(unseen)}`;
    return `\n${name}: ${masking(seen)}${beside}\n  ${types.join(", ")}`;
  });
  return lines.join("\n");
}
