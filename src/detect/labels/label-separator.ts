// Reads the separator between a label and its value: "MRN: 123", "passport no. is 123", "mrn=\"123\"", "<mrn>123</mrn>", "|
// MRN | 123 |", "**MRN:** 123".

import { codeAt, isAlphanumeric, isDigit, isUpper } from "../text/chars.ts";
import { foldLetter, hashOf, isIdeograph, type WordCursor } from "../text/folded-words.ts";
import { fitsAt } from "../text/sticky.ts";

/** Where the value may begin, and whether a sign or word announces it. */
export interface Separator {
  readonly at: number;
  /** It has ":", "=", "#", "|", a tag or a tab. */
  readonly isSigned: boolean;
  /** It is signed, or has a word such as "number" or "id". */
  readonly isExplicit: boolean;
  /** It has ":", "=" or a tag, as in a form or a program. */
  readonly isAssigned: boolean;
  /** The quote that opens the value; "" if none. */
  readonly quote: string;
}

/** Limit without tags. */
const MAX_SEPARATOR_CHARS = 48;
const MAX_TAG_CHARS = 96;
const MAX_TAGS = 6;
const MAX_LINES = 1;
/** As in "passport number is the following:". */
const MAX_WORDS = 4;
const MAX_NOTE_CHARS = 24;
const DASH = 45;
/** Letters one by one: "spelled N-A-S-H". */
const SPELLED = /\p{Lu}(?:[-. ]{1,2}\p{Lu}(?!\p{L})){2}/uy;

const TAILS =
  "number numbers no nos nr num nbr id ids identifier identification code nummer numero numeri n " +
  "reference ref kennung cislo numer numerem numarasi numaram 号 號 码 碼 番 नंबर संख्या क्रमांक";
const FILLERS =
  "is was are be should the my his her its following reads ist lautet war est es e s card holder details value " +
  "string text jest ar は が 為 为 是 है";
/** Only after another word: "est le 44712". */
const ARTICLES: ReadonlySet<number> = new Set(["le", "el", "il", "het"].map(hashOf));
/** By hash of the word; true: the word announces a value. */
const WORDS: ReadonlyMap<number, boolean> = new Map([
  ...FILLERS.split(" ").map((word): [number, boolean] => [hashOf(word), false]),
  ...Array.from(ARTICLES, (hash): [number, boolean] => [hash, false]),
  ...TAILS.split(" ").map((word): [number, boolean] => [hashOf(word), true]),
]);

/** Whether the word with this hash announces a value. */
export function isTail(hash: number): boolean {
  return WORDS.get(hash) === true;
}

const BLANKS: ReadonlySet<string> = new Set(
  Array.from(" \r\u00a0\u202f\u3000-\u2013\u2014*_`.\\([{>\u00ba\u00b0"),
);
const ASSIGNS: ReadonlySet<string> = new Set(Array.from(":=\uff1a"));
const SIGNS: ReadonlySet<string> = new Set(Array.from("#|\t\u2116\u2192"));
const JOINS: ReadonlySet<string> = new Set(Array.from("-._/"));
const QUOTES = "\"'\u201c\u201e\u2018";
const CLOSERS: ReadonlySet<string> = new Set(Array.from("\"')]}\u201d\u2019"));

/** Read the separator at `from`, at most 48 characters and six tags of it; null if there is none. */
export function readSeparator(cursor: WordCursor, from: number): Separator | null {
  return new SeparatorReader(cursor, from).read();
}

class SeparatorReader {
  readonly #cursor: WordCursor;
  readonly #from: number;
  #at: number;
  #isSigned = false;
  #isNamed = false;
  #isAssigned = false;
  #quote = "";
  #lines = 0;
  #words = 0;
  #tags = 0;
  #inTags = 0;

  constructor(cursor: WordCursor, from: number) {
    this.#cursor = cursor;
    this.#from = from;
    this.#at = from;
  }

