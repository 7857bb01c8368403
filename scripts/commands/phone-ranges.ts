// npm run phone-ranges: compares the table of unassigned phone numbers with the numbering plans, or rebuilds
// it.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plan } from "../data/phone/plans.ts";
import { plansByCode } from "../data/phone/plans.ts";
import { type Range, rangesOfCode, rangesOfNone } from "../data/phone/search.ts";
import { CommandFailure, parseOptions, runCommand } from "../run/cli/command.ts";
import { readOptional } from "../run/cli/files.ts";
import { PROJECT_ROOT } from "../run/cli/tool.ts";

const FILE = join(PROJECT_ROOT, "src", "tokens", "forms", "phone", "phone-ranges.ts");

const HELP = `Phone numbers that no numbering plan assigns, from the metadata of libphonenumber-js.

  npm run phone-ranges              compare the committed table with what the plans give; exit 1 when it differs
  npm run phone-ranges -- --write   write src/tokens/forms/phone/phone-ranges.ts

It takes less than a minute: every prefix is proven, none is sampled.
A table that was in use may only be replaced together with its space numbers (src/tokens/forms/phone/phone.ts).
Exit codes: 0 equal or written, 1 different, 64 wrong usage.`;

/** North American area codes that are reserved for expansion. N is 2 to 9, X any digit. */
const EXPANSION_AREAS = "N9XN";
const LINE_WIDTH = 100;

/** Text of the module, from the plans by calling code. */
function tableModule(plans: ReadonlyMap<string, Plan[]>): string {
  const lines = [...plans].map(([code, countries]) => {
    const mark = countries[0]?.hasTrunkZero ? "/0" : "";
    const ranges =
      code === "1" ? [{ length: 10, prefixes: [EXPANSION_AREAS] }] : rangesOfCode(countries);
    return `${code}${mark} ${packed(ranges)}`;
  });
  const { zero, other } = rangesOfNone([...plans.values()].flat());
  return `${HEAD}export const CODE_RANGES = \`
${lines.join("\n")}
\`;

/** National numbers without a leading zero that are assigned in no country. */
${constant("UNPLACED_RANGES", packed(other))}

/** The same with a leading zero. */
${constant("UNPLACED_ZERO_RANGES", packed(zero))}
`;
}

/** A constant, formatted as this project's formatter does. */
function constant(name: string, text: string): string {
  const line = `export const ${name} = "${text}";`;
  return line.length <= LINE_WIDTH ? line : `export const ${name} =\n  "${text}";`;
}

/** "7,9:21,22 10:3": lengths, followed by the prefixes that they share. */
function packed(ranges: readonly Range[]): string {
  const lengths = new Map<string, number[]>();
  for (const { length, prefixes } of ranges) {
    const key = prefixes.join(",");
    lengths.set(key, [...(lengths.get(key) ?? []), length]);
  }
  return [...lengths].map(([key, of]) => `${of.join(",")}:${key}`).join(" ");
}

const HEAD = `// Phone numbers that no numbering plan assigns, by calling code. Made by \`npm run phone-ranges\` from the
// metadata of libphonenumber-js (facts of Google's libphonenumber, Apache-2.0): each prefix is proven to
// begin no number that any country of that code assigns. Stored counters depend on what stands here:
// a new table needs new space numbers (phone.ts).

/**
 * One line for each calling code: the code, "/0" when 0 is its trunk prefix, then groups of
 * "lengths:prefixes"; N stands for 2 to 9 and X for any digit. Lengths are those of the national number.
 */
`;

await runCommand(async () => {
  const options = parseOptions(HELP, {
    write: { type: "boolean", default: false },
  });
  const text = tableModule(plansByCode());
  if (options.write) {
    writeFileSync(FILE, text);
    console.log(`${FILE}: ${Buffer.byteLength(text)} bytes`);
    return;
  }
  if (readOptional(FILE)?.equals(Buffer.from(text))) {
    console.log(`${FILE} is what the numbering plans give.`);
    return;
  }
  throw new CommandFailure(`${FILE} differs from what the numbering plans give. See --help.`);
});
