// Calibrates the tagger's scores: fits score = 1 / (1 + e^-(slope * margin + base)) to whether its findings
// were right (Platt scaling), on texts that the model has not seen.

import { runToEnd } from "../../../src/core/steps.ts";
import type { Group } from "../../../src/detect/tagger/groups.ts";
import type { Calibration, TaggerModel } from "../../../src/detect/tagger/model.ts";
import { namesIn } from "../../../src/detect/tagger/tagger.ts";
import type { Tagged } from "../../../src/detect/tagger/tags.ts";
import { TAGGED_TYPES } from "../../../src/detect/tagger/tags.ts";
import type { Tokens } from "../../../src/detect/tagger/tokens.ts";
import { labelled } from "../../data/train/examples.ts";
import type { GoldRecord } from "./gold.ts";

/** A finding: its margin over "no entity", and whether it was right. */
export interface Judged {
  readonly type: number;
  readonly margin: number;
  readonly isRight: boolean;
}

/** The model's findings in records, as far as the labels allow to judge them. */
export function judge(
  records: readonly GoldRecord[],
  model: TaggerModel,
  group: Group = "en",
): Judged[] {
  return records.flatMap((record) => {
    const { tokens } = labelled(record, group);
    return runToEnd(namesIn(record.text, tokens, model, { group, recall: 0 }))
      .filter(({ type }) => record.types.includes(TAGGED_TYPES[type] as string))
      .map((tagged) => ({
        type: tagged.type,
        margin: tagged.margin,
        isRight: isRight(tagged, tokens, record),
      }));
  });
}

/** Whether a label of the same type overlaps by at least half of the union. */
function isRight({ from, to, type }: Tagged, tokens: Tokens, record: GoldRecord): boolean {
  const start = tokens.start[from] as number;
  const end = tokens.end[to - 1] as number;
  return record.spans.some((span) => {
    const common = Math.min(end, span.end) - Math.max(start, span.start);
    const all = Math.max(end, span.end) - Math.min(start, span.start);
    return span.type === TAGGED_TYPES[type] && common * 2 >= all;
  });
}

const STEPS = 2_000;
const STEP = 0.05;

/** The fit for each type, in the order of the tagger's types. */
export function fitCalibration(judged: readonly Judged[]): Calibration[] {
  return TAGGED_TYPES.map((_, type) => fitOne(judged.filter((one) => one.type === type)));
}

function fitOne(judged: readonly Judged[]): Calibration {
  let slope = 0.3;
  let base = 0;
  for (let step = 0; step < STEPS; step++) {
    let bySlope = 0;
    let byBase = 0;
    for (const { margin, isRight } of judged) {
      const error = (isRight ? 1 : 0) - 1 / (1 + Math.exp(-(slope * margin + base)));
      bySlope += error * margin;
      byBase += error;
    }
    slope += (STEP * bySlope) / (judged.length * 10 || 1);
    base += (STEP * byBase) / (judged.length || 1);
  }
  return { slope, base };
}
