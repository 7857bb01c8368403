// Replaces the tokens of one conversation, and no others, by their values. Pure.
import { costOfLetters, type Steps } from "../../core/steps.ts";
import { escaped, escapingSeen } from "../../tokens/reading/escaping.ts";
import { STOP, StreamView } from "../../tokens/reading/stream-view.ts";
import { type Marker, markerAt, mayBecomeTag } from "../../tokens/reading/tagged.ts";
import { isTag } from "../../tokens/reading/wrappers.ts";
import type { StreamingText, TextFormat, TextRestorer } from "./text-restorer.ts";
import { isWordPart, type KnownToken, plainForm, TokenKeys } from "./token-keys.ts";
import { type Hit, TokenWalk } from "./token-walk.ts";

/** Most characters between a tag and its token: blanks, quotes, marks, punctuation that moved inside. */
const MAX_BETWEEN = 16;
/** UTF-16 units that are viewed at once: a view takes 16 times the memory of its text. */
const MAX_VIEWED = 4_096;
/** Milliseconds for 64 KiB of the worst text: many places where a token may begin but does not continue. */
const COST = 30;
/** Words that one step, of a millisecond, looks up. */
const LOOKED_UP = 4_096;

/**
 * Restores the tokens of a conversation in any form a language model may give them: in other letter case, wrapped, escaped,
 * with marks or invisible characters inside, within both their tags, one or none. Only whole words count, and the longest
 * token wins. Restored text is not searched again.
 */
export class KnownTokens implements TextRestorer {
  readonly #keys: TokenKeys;
  /** Names of tags, in upper case. */
  readonly #tags: ReadonlySet<string>;
  readonly #said: "text" | "json";

