// What npm run bench:tokens measures: the tokens of each kind, made for values of that kind and read back.

import type { RandomSource } from "../../../src/core/random-source.ts";
import {
  MAX_TOKEN_ID,
  TOKEN_KEY_BYTES,
  type TokenCipher,
  tokenCipher,
} from "../../../src/tokens/cipher/cipher.ts";
import {
  DEFAULT_POLICY,
  FORMAT,
  FORMATS,
  kindOf,
  TOKEN,
  TOKEN_NAMES,
} from "../../../src/tokens/kinds.ts";
import { makerOf } from "../../../src/tokens/makers.ts";
import { carriedId, isTokenOf } from "../../../src/tokens/recognition.ts";

/** One kind of tokens, with values to mask. */
export interface BenchKind {
  readonly name: string;
  readonly kind: number;
  readonly values: readonly string[];
}

/** Tokens per second of processor time, in one run. */
export interface KindRates {
  readonly made: number;
  readonly read: number;
}

/** Different values of each kind, so that nothing is measured that only holds for one. */
const VALUES = 1_000;

const cipher: TokenCipher = tokenCipher(new Uint8Array(TOKEN_KEY_BYTES).fill(7));
const digits = (number: number, count: number): string =>
  String((number * 7_919) % 10 ** count).padStart(count, "0");
const hex = (number: number, count: number): string =>
  ((number * 7_919) % 16 ** count).toString(16).padStart(count, "0");

type Write = (number: number) => string;
const GIVEN = ["George", "Ana María", "Иван", "Oluwaseun", "Li"];
const LOCAL = ["jane", "jane.doe", "j.d+news", "sales_eu"];
const MONTHS = ["January", "March", "May", "August", "December"];

/** What people mask with each name or format; the number makes the values different. */
const OF_NAME: Readonly<Record<number, readonly Write[]>> = {
  [TOKEN.default]: [(i) => `George ${i}`, (i) => `note-${i}`],
  [TOKEN.text]: [(i) => `12 Main Street, Springfield ${i}`, (i) => `user.${i}@example.com`],
  [TOKEN.numeric]: [(i) => `(408) 426-${digits(i, 4)}`, (i) => digits(i, 9)],
  [TOKEN.special]: [(i) => `john.doe.${i}`],
  [TOKEN.person]: [(i) => `${GIVEN[i % 5]} Williams`, (i) => `name${i}`],
  [TOKEN.date]: [(i) => `6/12/${1900 + (i % 200)}`],
  [TOKEN.state]: [(i) => `T${i}`],
  [TOKEN.city]: [(i) => `Bangalore${i}`, (i) => `New York ${i}`],
  [TOKEN.address]: [(i) => `${i} Mark Street`, (i) => `${i} Elm Street, Los Angeles`],
};

const OF_FORMAT: Readonly<Record<number, readonly Write[]>> = {
  [FORMAT.personName]: [(i) => `${GIVEN[i % 5]} Williams ${i}`],
  [FORMAT.emailAddress]: [(i) => `${LOCAL[i % 4]}${i}@company.com`],
  [FORMAT.phoneNumber]: [
    (i) => `+44 7400 ${digits(i, 6)}`,
    (i) => `(408) 426-${digits(i, 4)}`,
    (i) => `+49 1512 3${digits(i, 6)}`,
  ],
  [FORMAT.address]: [(i) => `${i} Elm Street, Los Angeles`],
  [FORMAT.ipAddress]: [(i) => `10.0.${i % 256}.${i % 251}`, (i) => `2001:db8::${hex(i, 4)}`],
  [FORMAT.socialId]: [(i) => `856-45-${digits(i, 4)}`],
  [FORMAT.creditCard]: [(i) => `4111 1111 1111 ${digits(i, 4)}`, (i) => `37144963${digits(i, 7)}`],
  [FORMAT.url]: [
    (i) => `https://shop.company.com/orders?id=${i}`,
    (i) => `http://a.example:8080/x/y/z#${i}`,
  ],
  [FORMAT.default]: [(i) => `George ${i}`],
  [FORMAT.date]: [
    (i) => `${MONTHS[i % 5]} ${1 + (i % 28)}, ${1950 + (i % 100)}`,
    (i) => `${1950 + (i % 100)}-03-${String(1 + (i % 28)).padStart(2, "0")}`,
  ],
  [FORMAT.iban]: [
    (i) => `DE89 3704 0044 ${digits(i, 4)} 0130 00`,
    (i) => `FR1420041010050500${digits(i, 6)}02606`,
  ],
  [FORMAT.macAddress]: [(i) => `00:1B:44:${hex(i, 4).slice(0, 2)}:3A:${hex(i, 2)}`],
};

