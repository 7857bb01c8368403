// The worst inputs of the rules on the tagger's findings: time grows linearly with the length of the text.

import { describe, it } from "vitest";
import { correct } from "../../../src/detect/tagger/corrections/corrections.ts";
import { raiseNames, withKnownNames } from "../../../src/detect/tagger/corrections/known-names.ts";
import { withWholeEdges } from "../../../src/detect/tagger/corrections/name-edges.ts";
import { withOwnTypes } from "../../../src/detect/tagger/corrections/name-types.ts";
import { withoutVerbs } from "../../../src/detect/tagger/corrections/name-verbs.ts";
import { withNamesInNotation } from "../../../src/detect/tagger/corrections/names-in-notation.ts";
import {
  withIntroduced,
  withRestOfPersons,
} from "../../../src/detect/tagger/corrections/whole-persons.ts";
import type { Tagged } from "../../../src/detect/tagger/tags.ts";
import { TAGGED_TYPES } from "../../../src/detect/tagger/tags.ts";
import { tokenize } from "../../../src/detect/tagger/tokens.ts";
import { expectLinearTime } from "../../support/linear-time.ts";

/** Letters of a text: some 25,000 words, the square of which are three seconds and more. */
const LENGTH = 80 * 1024;
const UNITS = [
  ...[
    "A",
    "Aa ",
    "AA ",
    "Aa. ",
    "Dr. ",
    "Dr. Aa ",
    "Mr A.",
    "Prof. Mr. Dr. ",
    "Power ",
    "Mr. Bond ",
  ],
  ...[
    "Labour Party ",
    "University ",
    "Party Committee ",
    "People's ",
    "A's ",
    "Inc., ",
    "Aa, Inc. ",
  ],
  ...[
    "analyst at Aa ",
    "Employer: Aa ",
    "of of Aa ",
    "General Counsel of ",
    "at At ",
    "New ",
    "United ",
  ],
  ...[
    "Aa Party (AP) ",
    "(AB) ",
    "Aa (",
    "5.6 ",
    ".5.6 Aa ",
    "Plaintiff, ",
    ", Plaintiff",
    "Aa\n\n",
    "Aa\n",
    "A.A.",
    "name: ",
    "name: <a>",
    "name</a>",
    "name<a b='",
    "name<a b=''><",
    "name=Aa ",
    "todo(a.",
    "todo(",
    "Aa <a",
    "ask aa ",
    "ask Aa ",
    "AA/",
    "AA_",
    "Linh Aa-",
    "Linh Tran ",
    "AA, ",
    "Bank Aa ",
    "AA 11 ",
  ],
  ...[
    "Court ",
    "High Court of Aa ",
    "court of the Court, County of ",
    "Aa v. ",
    "I'm Aa-",
    "I am Aa ",
    "v. v. ",
    "State of Aa v. ",
  ],
  ...[
    "team: aa, ",
    "team: aa ",
    "team: team: ",
    "Aa, Bb and ",
    "Aa & ",
    "Aa aa ",
    "University of ",
    "Aa 50 mg ",
  ],
];
/** Takes every word for a given name. */
const EVERY_WORD = {
  find: () => 0,
  isGivenName: () => true,
  isName: () => true,
  isOtherName: () => false,
  nameShare: () => 1,
};

/** Findings of `length` tokens each, one after the other, of all types in turn. */
function findings(count: number, length: number): Tagged[] {
  const found: Tagged[] = [];
  for (let from = 0; length > 0 && from < count; from += length) {
    const type = found.length % TAGGED_TYPES.length;
    found.push({ from, to: Math.min(count, from + length), type, margin: 1 });
  }
  return found;
}

/** All rules over names, with no finding, one for each token, and one for all. */
function holdAgainstRules(text: string): void {
  const read = { ...tokenize(text), text, lexicon: EVERY_WORD };
  raiseNames(read);
  for (const length of [0, 1, Infinity]) {
    const found = findings(read.count, Math.min(length, read.count));
    const told = withNamesInNotation(read, correct(read, found, 6), EVERY_WORD);
    const known = withKnownNames(read, told);
    const introduced = withIntroduced(read, known, 6);
    const persons = withRestOfPersons(read, introduced);
    const whole = withWholeEdges(read, persons);
    withOwnTypes(read, withoutVerbs(read, whole));
  }
}

describe("worst inputs", () => {
  it.each(UNITS)("are held against the rules over names without growing pains: %j", (unit) => {
    expectLinearTime(unit.repeat(LENGTH / unit.length), holdAgainstRules);
  });
});
