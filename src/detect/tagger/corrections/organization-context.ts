// Words before a name that tell an organization: "Analyst at", "founder of", "Employer:".

import { GAP, type Tokens } from "../tokens.ts";
import { isCapital, NOT_IN_NAME, type Run } from "./organization-heads.ts";
import { hashesOf, hashOfWord, JOB_WORDS, ROLE_WORDS } from "./role-words.ts";

/** Jobs that are held in a company and nowhere else; a minister is one of a country. */
const COMPANY_JOBS = hashesOf(
  "accountant administrator advisor analyst ceo cfo cofounder consultant controller coo counsel cto designer " +
    "developer employee engineer executive founder intern manager owner receptionist representative shareholder " +
    "specialist spokesman spokesperson spokeswoman technician",
);
const OF = hashOfWord("of");
const AT = hashOfWord("at");
const FOR = hashOfWord("for");
const LABELS = hashesOf("company employer insurer organisation organization vendor");
const COLON = hashOfWord(":");

/** "Head of Engineering": parts of a company, and what one can be a manager of. */
const PARTS = hashesOf(
  "accounting administration development engineering facilities finance hr human it legal logistics marketing " +
    "operations people procurement product production quality research resources sales security software support " +
    "technology",
);

const MOST_WORDS = 4;

/** The name of an organization that the words before token `from`, a capitalized word, tell of; null when they tell nothing. */
export function organizationBehind(tokens: Tokens, from: number): Run | null {
  const { count, gap, shape, word } = tokens;
  if (!mayBeTold(tokens, from) || !isTold(tokens, from)) return null;
  let to = from;
  while (to < count && to < from + MOST_WORDS && isCapital(shape[to] as number)) {
    if (NOT_IN_NAME.has(word[to] as number)) break;
    to++;
    if (to < count && gap[to] !== GAP.blank) break;
  }
  const first = word[from] as number;
  const isNone = to === from || PARTS.has(first) || ROLE_WORDS.has(first) || JOB_WORDS.has(first);
  return isNone ? null : { from, to };
}

/** A quick look at what stands before token `from`: whether it can tell of an organization. */
export function mayBeTold({ word }: Tokens, from: number): boolean {
  const last = word[from - 1];
  return from >= 2 && (last === OF || last === AT || last === FOR || last === COLON);
}

function isTold({ gap, word }: Tokens, from: number): boolean {
  const last = word[from - 1];
  if (gap[from] !== GAP.blank) return false;
  const before = word[from - 2] as number;
  if (last === COLON) return LABELS.has(before) && gap[from - 1] === GAP.none;
  return COMPANY_JOBS.has(before);
}