  /** `words`: parts of tokens, restored as well, with their values; `said`: the format of what the model tells its user. */
  constructor(
    tokens: readonly KnownToken[],
    words: Iterable<readonly [string, string]> = [],
    said: "text" | "json" = "text",
  ) {
    this.#said = said;
    this.#tags = new Set(
      tokens.filter(isTag).map(({ prefix }) => prefix.slice(1, -1).toUpperCase()),
    );
    this.#keys = new TokenKeys([...tokens.flatMap(spellings), ...words]);
  }

  *restore(text: string, format: TextFormat): Steps<string> {
    const stream = this.stream(format);
    const certain = yield* stream.push(text);
    return certain + stream.end();
  }

  /** Holds back only what may begin a token or its tag: eight times the longest token, and 1,024 units, at most. */
  stream(format: TextFormat): StreamingText {
    const isJson = (format === "said" ? this.#said : format) === "json";
    return new KnownTokensStream(this.#keys, this.#tags, isJson);
  }
}

/** Also restores single words of people's names, unless `texts`, which the model was sent, use the word otherwise. */
export function* knownTokens(
  tokens: readonly KnownToken[],
  texts: readonly string[],
  said: "text" | "json" = "text",
): Steps<KnownTokens> {
  const words = wordsOfNames(tokens);
  if (words.size === 0) return new KnownTokens(tokens, [], said);
  // With the tokens removed from a text, the words that remain are those used otherwise.
  const leaveOut = new KnownTokens(tokens.map((known) => ({ ...known, value: "\n" })));
  let seen = 0;
  for (const text of texts) {
    const others = yield* leaveOut.restore(text, "text");
    for (const [word] of others.matchAll(/[\p{L}\p{M}]+/gu)) {
      if (++seen % LOOKED_UP === 0) yield 1;
      words.delete(word);
    }
  }
  for (const { token } of tokens) words.delete(token);
  return new KnownTokens(tokens, words, said);
}

/** The spellings of a token in a text. Tags are read separately; other wrappers may be there in whole or in part. */
function spellings(known: KnownToken): [string, string][] {
  const { token, value, prefix, suffix } = known;
  const texts = isTag(known)
    ? [token]
    : [token, prefix + token, token + suffix, prefix + token + suffix];
  return [...new Set(texts)].map((text) => [text, value]);
}

/** Words of names with the words of their values, where both have the same number and no word has two values. */
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

/** One text. Decides on a character only when later text cannot change the decision, so pieces may be cut anywhere. */
class KnownTokensStream implements StreamingText {
  readonly #keys: TokenKeys;
  readonly #tags: ReadonlySet<string>;
  readonly #isJson: boolean;
  /** Text that has arrived and was not passed on. */
  readonly #view: StreamView;
  /** Output that can be passed on, and up to which raw offset the text is in it or left out. */
  #out: string[] = [];
  #given = 0;
  /** Offset in the view of the next character to decide on. */
  #at = 0;
  #walk: TokenWalk | null = null;
  #isInWord = false;
  /** An opening tag that waits for its token, and how many characters may still come between them. */
  #tag: (Marker & { readonly at: number }) | null = null;
  #beforeToken = 0;
  /** How many characters may still come between a token and its closing tag. */
  #afterToken = 0;

  constructor(keys: TokenKeys, tags: ReadonlySet<string>, isJson: boolean) {
    this.#keys = keys;
    this.#tags = tags;
    this.#isJson = isJson;
    this.#view = new StreamView(isJson);
  }

  *push(piece: string): Steps<string> {
    if (this.#keys.longest === 0) return piece;
    let out = "";
    for (let at = 0; at < piece.length; at += MAX_VIEWED) {
      const next = piece.slice(at, at + MAX_VIEWED);
      yield costOfLetters(next.length, COST);
      out += this.#run(next, false);
    }
    return out;
  }

  end(): string {
    return this.#run("", true);
  }

  #run(piece: string, isWhole: boolean): string {
    const view = this.#view;
    view.add(piece, isWhole);
    while (this.#at < view.text.length && this.#decide(isWhole));
    const held = this.#tag?.at ?? this.#at;
    this.#giveOut(isWhole ? view.raw.length : view.unsettledFrom(held));
    this.#forget(held);
    // Joined once: built by +=, the parts of 7.5 MB were 600,000 objects, 25 to 70 ms in each garbage collection.
    const out = this.#out.join("");
    this.#out = [];
    return out;
  }

  /** Drops the view before an offset: all of that has been decided on. */
  #forget(kept: number): void {
    const less = this.#view.drop(kept);
    this.#given -= less;
    this.#at -= kept;
    if (this.#tag === null) return;
    const { start, end } = this.#tag;
    this.#tag = { ...this.#tag, at: 0, start: start - less, end: end - less };
  }

  /** Decides on the next character. False: later text could change the decision. */
  #decide(isWhole: boolean): boolean {
    const [view, at] = [this.#view, this.#at];
    const char = view.charAt(at);
    if (this.#walk === null && char === "<") {
      if (!isWhole && mayBecomeTag(view.text, at, this.#tags)) return false;
      const tag = markerAt(view.raw, view, at, this.#tags);
      if (tag === null) this.#pass(char);
      else this.#passTag(tag);
      return true;
    }
    if (this.#walk === null && !this.#mayBegin(char)) {
      this.#pass(char);
      return true;
    }
    this.#walk ??= new TokenWalk(this.#keys);
    if (!this.#walk.goOn(view, at, isWhole)) return false;
    const { hit } = this.#walk;
    this.#walk = null;
    if (hit === null) this.#pass(char);
    else this.#passHit(hit);
    return true;
  }

  #giveOut(until: number): void {
    this.#out.push(this.#view.raw.slice(this.#given, until));
    this.#given = Math.max(this.#given, until);
  }

  #mayBegin(char: string): boolean {
    if (!this.#keys.begin(plainForm(char))) return false;
    return !(this.#isInWord && isWordPart(char)) || this.#view.isAfterBackslash(this.#at);
  }

  /** The character is ordinary text. */
  #pass(char: string): void {
    this.#at += char.length;
    this.#isInWord = isWordPart(char);
    const isApart = this.#isInWord || char === STOP || char === "<";
    this.#beforeToken = isApart ? 0 : Math.max(0, this.#beforeToken - 1);
    this.#afterToken = isApart ? 0 : Math.max(0, this.#afterToken - 1);
    if (this.#beforeToken === 0) this.#tag = null;
  }

  /** A closing tag is dropped with the token before it; an opening one waits for its token. */
  #passTag(tag: Marker): void {
    if (tag.closing && this.#afterToken > 0) this.#leaveOut(tag);
    this.#tag = tag.closing ? null : { ...tag, at: this.#at };
    while (this.#at < this.#view.text.length && this.#view.rawStart(this.#at) < tag.end) this.#at++;
    this.#isInWord = false;
    this.#afterToken = 0;
    this.#beforeToken = MAX_BETWEEN;
  }

  /** Replaces a token by its value, escaped as the text around it is. */
  #passHit({ length, value, endsWord }: Hit): void {
    const view = this.#view;
    const [start, end] = [view.rawStart(this.#at), view.rawEnd(this.#at + length)];
    const around = this.#isJson ? "json" : (this.#tag?.escaping ?? "none");
    const escaping = around === "none" ? escapingSeen(view.raw.slice(start, end)) : around;
    if (this.#tag !== null) this.#leaveOut(this.#tag);
    this.#giveOut(start);
    this.#out.push(escaped(value, escaping));
    this.#at += length;
    this.#given = end;
    this.#isInWord = endsWord;
    this.#tag = null;
    this.#afterToken = MAX_BETWEEN;
  }

  #leaveOut({ start, end }: Marker): void {
    this.#giveOut(start);
    this.#given = end;
  }
}
