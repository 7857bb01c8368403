// Tags around tokens, in whatever disguise: escaped, in other letter case, with blanks, marks or attributes inside. Pure.
import type { Escaping } from "./escaping.ts";
import { glyphAt, isInvisible, isMark, isSpace, plainForm } from "./glyphs.ts";

/** HTML counts before JSON: see tagged.ts. */
export function strongerOf(one: Escaping, other: Escaping): Escaping {
  if (one === "html" || other === "html") return "html";
  return one === "json" || other === "json" ? "json" : "none";
}

/** A tag with one of the names; UTF-16 units, end exclusive. */
export interface KnownTag {
  readonly start: number;
  readonly end: number;
  readonly isClosing: boolean;
  readonly escaping: Escaping;
}

/** Characters of the longest tag that is read. */
const MAX_TAG = 96;

const NAME_PART = /^[0-9A-Z_]$/;

/** Reads tags with one of the names it is made for. */
export class TagReader {
  readonly #names: ReadonlySet<string>;
  /** What their names begin with, in upper case. */
  readonly beginnings = new Set<string>();

  constructor(names: Iterable<string>) {
    this.#names = new Set([...names].map((name) => name.toUpperCase()));
    for (const name of this.#names) {
      for (let length = 0; length <= name.length; length++) {
        this.beginnings.add(name.slice(0, length));
      }
    }
  }

  /** Whether a tag may begin with this character. */
  begin(char: string): boolean {
    return plainForm(char) === "<" && this.#names.size > 0;
  }

  /** The tag at an offset where one may begin; null: none; "more": more text could make it one. */
  tagAt(text: string, start: number, isJson: boolean, isWhole: boolean): KnownTag | null | "more" {
    const shape = new TagShape(this.#names, this.beginnings);
    let escaping: Escaping = "none";
    for (let at = start, read = 0; read < MAX_TAG; read++) {
      const glyph = at < text.length ? glyphAt(text, at, isJson, isWhole) : null;
      if (glyph === null) return isWhole ? null : "more";
      at = glyph.end;
      escaping = strongerOf(escaping, glyph.escaping);
      if (read === 0 || isInvisible(glyph.text)) continue;
      const goesOn = shape.read(plainForm(glyph.text).toUpperCase());
      if (goesOn === "end") return { start, end: at, isClosing: shape.isClosing, escaping };
      if (!goesOn) return null;
    }
    return null;
  }
}

/** What has been read of one tag, behind its bracket. */
class TagShape {
  isClosing = false;
  readonly #names: ReadonlySet<string>;
  readonly #beginnings: ReadonlySet<string>;
  #name = "";
  #isNamed = false;

  constructor(names: ReadonlySet<string>, beginnings: ReadonlySet<string>) {
    this.#names = names;
    this.#beginnings = beginnings;
  }

  /** The next letter, in upper case. "end": the tag is whole; false: it is none. */
  read(letter: string): boolean | "end" {
    if (letter === ">") return this.#names.has(this.#name) && "end";
    if (letter === "<") return false;
    if (this.#isNamed) return true;
    // An underscore is a mark where no name goes on with it.
    if (NAME_PART.test(letter) && this.#beginnings.has(this.#name + letter)) {
      this.#name += letter;
      return true;
    }
    if (!isSpace(letter) && !isMark(letter) && letter !== "/") return false;
    if (this.#name !== "") this.#isNamed = true;
    else if (letter === "/") this.isClosing = true;
    return !this.#isNamed || this.#names.has(this.#name);
  }
}
