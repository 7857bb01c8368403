// Puts values into the places of the tokens of one conversation, and of no others. Pure.
import { escaped } from "../../tokens/reading/escaping.ts";
import {
  type Glyph,
  glyphAt,
  isInvisible,
  isWordPart,
  plainForm,
  STOP,
} from "../../tokens/reading/glyphs.ts";
import { type KnownTag, strongerOf, TagReader } from "../../tokens/reading/tag-reader.ts";
import { isTag } from "../../tokens/reading/wrappers.ts";
import { type StreamingText, type TextRestorer, type TextSort, valueIn } from "./text-restorer.ts";
import { type KnownToken, TokenKeys } from "./token-keys.ts";
import { type Hit, TokenWalk } from "./token-walk.ts";

/** Characters between a tag and its token: blanks, quotes, marks, punctuation that moved inside. */
const MAX_BETWEEN = 16;

/**
 * Restores the tokens of a conversation in whatever a language model made of them: in other letter case, wrapped,
 * escaped, with marks or invisible characters inside, within their tags, half of them or none. Whole words only; the
 * longest token counts. What a person's name stands for is also found word by word, where that is not ambiguous:
 * `texts`, what the model was sent, must not use the word otherwise. What is restored is not looked at again.
 */
export class KnownTokens implements TextRestorer {
  readonly #keys: TokenKeys;
  readonly #tags: TagReader;

  constructor(tokens: readonly KnownToken[], texts: readonly string[] = []) {
    const tags = tokens.filter(isTag).map(({ prefix }) => prefix.slice(1, -1));
    this.#tags = new TagReader(tags);
    const whole = tokens.flatMap(spellings);
    this.#keys = new TokenKeys(whole);
    const words = wordsOfNames(tokens);
    if (words.size === 0) return;
    // Tokens left out of a text, the words that stand otherwise in it are left.
    const leaveOut = new KnownTokens(
      tokens.map((known) => ({ ...known, value: "\n", isName: false })),
    );
    const others = texts.flatMap((text) => wordsIn(leaveOut.restore(text, "text")));
    for (const word of [...others, ...tokens.map(({ token }) => token)]) words.delete(word);
    this.#keys = new TokenKeys([...whole, ...words]);
  }

  restore(text: string, sort: TextSort): string {
    const stream = this.stream(sort);
    return stream.push(text) + stream.end();
  }

  /**
   * Holds back what may be the beginning of a token or of its tag, and nothing else: at most eight times the longest
   * token, and 512 units for a tag and what stands beside it.
   */
  stream(sort: TextSort): StreamingText {
    return new KnownTokensStream(this.#keys, this.#tags, sort);
  }
}

function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{M}]+/gu) ?? [];
}

/** How a token may stand in a text. Tags have a reader of their own; other wrappers may be there whole or half. */
function spellings(known: KnownToken): [string, string][] {
  const { token, value, prefix, suffix } = known;
  const texts = isTag(known)
    ? [token]
    : [token, prefix + token, token + suffix, prefix + token + suffix];
  return [...new Set(texts)].map((text) => [text, value]);
}

/** Words of names, and the words of their values, where both have as many and no word stands for two. */
function wordsOfNames(tokens: readonly KnownToken[]): Map<string, string> {
  const words = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const { token, value, isName = false } of tokens) {
    const [names, values] = [token.split(/\s+/), value.split(/\s+/)];
    if (!isName || names.length < 2 || names.length !== values.length) continue;
    for (const [i, name] of names.entries()) {
      const word = values[i] ?? "";
      if ((words.get(name) ?? word) !== word || !/\p{L}{2}/u.test(name)) ambiguous.add(name);
      words.set(name, word);
    }
  }
  for (const name of ambiguous) words.delete(name);
  return words;
}

