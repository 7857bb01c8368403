// Identifies organizations: by the last word of a name, by being known everywhere, or by the words before it ("Analyst at",
// "founder of", "Employer:"). Legal forms after the lists of company types of the ISO 20275 entity legal forms; the other
// words written for this project. On unseen texts (npm run bench:detect) last words earn 1.8 points of ORGANIZATION's F1,
// known names 3.3, words before 0.25; the places and fields after them ("University of Leeds", "Liberal Party of Canada")
// another point, and 0.4 of masking recall.

import type { Tagged } from "../tags.ts";
import { GAP, SHAPE, type Tokens } from "../tokens.ts";
import { knownNameEnd } from "./known-organizations.ts";
import { hashesOf, hashOfWord, JOB_WORDS, ROLE_WORDS, SMALL_WORDS } from "./role-words.ts";

/** Findings of a text, in order of their places and without overlap. */
export type Names = readonly Tagged[];

/** Tokens `from` to `to` (exclusive). */
export interface Run {
  readonly from: number;
  readonly to: number;
}

/** Whether a word of this shape has a capital. */
export function isCapital(shape: number): boolean {
  return shape >= SHAPE.title && shape < SHAPE.number;
}

const LEGAL =
  "ab aps bv corp corporation gmbh inc incorporated kft kg lda limited llc llp ltd oy oyj plc pty sarl srl";

const KINDS =
  "agency airlines airways alliance associates association bank brewery bureau catering church clinic club coalition " +
  "college commission committee congress construction consulting council dental department electrical enterprises " +
  "farms federation florists foods foundation freight fund group holdings hospice hospital industries institute " +
  "insurance laboratories laboratory league lettings logistics ministry motors movement network news optics orchestra " +
  "partners partnership party payroll pharmacy plumbing publishing records robotics roofing school services society " +
  "solicitors solutions studios supplies syndicate systems taxis technologies trust union university veterinary";

/** Heads: words that make an organization's name of the capitalized words before them. */
export const HEADS = hashesOf(LEGAL, KINDS);

/** Heads, and further words, that may also begin a name: "University of Leeds", "Council on Foreign Relations". */
const FIRST_HEADS = hashesOf(
  "academy archdiocese association bank board bureau campaign church college commission committee confederation conference " +
    "congregation congress convention council department diocese faculty federation foundation institute institution league ministry museum office " +
    "organisation organization parliament party school society union university",
);
/** Words after "of" that make no name: "Board of Directors". */
const NOT_AFTER = hashesOf(
  "director directors governor governors manager managers inquiry arbitration",
);

/** Groups of people in the possessive ("People's Party"). */
const PEOPLES = hashesOf(
  "children citizens consumers employees farmers fishermen men mothers nurses peasants people peoples students " +
    "teachers veterans women workers",
);

/** Words that begin a sentence or a heading, and are no part of a name. */
const NOT_IN_NAME = hashesOf(
  "a after all also although an and any as at because before both but by during each every for former from he her " +
    "his how i if in is it its like many most my no not of on one or other our she since so some such that the " +
    "their then there these they this those to under until was we what when where which while who why with you your",
);

const BANK = hashOfWord("bank");
const AMPERSAND = hashOfWord("&");

/** Words before a head that make no name with it: "Third Party", "Credit Union", "Soviet Union". */
const NO_NAME_BEFORE = hashesOf(
  "age birthday blood book breaking car christmas civil cocktail control credit daily dinner disclosing district " +
    "early election electoral first focus food garden golf good great health hen high home house indemnified latest " +
    "life local minor more new night nursery nursing opposition parliamentary pension pet political primary private " +
    "public receiving ruling search second secondary secret select soviet special sports state student study sunday " +
    "support tea third top trade travel user wage weekly work working world year youth",
);

/** Signs that join a word to one beside it: an account name, a tag, a host. */
const JOINING = hashesOf("@ # _ / . - &");
const LEGAL_FORMS = hashesOf(LEGAL);
const COMMA = hashOfWord(",");
const STOP = hashOfWord(".");

/** The organization that token `i`, a capitalized word, begins or ends; null when there is none. */
export function organizationAt(tokens: Tokens, i: number): Run | null {
  return organizationEndingAt(tokens, i) ?? knownOrganizationAt(tokens, i);
}

const MAX_WORDS = 6;

