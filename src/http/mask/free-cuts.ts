// Where a long text may be cut so that its pieces can be masked apart: a value that is cut in two is found in neither.
import { loadShippedModel } from "../../detect/tagger/tagger.ts";
import { detectedIn } from "../../masking/mask/detect-text.ts";
import type { MaskRules } from "../../masking/policy/rules.ts";
import { inStretches } from "../../platform/yield-to-callers.ts";

/** What detection would find through a place is looked for in so many UTF-16 units on either side. */
const AROUND_CUT = 1_024;
/** A key in lines of base 64 (RFC 7468), begun and not ended. */
export const OPEN_KEY = /-----BEGIN [^-]*-----(?![\s\S]*-----END )/;

/** Whether nothing that detection would find goes through a place of a text. */
export async function isFreeCut(text: string, at: number, rules: MaskRules): Promise<boolean> {
  const start = Math.max(0, at - AROUND_CUT);
  const around = text.slice(start, at + AROUND_CUT);
  if (around.slice(at - start).trim() === "") return true;
  await loadShippedModel();
  const found = await inStretches(detectedIn(around, rules));
  return found.every((span) => start + span.end <= at || start + span.start >= at);
}

/** Kinds of places, the best first: an empty line, a line's end, a blank, a comma. */
const KINDS = [/\n\n/g, /\n/g, / /g, /,/g];
/** Places of each kind that are tried, from the last one on, in either half of a piece. */
const MOST_TRIES = 4;

/**
 * A text in pieces of so many UTF-16 units at most, cut where no value is. Null where there is no such place.
 */
export async function freePieces(
  text: string,
  most: number,
  rulesOf: () => Promise<MaskRules>,
): Promise<string[] | null> {
  if (text.length <= most) return [text];
  const rules = await rulesOf();
  const pieces: string[] = [];
  let from = 0;
  while (text.length - from > most) {
    const end = await lastFreeCut(text, { from, to: from + most }, rules);
    if (end === null) return null;
    pieces.push(text.slice(from, end));
    from = end;
  }
  pieces.push(text.slice(from));
  return pieces;
}

async function lastFreeCut(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
  rules: MaskRules,
): Promise<number | null> {
  const window = text.slice(from, to);
  const key = OPEN_KEY.exec(window)?.index ?? window.length;
  // What begins early and has no end here is longer than keys are, or was only named.
  const windows = key > window.length / 2 ? [window.slice(0, key)] : [window.slice(0, key), window];
  for (const at of windows.flatMap(placesIn)) {
    if (await isFreeCut(text, from + at, rules)) return from + at;
  }
  return null;
}

/** Places to cut, those that leave a piece of more than half the length first. */
function placesIn(window: string): number[] {
  const ends = KINDS.map((kind) =>
    [...window.matchAll(kind)].map((found) => found.index + found[0].length),
  );
  const half = window.length / 2;
  const lastOf = (isIn: (at: number) => boolean) =>
    ends.flatMap((all) => all.filter(isIn).slice(-MOST_TRIES).reverse());
  return [...lastOf((at) => at > half), ...lastOf((at) => at <= half)];
}
