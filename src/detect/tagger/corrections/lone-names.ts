// A name with no other near it must be surer than others. A text that names one person usually names more; in a text that
// names nobody, whatever looks a little like a name is a word that the model has not seen. At the same share of characters
// masked this removes half of the findings in Japanese and Chinese records that hold no name (npm run bench:detect --
// --languages).

import { ADDRESS, type Tagged } from "../tags.ts";
import type { Tokens } from "../tokens.ts";

/** UTF-16 code units within which a sure name confirms another one: some two sentences. */
const NEAR = 200;

/** The findings (by place, without overlap) that are sure, addresses, or near one of these. Linear. */
export function withoutLone(
  { start, end }: Tokens,
  found: readonly Tagged[],
  isSure: (one: Tagged) => boolean,
): readonly Tagged[] {
  const sure = found.filter((one) => one.type === ADDRESS || isSure(one));
  if (sure.length === found.length) return found;
  let next = 0;
  return found.filter((one) => {
    while (next < sure.length && (sure[next] as Tagged).from < one.from) next++;
    const [before, after] = [sure[next - 1], sure[next]];
    const since =
      before === undefined ? NEAR : (start[one.from] as number) - (end[before.to - 1] as number);
    const until =
      after === undefined ? NEAR : (start[after.from] as number) - (end[one.to - 1] as number);
    return since < NEAR || until < NEAR;
  });
}
