// Where long texts and streams are cut: never in a private key, and at a cost in proportion to that of masking them.

import { describe, expect, it } from "vitest";
import { MAX_MASKED_PIECE_LENGTH } from "../../../src/core/limits.ts";
import { runToEnd } from "../../../src/core/steps.ts";
import { shippedTagger } from "../../../src/detect/tagger/shipped-taggers.ts";
import { outsideKeys } from "../../../src/http/mask/free-cuts.ts";
import { contextOfNextPart } from "../../../src/masking/item.ts";
import { detectedIn, detectedInParts } from "../../../src/masking/mask/detect-text.ts";
import { compileRules, type MaskRules, newDefinition } from "../../../src/masking/policy/rules.ts";
import { inStretches } from "../../../src/platform/yield-to-callers.ts";
import { knownWrappers } from "../../../src/tokens/reading/wrappers.ts";
import { cutterOf, KIB, partsOf } from "../../support/masking/cuts.ts";
import { MemoryVault } from "../../support/masking/memory-vault.ts";
import { IS_LONG } from "../../support/properties.ts";

const HEAD = "-----BEGIN RSA PRIVATE KEY-----";
const TAIL = "-----END RSA PRIVATE KEY-----";
const LINE = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7MIIEvQIBADAN";
const PROSE = "The words of an ordinary page about keys go on. ";

const { rules } = new MemoryVault();

/** A key of so many letters. */
const keyOf = (letters: number, tail = `${TAIL}\n`) =>
  `${HEAD}\nComment: made by a test\n\n${`${LINE}\n`.repeat(letters / LINE.length)}${tail}`;

/** What is found in parts as they are masked, each with the end of the text before it. */
function foundIn(parts: readonly string[], given: MaskRules): { start: number; end: number }[] {
  let before = "";
  let at = 0;
  return parts.flatMap((part) => {
    const from = at;
    const open = [{ start: 0, end: part.length }];
    const found = runToEnd(detectedInParts(part, { before, open, hidden: [] }, given));
    before = contextOfNextPart(before + part);
    at += part.length;
    return found.map(({ start, end }) => ({ start: from + start, end: from + end }));
  });
}

const linesOf = (text: string) => text.split(/(?<=\n)/);

describe("a private key", () => {
  const cutter = () => cutterOf(21 * KIB, 200 * KIB, rules);

  it.each([
    ["of 1,700 letters", 1_700],
    ["of 12,600", 12_600],
    ["of 20,000", 20_000],
  ])("%s stays whole wherever it stands", async (_, letters) => {
    const key = keyOf(letters);
    for (const before of IS_LONG ? [0, 4_000, 11_000, 20_000, 21_200] : [0, 20_000]) {
      const prose = PROSE.repeat(500).slice(0, before);
      const text = `${prose}\n${key}${PROSE.repeat(60)}\n${PROSE.repeat(500)}`;
      const pieces = await cutter().pieces(text);
      expect(pieces.ok && pieces.value.join("") === text).toBe(true);
      expect(pieces.ok && pieces.value.some((piece) => piece.includes(key))).toBe(true);
      const parts = await partsOf(linesOf(text), rules);
      expect(parts.join("") === text).toBe(true);
      expect(parts.some((part) => part.includes(key))).toBe(true);
    }
  });

  it("that is only named holds nothing up", async () => {
    const text = `A file begins with ${HEAD} and more.\n${`${PROSE}\n`.repeat(1_000)}`;
    const parts = await partsOf(linesOf(text), rules);
    expect(parts.join("") === text).toBe(true);
    expect(parts.length).toBeGreaterThan(100);
    const pieces = await cutter().pieces(text);
    expect(pieces.ok && pieces.value.join("") === text).toBe(true);
  });

  it("that is longer than what is masked at once is not cut", async () => {
    const long = keyOf(30_000);
    expect((await partsOf(linesOf(`${PROSE}\n${long}`), rules)).at(-1)).toBe("value_too_long");
    for (const quoted of [long, long.replace(/^/gm, "> "), long.replace(/^.*$/gm, '"$&\\n" +')]) {
      const cuts = [...quoted.matchAll(/[\n ]/g)].map(({ index }) => index + 1);
      const free = outsideKeys(quoted, MAX_MASKED_PIECE_LENGTH)(cuts);
      const [begin, end] = [quoted.indexOf(HEAD), quoted.indexOf(TAIL)];
      expect(free.filter((at) => at > begin && at < end)).toEqual([]);
    }
  });

  it("is not cut in its first line", () => {
    const text = `${PROSE}${HEAD}`;
    for (let end = PROSE.length + "-----BEGIN ".length; end < text.length; end++) {
      const places = [PROSE.length, PROSE.length + 10];
      const free = outsideKeys(text.slice(0, end), MAX_MASKED_PIECE_LENGTH)(places);
      expect(free).toEqual([PROSE.length]);
    }
  });
});

describe("a piece", () => {
  it.each([
    "It was a long day, and a hot one. ",
    "暑い日が続きました。 ",
    "Él volvió a Málaga 🌞 tarde. ",
  ])("has as much as may be masked at once: %j", async (unit) => {
    const text = unit.repeat(6_000);
    const cut = await cutterOf(64 * KIB, text.length, rules).pieces(text);
    const pieces = cut.ok ? cut.value : [];
    expect(pieces.join("") === text).toBe(true);
    const bytes = pieces.map((piece) => Buffer.byteLength(piece));
    expect(Math.max(...bytes)).toBeLessThanOrEqual(64 * KIB);
    expect(Math.min(...bytes.slice(0, -1))).toBeGreaterThan(63 * KIB);
  });
});

