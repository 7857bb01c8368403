import { describe, expect, it } from "vitest";
import { MAX_ASYNC_ITEM_BYTES } from "../../../src/core/limits.ts";
import { runToEnd } from "../../../src/core/steps.ts";
import { planUnmask } from "../../../src/masking/unmask/plan-unmask.ts";
import { restoreTexts } from "../../../src/masking/unmask/restore-texts.ts";
import { rangeOfToken } from "../../../src/masking/unmask/token-range.ts";
import {
  planUnmaskItems,
  renderUnmaskedItems,
  restoreItems,
} from "../../../src/masking/unmask/unmask-items.ts";
import { tokenCipher } from "../../../src/tokens/cipher/cipher.ts";
import { kindOf } from "../../../src/tokens/kinds.ts";
import { MAX_TOKEN_LENGTH } from "../../../src/tokens/reading/tagged.ts";
import { viewOf } from "../../../src/tokens/reading/text-view.ts";
import { BUILT_IN_WRAPPERS, knownWrappers } from "../../../src/tokens/reading/wrappers.ts";
import { MemoryVault } from "../../support/masking/memory-vault.ts";

const STRICT = {
  cipher: tokenCipher(new Uint8Array(16)),
  strict: true,
  wrappers: BUILT_IN_WRAPPERS,
};
const TOLERANT = { ...STRICT, strict: false };

/** Unmask with a table of known tokens. */
function unmask(
  texts: string[],
  known: Record<string, string> = {},
  settings = STRICT,
  partial = false,
) {
  const plans = runToEnd(planUnmask(texts, settings));
  const values = plans.tokens.map((token) => known[token] ?? null);
  const restored = restoreTexts(texts, plans, { values, found: [] });
  const back = restored.map(({ value }) => value);
  const unresolved = restored.map((one) => one.unresolved);
  const index = partial ? -1 : unresolved.findIndex((one) => one.length > 0);
  return index < 0 ? { ok: true, texts: back, unresolved } : { ok: false, index };
}

/** What a success answers when nothing is unresolved. */
function restoredTo(texts: string[]) {
  return { ok: true, texts, unresolved: texts.map(() => []) };
}

describe("planUnmask", () => {
  it("asks for texts without tags as they are, and for what stands in tags", () => {
    const plans = runToEnd(
      planUnmask(["abc", "x <URL>u</URL> <EMAIL>e</EMAIL>", " ", "<URL></URL>"], STRICT),
    );
    expect(plans.tokens).toEqual(["abc", "u", "e", " ", "<URL></URL>"]);
    expect(plans.wholeTexts).toEqual([0, 3, 4]);
  });

  it("does not ask for a text that is too long for a token", () => {
    const asked = { tokens: [], lone: [], isAnonymized: false, firstToken: 0, firstId: 0 };
    const plain = {
      texts: [{ ...asked, mayBeWhole: false }],
      tokens: [],
      carried: [],
      wholeTexts: [],
      ids: [],
      wholeTextOf: [],
    };
    expect(runToEnd(planUnmask(["a".repeat(MAX_TOKEN_LENGTH + 1)], TOLERANT))).toEqual(plain);
    const longest = runToEnd(planUnmask(["a".repeat(MAX_TOKEN_LENGTH)], TOLERANT));
    expect(longest.texts).toEqual([{ ...asked, mayBeWhole: true }]);
    expect(longest.wholeTexts).toEqual([0]);
  });
});

describe("restoreTexts", () => {
  const known = { t1: "Jane", t2: "😀", "12 34": "secret" };

  it.each([
    ["a token without tags", ["t1"], ["Jane"]],
    ["several items in order", ["t2", "t1", "t2"], ["😀", "Jane", "😀"]],
    ["tagged tokens in text", ["Hi <EMAIL>t1</EMAIL>, <URL>t2</URL>!"], ["Hi Jane, 😀!"]],
    ["prose without tokens", ["nothing masked in here"], ["nothing masked in here"]],
    ["a known token that looks like prose", ["12 34"], ["secret"]],
    [
      "items of all sorts",
      ["t1", "no token here", "<URL>t2</URL>"],
      ["Jane", "no token here", "😀"],
    ],
  ])("restores %s", (_, texts, restored) => {
    expect(unmask(texts, known)).toEqual(restoredTo(restored));
    expect(unmask(texts, known, TOLERANT)).toEqual(restoredTo(restored));
  });

  it.each([
    ["an unknown word", ["nope"], 0],
    ["unknown digits", ["123456"], 0],
    ["unknown digits with blanks", ["12 35"], 0],
    ["an unknown tagged token", ["t1", "a <URL>nope</URL> b"], 1],
    ["one unknown tagged token beside known ones", ["<URL>t1</URL> <URL>nope</URL>"], 0],
    ["blanks and punctuation around a known token", [" t1"], 0],
    ["blanks in the tags around a known token", ["<URL> t1 </URL>"], 0],
    ["words laid out like a token", ["abcdefg hijklmn"], 0],
    ["the first of several failing items", ["t1", "x", "y"], 1],
  ])("fails for %s, with the item's index", (_, texts, index) => {
    expect(unmask(texts, known)).toEqual({ ok: false, index });
  });

  it("does not look for tokens in what it has put in", () => {
    const values = { t1: "<EMAIL>t2</EMAIL>", t2: "never" };
    expect(unmask(["a <URL>t1</URL>"], values, TOLERANT)).toEqual(
      restoredTo(["a <EMAIL>t2</EMAIL>"]),
    );
  });

  it("puts dollar signs in as they are", () => {
    expect(unmask(["<URL>t</URL>"], { t: "$& $1 $$" })).toEqual(restoredTo(["$& $1 $$"]));
  });
});

