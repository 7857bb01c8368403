// Single names, as chat, notes and logs write them: "ask marcus", "linh: ok", "with Tariq". The model was trained on prose,
// where a name has a capital and mostly a second word. On unseen texts (npm run bench:detect) these rules earn 0.3 points of
// PERSON's F1, on the corpus of prompts nine of its recall.

import { NEVER_NAMES, ORDINARY_WORDS } from "../../text/name-words.ts";
import type { SearchedText } from "../searched-text.ts";
import { PERSON, type Tagged } from "../tags.ts";
import { GAP, SHAPE, type Tokens } from "../tokens.ts";
import { MORE_GIVEN_NAMES } from "./given-names.ts";
import { isCapital, type Names } from "./organizations.ts";
import { hashesOf, hashOfWord, JOB_WORDS, ROLE_WORDS, WordSet } from "./role-words.ts";

/** Least share of names, among the words used like it, for a listed name in lower case. */
const LOWER_SHARE = 0.3;
/** The same for a listed name with a capital, and for a capitalized word that no list has. */
const LISTED_SHARE = 0.12;
const UNLISTED_SHARE = 0.45;
/** The same where somebody is addressed or mentioned: "ask", "with". */
const CALLED_SHARE = 0.1;
/** Shorter words are more often something else. */
const MIN_LETTERS = 3;
/** Margin of such a name: a score a little above an even chance. */
const MARGIN = 1;

/** Listed names, and words used like names, that mostly mean something else. */
const OTHERS =
  "kin aide king stone rocky ray mate alma mater buddy green brown teddy sung gracias rt nicky bar don venus royal baby " +
  "emmy sun actress black hot memorial gleason blue red many isis desk among even dark attn oscar nook juno flat wire line " +
  "deep santa roll pulitzer metal feet colored tip til theater piece min calendar pink marine corps series siri alexa bout " +
  "vitamin van von san an so see much most some such than then they these those very what when alpha beta gamma delta sigma " +
  "omega echo type name section letter wan coz ole nana baba carry hearts saturn jupiter tiny unique levy fillings out irish ian " +
  "soon people sad mani today bear dog hugo julia pascal ada eve clara";
/** Words that are no names even after a word that addresses somebody: roles, programs and programming languages. */
const THINGS =
  "test user guest admin root dev devs ruby rust docker jenkins django flask celery maven gradle kafka astro lua mate buddy man " +
  "ray rt siri alexa else type name section letter people today some such much most so then than when what these those they this unknown none pending " +
  "my well enter optional required untitled default anonymous unassigned";
/** Words that are no names only where somebody is addressed; elsewhere some are family names: "Reader, John", "Xiu You". */
const ADDRESSED = new WordSet(
  hashesOf(
    "world there all everyone everybody anyone folks guys again mom mum dad friend friends ladies gentlemen both class community universe " +
      "internet girls boys kids students parents reader readers neighbour neighbours neighbor neighbors gang crew group chat stranger humans you",
    "resident residents passenger passengers visitor visitors citizen citizens constituent constituents veteran veterans parishioners " +
      "rider riders player players speaker speakers delegate delegates winner winners nominee enrollee carer interviewee cardmember " +
      "accountholder leaseholder unitholder stakeholders moderator moderators mods admins sysadmin maintainer maintainers teammate " +
      "teammates squad panel consultants analysts designers tester testers researchers scientists followers fans newcomer newcomers",
    "uncle aunt auntie grandma grandpa granny daddy mommy mummy mama papa sis bro fam family girl boy bestie flatmate flatmates sirs maam " +
      "majesty highness reverend rabbi imam lawyer coach accounting audit facilities onboarding bot chatbot cortana gemini copilot " +
      "foo moon heaven sunshine darkness weekend spring winter tensorflow laravel blazor arduino raspberry teams dependabot",
    "lovely beautiful gorgeous handsome darling love babe pal legend loyal noob bye goodbye kindly congrats yes please " +
      "anyway also just quick",
  ),
);
/** Words that name nobody, but that a name follows. */
const CALLS = hashesOf(
  "ask asked tell told ping pinged cc thanks thx hi hey hello dear yo dude morning with call called met",
);
/** Words that are no names on their own. */
export const NO_NAMES = new WordSet(
  new Set([
    ...hashesOf([...ORDINARY_WORDS, ...NEVER_NAMES].join(" "), OTHERS, THINGS),
    ...CALLS,
    ...ROLE_WORDS,
    ...JOB_WORDS,
  ]),
);
/** Words that are no names even where somebody is addressed. */
const NEVER_CALLED = new WordSet(
  new Set([...hashesOf([...NEVER_NAMES].join(" "), THINGS), ...CALLS, ...ROLE_WORDS, ...JOB_WORDS]),
);
/** Those of `CALLS` that only a person follows: "ask clara", not "with clara". */
const SPOKEN_TO = new WordSet(
  hashesOf("ask asked tell told ping pinged cc thanks thx hi hey hello dear yo dude morning met"),
);
/** Those that begin a line or a sentence of their own, and so are no part of a name: "> Hi Zanele,", "Agent: Hello Ottoline!". */
const GREETINGS = hashesOf("thanks thx hi hey hello dear yo");
/** Signs after somebody who is greeted. */
const ENDS = hashesOf(", ! . : ; -");
/** Verbs that only a person is the subject of: "clara said". */
const TELLS = hashesOf(
  "said says told asked asks thinks wants wanted knows replied mentioned confirmed promised agreed suggested pinged called know " +
    "emailed texted",
);
/** Words before a thing or a kind of people: "the king said". */
const OF_THINGS = hashesOf("the a an this that his her my our your their its each every of");
const BEFORE_NAME = new WordSet(hashesOf("mr mrs dr"));
/** Those, and what unknown words do only if they are persons. */
const LIVES = new Set([...TELLS, ...hashesOf("lives lived")]);
/** What people have, or people that they have. */
const OWNED = hashesOf(
  "address phone email number birthday passport ssn husband wife mother father mum mom dad son daughter brother sister boyfriend girlfriend",
);
/** Words before a lower-case name that is one of several. */
const LISTS = hashesOf("and or");
const STOP = hashOfWord(".");
const APOSTROPHES = hashesOf("' \u2019");
const POSSESSIVE = hashOfWord("s");
/** Signs that make a word part of a longer one: "#name", "john.doe", "src/ruby", "max(". */
const GLUE_BEFORE = hashesOf("_ @ / - \\ + $ & # .");
const GLUE_AFTER = hashesOf("_ @ / - \\ + = $ & # ( [ {");