/**
 * The organization's name whose head is token `head`: the capitalized words before the head, the head, and a legal form or
 * places after it. Null if there is no name.
 */
function organizationEndingAt(tokens: Tokens, head: number): Run | null {
  const { shape, word } = tokens;
  if (!HEADS.has(word[head] as number) && !FIRST_HEADS.has(word[head] as number)) return null;
  // In capitals heads show no name, except legal forms, which are written so anywhere.
  if (shape[head] === SHAPE.capitals && !LEGAL_FORMS.has(word[head] as number)) return null;
  const from = beginOfName(tokens, head);
  const isFirst = from === head || isOrdinary(tokens, from, head);
  if (isJoined(tokens, from) || (isFirst && !FIRST_HEADS.has(word[head] as number))) return null;
  const legal = legalFormEnd(tokens, head + 1);
  const to = legal > head + 1 || !mayGoOn(tokens, head) ? legal : endOfPlaces(tokens, legal);
  return isFirst && isOrdinary(tokens, head + 1, to) ? null : { from, to };
}

/** Start of the capitalized words that lead up to token `head`. */
function beginOfName(tokens: Tokens, head: number): number {
  const { gap, shape, word } = tokens;
  let from = head;
  for (let words = 0; words < MAX_WORDS && from > 0; words++) {
    if (gap[from] !== GAP.blank) break;
    const before = isJoin(tokens, from - 1) ? from - 2 : beforePossessive(tokens, from - 1);
    if (!isCapital(shape[before] as number) || NOT_IN_NAME.has(word[before] as number)) break;
    if (word[head] === BANK && ROLE_WORDS.has(word[before] as number)) break;
    from = before;
  }
  return from;
}

/** Whether token `i` joins words of a name: "Paws & Claws", "John M. Olin". */
function isJoin({ gap, shape, word }: Tokens, i: number): boolean {
  if (i < 1) return false;
  if (word[i] === AMPERSAND) return gap[i] === GAP.blank;
  return word[i] === STOP && gap[i] === GAP.none && shape[i - 1] === SHAPE.initial;
}

/** Whether a name may continue after its head with "of ...": only where not every word is capitalized. */
function mayGoOn({ count, shape, word }: Tokens, head: number): boolean {
  return head + 1 < count && shape[head + 1] === SHAPE.lower && !NOT_AFTER.has(word[head + 2] ?? 0);
}

const JOINS = hashesOf("of for");
const ON = hashOfWord("on");
/** Heads that "on" may follow: "Council on Foreign Relations". */
const ON_HEADS = hashesOf("commission committee conference council");
const THE = hashOfWord("the");
/** Times that something is planned for. */
const CALENDAR = hashesOf(
  "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august " +
    "september october november december",
);
const MAX_PARTS = 4;

/** End of a name that continues at `from` with "for the Ninth Circuit", "of the State of Utah", "on Foreign Relations". */
export function endOfPlaces(tokens: Tokens, from: number): number {
  const { count, gap, shape, word } = tokens;
  let end = from;
  for (let part = 0; part < MAX_PARTS; part++) {
    let at = end;
    const isOn = part === 0 && word[at] === ON && ON_HEADS.has(word[from - 1] as number);
    if (at >= count || gap[at] !== GAP.blank || !(isOn || JOINS.has(word[at] as number)))
      return end;
    at++;
    if (word[at] === THE && gap[at] === GAP.blank) at++;
    const first = at;
    while (at < count && at - first < MAX_WORDS && gap[at] === GAP.blank) {
      const hash = word[at] as number;
      if (!isCapital(shape[at] as number) || NOT_IN_NAME.has(hash) || CALENDAR.has(hash)) break;
      at++;
    }
    if (at === first) return end;
    end = at;
  }
  return end;
}

/** End of a name that reaches up to token `to`, with the legal form after it: ", Inc." */
function legalFormEnd({ count, shape, word, gap }: Tokens, to: number): number {
  const form = word[to] === COMMA ? to + 1 : to;
  const isForm = form < count && shape[form] !== SHAPE.lower && LEGAL_FORMS.has(word[form] ?? 0);
  if (!isForm) return to;
  const hasStop = form + 1 < count && word[form + 1] === STOP && gap[form + 1] === GAP.none;
  return hasStop ? form + 2 : form + 1;
}