describe("partial unmask", () => {
  const known = { t1: "Jane" };

  it.each<[string, string, string, string[]]>([
    ["nothing", "a <URL>t1</URL>", "a Jane", []],
    ["a tagged token", "<URL>t1</URL> <URL>nope</URL>", "Jane <URL>nope</URL>", ["nope"]],
    ["tokens in order", "<URL>b</URL><url>a</url>", "<URL>b</URL><url>a</url>", ["b", "a"]],
    ["a token without tags", "nope", "nope", ["nope"]],
    ["no prose", "no tokens here", "no tokens here", []],
  ])("lists %s", (_, text, restored, unresolved) => {
    const answer = { ok: true, texts: [restored], unresolved: [unresolved] };
    expect(unmask([text], known, TOLERANT, true)).toEqual(answer);
  });
});

it("a text as large as an item may be lists every tag in it that stands for nothing", () => {
  const wrappers = knownWrappers([{ prefix: "<A>", suffix: "</A>" }]);
  const tags = MAX_ASYNC_ITEM_BYTES / "<A>x</A>".length;
  const items = [{ token_value: "<A>x</A>".repeat(tags) }];
  const plan = runToEnd(planUnmaskItems(items, { ...TOLERANT, wrappers }));
  const values = plan.question.tokens.map(() => null);
  const restored = restoreItems(plan, { values, found: [] }, { partial: true });
  const unresolved = Array.from({ length: tags }, () => "x");
  expect(restored).toEqual({ ok: true, outcomes: [{ value: items[0]?.token_value, unresolved }] });
});

it("answers of unmask items are read from outcomes of jobs from before unresolved tokens were listed", () => {
  const items = [{ token_value: "t" }, { token_value: "u" }];
  expect(renderUnmaskedItems(items, ["v", { value: "w", unresolved: ["x"] }])).toEqual([
    { value: "v", token_value: "t" },
    { value: "w", token_value: "u", unresolved: ["x"] },
  ]);
});

it("answers of unmask items echo the token and, when there were any, the attributes", () => {
  expect(renderUnmaskedItems([{ token_value: "t" }], ["v"])).toEqual([
    { value: "v", token_value: "t" },
  ]);
  expect(renderUnmaskedItems([{ token_value: "t", attributes: null }], ["v"])).toEqual([
    {
      value: "v",
      token_value: "t",
      attributes: null,
    },
  ]);
});

describe("rangeOfToken", () => {
  it.each([
    ["abc", "abc", "abc"],
    ["abc.", "abc", "abc"],
    ["abcé", "abc", "abc"],
    ["abcd", "abc", null],
    ["abc7", "abc", null],
    ["Abc", "abc", null],
    ["ab", "abc", null],
    ["ab,c", "abc", null],
    ["X1Y2@T.Example.com,", "x1y2@t.example.com", "X1Y2@T.Example.com"],
    ["HTTPS://X1.example.com/A", "https://x1.example.com/a", "HTTPS://X1.example.com/A"],
    ["X1 Y2@T", "x1 y2@t", null],
    ["a\n> b-c.", "a b-c", "a\n> b-c"],
    ["a\u00a0b‑c.", "a b-c", "a\u00a0b‑c"],
    ["a**b** c", "ab-c", "a**b** c"],
    ["a, b", "a,b", "a, b"],
    ["a; b", "a,b", null],
    ["a b", "a (b)", "a b"],
    ["a (b) c", "a (b)", "a (b)"],
    [`a${" ".repeat(64)}b`, "a b", `a${" ".repeat(64)}b`],
    [`a${" ".repeat(65)}b`, "a b", null],
    [`a${" ".repeat(65)}b`, `a${" ".repeat(65)}b`, `a${" ".repeat(65)}b`],
    ["a\u200bb\u200b", "ab", "a\u200bb"],
  ])("of %j and %j is %j", (there, sought, part) => {
    const place = rangeOfToken(viewOf(`-é${there}`), 2, sought, 0);
    expect(place && `-é${there}`.slice(place.start, place.end)).toBe(part);
  });
});

describe("an invented tag under partial", () => {
  const vault = new MemoryVault();
  const name = vault.tokenOf("Ann Lee", kindOf(0, 2, 0));
  const digits = vault.tokenOf("408-426-9989", kindOf(0, 3, 0));

  it.each([
    [`<PER>Nobody</PER>, {name}, <PHN>{digits}</PHN>`, "<PER>Nobody</PER>, Ann Lee, 408-426-9989"],
    [`<PER>Dear {name}, call <PHN>{digits}</PHN>`, "<PER>Dear Ann Lee, call 408-426-9989"],
    [`</PER> {name} <URL> and <PHN>{digits}</PHN>`, "</PER> Ann Lee <URL> and 408-426-9989"],
    [
      `<PER>Nobody knows {name} here</PER> <PHN>{digits}</PHN>`,
      "Nobody knows Ann Lee here 408-426-9989",
    ],
    [`<PER>x <PHN>{digits}</PHN> y</PER> {name}`, "<PER>x 408-426-9989 y</PER> Ann Lee"],
    [`<PHN>000-000</PHN> <PHN>{digits}</PHN> {name}`, "<PHN>000-000</PHN> 408-426-9989 Ann Lee"],
    [`{name} <PER id="9">No\nbody</PER>.`, 'Ann Lee <PER id="9">No\nbody</PER>.'],
  ])("does not cost the rest of %j", (form, back) => {
    const text = form.replaceAll("{name}", name).replaceAll("{digits}", digits);
    const restored = vault.restore([text], { strict: false, partial: true });
    expect(restored).toMatchObject({ ok: true, texts: [back] });
  });
});