describe("a text without blanks", () => {
  const textOf = (unit: string) => unit.repeat(Math.ceil(70_000 / unit.length));

  it.each([
    "昨日、田中太郎さんは東京で会議に会いました。",
    "2024年に彼は「はい！」と言いました！本当？",
    "昨天去了，今天回来了，",
    "वहकलगया।",
  ])("is cut behind its marks, in a request and in a stream: %j", async (unit) => {
    const whole = textOf(unit);
    const cut = await cutterOf(64 * KIB, whole.length, rules).pieces(whole);
    expect(cut.ok && cut.value.join("") === whole).toBe(true);
    for (const pieces of [[whole], whole.match(/.{1,1000}/gsu) ?? []]) {
      const parts = await partsOf(pieces, rules);
      expect(parts.join("") === whole).toBe(true);
      expect(parts.every((part) => part.length <= MAX_MASKED_PIECE_LENGTH)).toBe(true);
      expect(parts.slice(0, -1).every((part) => /[。！？।、，」]$/.test(part))).toBe(true);
    }
  });

  it.each(["Das Zimmer ist groß. ", "Poszliśmy spać. "])("any letters: %j", async (unit) => {
    expect((await partsOf([unit.repeat(300)], rules)).length).toBeGreaterThan(1);
  });

  it.each([
    ["a tag", '<PER x="昨日。今日、">'],
    ["a prefix of a policy", "【人。名、"],
  ])("is not cut in %s", async (_, read) => {
    const given = { ...rules, wrappers: knownWrappers([{ prefix: "【人。名、", suffix: "】" }]) };
    const whole = textOf(`${"あ".repeat(40)}${read}${"あ".repeat(40)}`).slice(0, 20_000);
    const parts = await partsOf([`${whole}。${whole}${"あ".repeat(9_000)}`], given);
    expect(parts).toEqual([`${whole}。`, "value_too_long"]);
  });
});

describe("what a label tells of", () => {
  const told = new MemoryVault({
    actions: {
      PASSWORD: "pseudonymize",
      PASSPORT: "pseudonymize",
      MEDICAL_RECORD_NUMBER: "pseudonymize",
    },
  }).rules;
  const UNITS: readonly (readonly [string, (value: string) => string])[] = [
    ["password: Blue%horse! is in use. ", (i) => `Blue${i}horse!`],
    ["password:\nBlue%horse!\n", (i) => `Blue${i}horse!`],
    ["MRN: 400% for the ward ", (i) => `400${i}`],
    ["passport number X100% ", (i) => `X100${i}`],
  ];

  it.each(UNITS)("is found in the part that it stands in: %j", async (unit, spelt) => {
    const values = Array.from({ length: 2_400 }, (_, i) => String(1_000 + i));
    const text = values.map((value) => unit.replace("%", value)).join("");
    const pieces = await cutterOf(21 * KIB, text.length, told).pieces(text);
    const streamed = [await partsOf([text], told), await partsOf(linesOf(text), told)];
    for (const parts of [pieces.ok ? pieces.value : [], ...streamed]) {
      expect(parts.join("") === text).toBe(true);
      expect(parts.length).toBeGreaterThan(2);
      const all = new Set(foundIn(parts, told).map(({ start, end }) => text.slice(start, end)));
      expect(values.map(spelt).filter((value) => !all.has(value))).toEqual([]);
    }
  });
});

describe("a text with pauses", () => {
  const definition = {
    ...newDefinition("P"),
    actions: { PASSWORD: "pseudonymize", SECRET: "pseudonymize", PASSPORT: "pseudonymize" },
  } as const;
  const policySet = { version: 1, wrappers: [], alsoOn: [] };
  const compiled = () => compileRules({ id: 1, version: 1, definition }, policySet, shippedTagger);

  it.each([
    "my passport number\nK4821907 was issued",
    "passport\nno is K4821907",
    "passport for\nWambui\nAK0912345, two bags",
    "SSN\n123456789",
    "his\nborn 1980\nDOB\n12.05.1970",
    "call her by phone\nor so\n555-1234",
    "card\n4539578310624710\nexp\n09/27",
    "Could somebody ask\nmarcus\nabout it",
    "I met Maria Connell.\nWith Connell\nand Maria there",
    "My password is the following:\nSamarkand1977!",
    '{"password":\n"Falaise#88"\n}',
    "createHmac(\n'sha256',\n'Lq8-vZ2xW7mT4kR9pN3c')",
    "He lives at 48 Copperfield Lane, Madison, WI\n53703",
  ])("is found in what the whole has, wherever it was cut and waited at: %j", async (text) => {
    const policy = runToEnd(compiled());
    await inStretches(detectedIn(text, policy));
    const whole = foundIn([text], policy);
    expect(whole).not.toEqual([]);
    const splits = [...text].map((_, i) => [text.slice(0, i), text.slice(i)]);
    for (const pieces of [...splits.slice(1), linesOf(text), [...text]]) {
      const found = foundIn(await partsOf(pieces, policy), policy);
      const isMissed = (at: number) =>
        /\w/.test(text.charAt(at)) && !found.some(({ start, end }) => start <= at && at < end);
      for (const { start, end } of whole) {
        const letters = Array.from({ length: end - start }, (_, i) => start + i);
        expect(letters.filter(isMissed), JSON.stringify(pieces)).toEqual([]);
      }
    }
  });
});