/**
 * Give listed names in lower case the shape of capitalized words, unless they are part of another word: the model then
 * decides by the words around them. Changes the shapes of `tokens`.
 */
export function raiseNames(tokens: SearchedText): void {
  const { count, shape } = tokens;
  for (let i = 0; i < count; i++) {
    if (shape[i] !== SHAPE.lower || !isLongEnough(tokens, i) || isNoName(tokens, i)) continue;
    if (!isRaised(tokens, i) || !stands(tokens, i)) continue;
    shape[i] = SHAPE.title;
    if (isUnknownAfter(tokens, i)) shape[i + 1] = SHAPE.title;
  }
}

function isRaised(tokens: SearchedText, i: number): boolean {
  const { lexicon } = tokens;
  const hash = tokens.word[i] as number;
  if (MORE_GIVEN_NAMES.has(hash)) return true;
  if (isTitled(tokens, i) && (lexicon.isName(hash) || lexicon.find(hash) < 0)) return true;
  if (!lexicon.isGivenName(hash)) return false;
  const hasCue = follows(tokens, i, CALLS) || follows(tokens, i, LISTS) || isTelling(tokens, i);
  return lexicon.nameShare(hash) >= (hasCue ? CALLED_SHARE : LOWER_SHARE);
}

/** Whether a lower-case word that the lexicon lacks is next: "julie kovarik". */
function isUnknownAfter(tokens: SearchedText, i: number): boolean {
  const next = i + 1;
  if (next >= tokens.count || tokens.gap[next] !== GAP.blank || !stands(tokens, next)) return false;
  const isWord = tokens.shape[next] === SHAPE.lower && isLongEnough(tokens, next);
  return isWord && tokens.lexicon.find(tokens.word[next] as number) < 0;
}

/** The names (by place, without overlap), and single capitalized words that can only be names. */
export function withKnownNames(tokens: SearchedText, names: Names): Names {
  const out: Tagged[] = [];
  let next = 0;
  for (let i = 0; i < tokens.count; i++) {
    for (let name = names[next]; name !== undefined && name.to <= i; name = names[++next]) {
      out.push(name);
    }
    const isTaken = (names[next]?.from ?? tokens.count) <= i;
    if (isTaken || !isKnown(tokens, i)) continue;
    out.push({ from: i, to: i + 1, type: PERSON, margin: MARGIN });
  }
  if (out.length === next) return names;
  return [...out, ...names.slice(next)];
}