/** Every token name, and every format with Text Token. */
export function benchKinds(): BenchKind[] {
  const names = TOKEN_NAMES.map(({ code, name }) => ({
    name,
    kind: kindOf(DEFAULT_POLICY, code, FORMAT.none),
    values: valuesOf(OF_NAME[code]),
  }));
  const formats = FORMATS.map(({ code, name }) => ({
    name: `${name} (Text Token)`,
    kind: kindOf(DEFAULT_POLICY, TOKEN.text, code),
    values: valuesOf(OF_FORMAT[code]),
  }));
  return [...names, ...formats];
}

function valuesOf(writes: readonly Write[] = []): string[] {
  return fromJson(Array.from({ length: VALUES }, (_, i) => writes[i % writes.length]?.(i) ?? ""));
}

/**
 * Make so many tokens, then read them back, in this thread. Made as the vault does it: the maker is picked
 * for each value, the next place of its first space spelt. Read back as unmask does it before and after its
 * look-ups: a free-length token gives its id and is compared with its value; of a fixed-shape one it is
 * found out that it carries no id, as its row is looked up by the whole text. Values and tokens come as JSON,
 * whose reading and writing is not counted.
 */
export function measureKind({ kind, values }: BenchKind, tokens: number): KindRates {
  const made = new Array<string>(tokens);
  const began = cpuMilliseconds();
  for (let i = 0; i < tokens; i++) made[i] = make(kind, values[i % values.length] ?? "", i);
  const between = cpuMilliseconds();
  const sent = fromJson(made);
  const beganToRead = cpuMilliseconds();
  const isFixed = makerOf(kind, values[0] ?? "").family === "fixed";
  let known = 0;
  for (let i = 0; i < tokens; i++) {
    if (isKnown(kind, isFixed, values[i % values.length] ?? "", sent[i] ?? "")) known++;
  }
  const ended = cpuMilliseconds();
  if (known !== tokens) throw new Error("a token was not read back");
  return {
    made: (1_000 * tokens) / (between - began),
    read: (1_000 * tokens) / (ended - beganToRead),
  };
}

/** Texts as a request brings them: in one piece, not as a chain of those they were put together from. */
function fromJson(texts: readonly string[]): string[] {
  return JSON.parse(JSON.stringify(texts));
}

/** Time this thread has had a core: what else the machine does changes little of it. */
function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function make(kind: number, value: string, number: number): string {
  const maker = makerOf(kind, value);
  if (maker.family === "free") return maker.form.token(cipher, number, value);
  if (maker.family === "plain") return value;
  // The first space may be small: the next one is what a vault would use then.
  for (const stage of maker.stages) {
    if (number < stage.usable) return stage.spell(cipher, number % (MAX_TOKEN_ID + 1), zeros);
  }
  throw new Error("no space left");
}

const zeros: RandomSource = (length) => new Uint8Array(length);

function isKnown(kind: number, isFixed: boolean, value: string, token: string): boolean {
  const id = carriedId(cipher, token);
  // What follows for a fixed-shape token is the look-up of its row.
  if (id === null) return isFixed;
  return isTokenOf(cipher, { id: id, kind: kind, value: value, isFormed: true }, token);
}