  read(): Separator | null {
    while (this.#at - this.#from - this.#inTags < MAX_SEPARATOR_CHARS) {
      const char = this.#cursor.text.charAt(this.#at);
      if (char === "") return null;
      if (QUOTES.includes(char)) {
        this.#quote = char;
        this.#at++;
        if (this.#isAssigned) return this.#separator();
      } else if (!(this.#sign(char) || this.#word())) {
        return this.#lines > 0 && !this.#isExplicit() ? null : this.#separator();
      }
    }
    return null;
  }

  #isExplicit(): boolean {
    return this.#isSigned || this.#isNamed;
  }

  #separator(): Separator | null {
    // After a label in Chinese or Japanese the separator may be empty.
    if (this.#at === this.#from && !isIdeograph(codeAt(this.#cursor.text, this.#from - 1))) {
      return null;
    }
    const isExplicit = this.#isExplicit();
    const [isSigned, isAssigned] = [this.#isSigned, this.#isAssigned];
    return { at: this.#at, isSigned, isExplicit, isAssigned, quote: this.#quote };
  }

  /** Consume a sign, a blank or a tag; false if `char` is none of these. */
  #sign(char: string): boolean {
    const { text } = this.#cursor;
    // The ">" of "<city>Ulm</city>".
    const isAssign = ASSIGNS.has(char) || (char === ">" && this.#at === this.#from);
    if (isAssign) this.#quote = "";
    if (char === "<") {
      const length = text.slice(this.#at, this.#at + MAX_TAG_CHARS).indexOf(">");
      if (length === -1 || this.#tags++ === MAX_TAGS) return false;
      this.#at += length;
      this.#inTags += length;
    } else if (char === "(" && !isDigit(codeAt(text, this.#at + 1))) {
      this.#at = endOfNote(text, this.#at) - 1;
    } else if (char === "\n") {
      // Only a form puts a value on the next line, never a sentence.
      this.#lines += this.#isExplicit() ? 1 : MAX_LINES + 1;
      if (this.#lines > MAX_LINES) return false;
    } else if (!(isAssign || SIGNS.has(char) || BLANKS.has(char) || CLOSERS.has(char))) {
      return false;
    }
    this.#isAssigned ||= isAssign || char === "<";
    this.#isSigned ||= isAssign || char === "<" || SIGNS.has(char);
    this.#at++;
    return true;
  }

  /** Consume a word such as "number" or "is"; false if there is none. */
  #word(): boolean {
    const cursor = this.#cursor;
    if (this.#words === MAX_WORDS || foldLetter(codeAt(cursor.text, this.#at)) === 0) return false;
    cursor.read(this.#at);
    // "No12345" and "E-20931" are values, not words before one.
    const after = codeAt(cursor.text, cursor.end);
    if (isDigit(after) || (after === DASH && isDigit(codeAt(cursor.text, cursor.end + 1)))) {
      return false;
    }
    const announces = WORDS.get(cursor.hash);
    if (announces === undefined || (!announces && this.#isName())) return false;
    if ((!announces || this.#isAssigned) && this.#isJoined()) return false;
    if (cursor.end - this.#at === 1 && fitsAt(SPELLED, cursor.text, this.#at)) return false;
    this.#isNamed ||= announces;
    this.#at = cursor.end;
    this.#words++;
    return true;
  }

  /** Whether the word under the cursor is the first part of a value: "the-horse-battery", "no.7blueHouse". */
  #isJoined(): boolean {
    const { end, text } = this.#cursor;
    return JOINS.has(text.charAt(end)) && isAlphanumeric(codeAt(text, end + 1));
  }

  /** Whether a filler under the cursor begins the value: "Apellido: El Amrani", "Name: My". */
  #isName(): boolean {
    const { hash, text } = this.#cursor;
    const isCapital = isUpper(codeAt(text, this.#at)) && !isUpper(codeAt(text, this.#at + 1));
    return (ARTICLES.has(hash) && this.#words === 0) || (isCapital && this.#isAssigned);
  }
}

/** End of a note such as "(US)" or "(if any)"; one past the "(" if the brackets hold more than a note. */
function endOfNote(text: string, open: number): number {
  const note = text.slice(open, open + MAX_NOTE_CHARS);
  const close = note.indexOf(")");
  return close === -1 || /[\d:=\n]/.test(note.slice(0, close)) ? open + 1 : open + close + 1;
}