function isKnown(tokens: SearchedText, i: number): boolean {
  const hash = tokens.word[i] as number;
  if (tokens.shape[i] !== SHAPE.title || !isLongEnough(tokens, i) || isNoName(tokens, i))
    return false;
  if (!stands(tokens, i) || hasNeighbour(tokens, i)) return false;
  if (MORE_GIVEN_NAMES.has(hash)) return true;
  const isUnknown = tokens.lexicon.find(hash) < 0;
  if (isUnknown && isTelling(tokens, i, LIVES)) return true;
  if ((isUnknown || tokens.lexicon.isName(hash)) && isOwner(tokens, i)) return true;
  const isListed = tokens.lexicon.isGivenName(hash);
  if ((isUnknown || isListed) && isGreetedAlone(tokens, i)) return true;
  // "Hello Guadalupe": also a place.
  const isGreeted = isListed && follows(tokens, i, SPOKEN_TO);
  if (tokens.lexicon.isOtherName(hash) && !isGreeted) return false;
  const usual = isListed ? LISTED_SHARE : UNLISTED_SHARE;
  return tokens.lexicon.nameShare(hash) >= (follows(tokens, i, CALLS) ? CALLED_SHARE : usual);
}

/** Whether the word ends a greeting: nothing follows in its line, or a sign. */
function isGreetedAlone(tokens: Tokens, i: number): boolean {
  const { count, gap, word } = tokens;
  const isEnd = i + 1 >= count || (gap[i + 1] as number) >= GAP.newline;
  return follows(tokens, i, GREETINGS) && (isEnd || ENDS.has(word[i + 1] as number));
}

/** Whether the word mostly means something else, and nobody is addressed here. */
function isNoName(tokens: Tokens, i: number): boolean {
  const hash = tokens.word[i] as number;
  if (ADDRESSED.has(hash) && follows(tokens, i, SPOKEN_TO)) return true;
  if (!NO_NAMES.has(hash)) return false;
  const isSomebody = follows(tokens, i, SPOKEN_TO) || isTelling(tokens, i) || isTitled(tokens, i);
  return !isSomebody || NEVER_CALLED.has(hash);
}

/** Whether a title is before the word: "dr. hurst". */
function isTitled(tokens: Tokens, i: number): boolean {
  const isDotted = tokens.word[i - 1] === STOP && tokens.gap[i - 1] === GAP.none;
  return isDotted ? BEFORE_NAME.has(tokens.word[i - 2] ?? 0) : follows(tokens, i, BEFORE_NAME);
}

/** Whether something follows in the possessive that people have: "Tihomila's address". */
function isOwner({ word }: Tokens, i: number): boolean {
  const isS = APOSTROPHES.has(word[i + 1] as number) && word[i + 2] === POSSESSIVE;
  return isS && OWNED.has(word[i + 3] as number);
}

/** Whether the word is the subject of one of these verbs in its line, and has no article. */
function isTelling(tokens: Tokens, i: number, verbs: ReadonlySet<number> = TELLS): boolean {
  const isNext = i + 1 < tokens.count && tokens.gap[i + 1] === GAP.blank;
  return isNext && verbs.has(tokens.word[i + 1] as number) && !follows(tokens, i, OF_THINGS);
}

function isLongEnough({ start, end }: Tokens, i: number): boolean {
  return (end[i] as number) - (start[i] as number) >= MIN_LETTERS;
}

/** Whether one of `words` is right before token `i` in its line. */
function follows({ gap, word }: Tokens, i: number, words: Pick<WordSet, "has">): boolean {
  return i > 0 && gap[i] === GAP.blank && words.has(word[i - 1] as number);
}

/** Whether token `i` is a word of its own, at most with a possessive s. */
function stands({ count, gap, shape, word }: Tokens, i: number): boolean {
  const isSign = (at: number) => shape[at] === SHAPE.sign;
  const isBegun = i > 0 && gap[i] === GAP.none;
  if (isBegun && (!isSign(i - 1) || GLUE_BEFORE.has(word[i - 1] as number))) return false;
  if (i + 1 >= count || gap[i + 1] !== GAP.none) return true;
  const sign = word[i + 1] as number;
  if (!isSign(i + 1) || GLUE_AFTER.has(sign)) return false;
  if (i + 2 >= count || gap[i + 2] !== GAP.none || isSign(i + 2)) return true;
  return sign !== STOP && (!APOSTROPHES.has(sign) || word[i + 2] === POSSESSIVE);
}

/** Whether a capitalized word is beside it, as in longer names of things. */
function hasNeighbour({ count, gap, shape, word }: Tokens, i: number): boolean {
  const isWord = (at: number) => isCapital(shape[at] as number) && shape[at] !== SHAPE.initial;
  if (i + 1 < count && gap[i + 1] === GAP.blank && isWord(i + 1)) return true;
  if (i === 0 || gap[i] !== GAP.blank || !isWord(i - 1)) return false;
  if (GREETINGS.has(word[i - 1] as number)) return false;
  return i > 1 && (gap[i - 1] as number) < GAP.newline && word[i - 2] !== STOP;
}