/** The token of "People" if `i` is the s of "People's"; else `i`. */
function beforePossessive({ gap, shape, word }: Tokens, i: number): number {
  const isS =
    i >= 2 && gap[i] === GAP.none && shape[i - 1] === SHAPE.sign && gap[i - 1] === GAP.none;
  return isS && PEOPLES.has(word[i - 2] as number) ? i - 2 : i;
}

/** A known organization that begins with token `from`; null when none does. */
function knownOrganizationAt(tokens: Tokens, from: number): Run | null {
  const { count, gap, word } = tokens;
  const to = knownNameEnd(tokens, from);
  if (to < 0) return null;
  const isGoingOn = to < count && gap[to] === GAP.none && JOINING.has(word[to] as number);
  const isStop = isGoingOn && word[to] === STOP && (to + 1 >= count || gap[to + 1] !== GAP.none);
  if (isJoined(tokens, from) || (isGoingOn && !isStop)) return null;
  return { from, to };
}

/** Whether the token is joined to the one before it: an account name, a tag, a host, a longer name. */
function isJoined({ gap, word }: Tokens, from: number): boolean {
  return from > 0 && gap[from] === GAP.none && JOINING.has(word[from - 1] as number);
}

/** Whether the words from `from` to `head` make no name with the head: "Third Party", "Each Union". */
function isOrdinary({ word }: Tokens, from: number, head: number): boolean {
  for (let i = from; i < head; i++) {
    const hash = word[i] as number;
    if (NOT_AFTER.has(hash)) continue;
    if (!NO_NAME_BEFORE.has(hash) && !ROLE_WORDS.has(hash) && !SMALL_WORDS.has(hash)) return false;
  }
  return true;
}

/** Jobs that exist only in companies; a minister, for one, is a country's. */
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

/** Departments of a company, and what one can be a manager of: "Head of Engineering". */
const PARTS = hashesOf(
  "accounting administration development engineering facilities finance hr human it legal logistics marketing " +
    "operations people procurement product production quality research resources sales security software support " +
    "technology",
);

/** Offices of firms if their field is named: "Medical Director of", "VP of Engineering of"; a film has a director, too. */
const OFFICES = hashesOf("director head officer president vp");

function isOffice({ gap, shape, word }: Tokens, i: number): boolean {
  const isWritten = (at: number) =>
    at >= 0 && isCapital(shape[at] as number) && gap[at + 1] === GAP.blank;
  if (OFFICES.has(word[i] as number)) return isWritten(i) && isWritten(i - 1);
  return PARTS.has(word[i] as number) && word[i - 1] === OF && OFFICES.has(word[i - 2] ?? 0);
}

const MAX_ANNOUNCED_WORDS = 4;

/** The organization that the words before token `from`, a capitalized word, announce; null if they announce none. */
export function organizationAfterWords(tokens: Tokens, from: number): Run | null {
  const { count, gap, shape, word } = tokens;
  if (!isAnnounced(tokens, from)) return null;
  let to = from;
  while (to < count && to < from + MAX_ANNOUNCED_WORDS && isCapital(shape[to] as number)) {
    if (NOT_IN_NAME.has(word[to] as number)) break;
    to++;
    if (to < count && gap[to] !== GAP.blank) break;
  }
  const first = word[from] as number;
  const isNone = to === from || PARTS.has(first) || ROLE_WORDS.has(first) || JOB_WORDS.has(first);
  return isNone ? null : { from, to };
}

/** Whether a company's job in capitals is before token `from`: "Project Manager of". */
export function isAfterOffice({ gap, shape, word }: Tokens, from: number): boolean {
  const isTitle = (i: number) => i >= 0 && shape[i] === SHAPE.title && gap[i + 1] === GAP.blank;
  return COMPANY_JOBS.has(word[from - 2] ?? 0) && isTitle(from - 2) && isTitle(from - 3);
}

function isAnnounced(tokens: Tokens, from: number): boolean {
  const { gap, word } = tokens;
  const last = word[from - 1];
  const before = word[from - 2];
  if (from < 2 || before === undefined || gap[from] !== GAP.blank) return false;
  if (last === COLON) return LABELS.has(before) && gap[from - 1] === GAP.none;
  if (last !== OF && last !== AT && last !== FOR) return false;
  return COMPANY_JOBS.has(before) || (last === OF && isOffice(tokens, from - 2));
}