/** One text. Decides about a character only when no more text could change it, so pieces may be cut anywhere. */
class KnownTokensStream implements StreamingText {
  readonly #keys: TokenKeys;
  readonly #tags: TagReader;
  readonly #isJson: boolean;
  /** What has come and was not given out. */
  #text = "";
  /** What can be given out, and how far the text is in it or left out. */
  #out = "";
  #given = 0;
  /** Where the next character is to be decided about. */
  #at = 0;
  #walk: TokenWalk | null = null;
  #isInWord = false;
  /** An opening tag, and how much may stand between it and its token. */
  #tag: KnownTag | null = null;
  #between = 0;
  /** How much may stand between a token and its closing tag. */
  #behind = 0;

  constructor(keys: TokenKeys, tags: TagReader, sort: TextSort) {
    this.#keys = keys;
    this.#tags = tags;
    this.#isJson = sort === "json";
  }

  push(piece: string): string {
    this.#text += piece;
    return this.#run(false);
  }

  end(): string {
    return this.#run(true);
  }

  #run(isWhole: boolean): string {
    while (this.#at < this.#text.length) {
      const glyph = glyphAt(this.#text, this.#at, this.#isJson, isWhole);
      if (glyph === null || !this.#decide(glyph, isWhole)) break;
    }
    this.#giveOut(this.#tag?.start ?? this.#at);
    const [out, given] = [this.#out, this.#given];
    this.#out = "";
    this.#given = 0;
    this.#text = this.#text.slice(given);
    this.#at -= given;
    if (this.#tag !== null) this.#tag = { ...this.#tag, start: 0, end: this.#tag.end - given };
    return out;
  }

  /** What a character is. False: more text could change that. */
  #decide(glyph: Glyph, isWhole: boolean): boolean {
    if (this.#walk === null && this.#tags.begin(glyph.text)) {
      const tag = this.#tags.tagAt(this.#text, this.#at, this.#isJson, isWhole);
      if (tag === "more") return false;
      if (tag === null) this.#pass(glyph);
      else this.#passTag(tag);
      return true;
    }
    if (this.#walk === null && !this.#mayBegin(glyph)) {
      this.#pass(glyph);
      return true;
    }
    this.#walk ??= new TokenWalk(this.#keys);
    if (!this.#walk.goOn(this.#text, this.#at, this.#isJson, isWhole)) return false;
    const { hit } = this.#walk;
    this.#walk = null;
    if (hit === null) this.#pass(glyph);
    else this.#passHit(hit);
    return true;
  }

  #giveOut(until: number): void {
    this.#out += this.#text.slice(this.#given, until);
    this.#given = until;
  }

  #mayBegin({ text }: Glyph): boolean {
    return this.#keys.begin(plainForm(text)) && !(this.#isInWord && isWordPart(text));
  }

  /** A character that stays. */
  #pass({ text, end }: Glyph): void {
    this.#at = end;
    if (isInvisible(text)) return;
    this.#isInWord = isWordPart(text);
    const isApart = this.#isInWord || text === STOP || text === "<";
    this.#between = isApart ? 0 : Math.max(0, this.#between - 1);
    this.#behind = isApart ? 0 : Math.max(0, this.#behind - 1);
    if (this.#between === 0) this.#tag = null;
  }

  /** A closing tag goes with the token before it; an opening one waits for its own. */
  #passTag(tag: KnownTag): void {
    if (tag.isClosing && this.#behind > 0) this.#leaveOut(tag);
    this.#at = tag.end;
    this.#isInWord = false;
    this.#behind = 0;
    this.#tag = tag.isClosing ? null : tag;
    this.#between = MAX_BETWEEN;
  }

  /** A token goes, and its value comes, escaped as the text is in which it stands. */
  #passHit({ length, value, escaping, endsWord }: Hit): void {
    const seen = strongerOf(escaping, this.#tag?.escaping ?? "none");
    if (this.#tag !== null) this.#leaveOut(this.#tag);
    this.#giveOut(this.#at);
    this.#out += this.#isJson ? valueIn(value, "json") : escaped(value, seen);
    this.#at += length;
    this.#given = this.#at;
    this.#isInWord = endsWord;
    this.#tag = null;
    this.#behind = MAX_BETWEEN;
  }

  #leaveOut({ start, end }: KnownTag): void {
    this.#giveOut(start);
    this.#given = end;
  }
}
