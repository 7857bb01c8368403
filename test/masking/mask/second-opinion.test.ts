// A search with an external recognizer: which texts are sent, how often, and what happens without an answer.
import { describe, expect, it } from "vitest";
import { runToEnd, type Steps } from "../../../src/core/steps.ts";
import { detectedIn } from "../../../src/masking/mask/detect-text.ts";
import { searchWith } from "../../../src/masking/mask/second-opinion.ts";
import { compileRules, type MaskRules, newDefinition } from "../../../src/masking/policy/rules.ts";

const run = async <T>(steps: Steps<T>): Promise<T> => runToEnd(steps);

function rulesOf(changes: object = {}): MaskRules {
  const entities = { WORD: "SECRET", NRP: "NATIONALITY" };
  const external = { name: "other", language: "en", entities, optional: false };
  const definition = {
    ...newDefinition("P", ["SECRET"]),
    external: { ...external, ...changes },
  };
  const set = { version: 0, wrappers: [], alsoOn: [] };
  return runToEnd(compileRules({ id: 7, version: 1, definition }, set, null));
}

/** Finds a word, and notes what it is asked; null where `fails`. */
function asking(fails: (text: string) => boolean = () => false) {
  const asked: string[] = [];
  let most = 0;
  let now = 0;
  const ask = async <T>(_: string, question: string, read: (answer: unknown) => T | null) => {
    const { text } = JSON.parse(question) as { text: string };
    asked.push(text);
    most = Math.max(most, ++now);
    await Promise.resolve();
    now--;
    if (fails(text)) return null;
    const start = [...text.slice(0, text.indexOf("qwzxy"))].length;
    const one = { entity_type: "WORD", start, end: start + 5, score: 0.9 };
    return read(text.includes("qwzxy") ? [one] : []);
  };
  return { asked, ask, most: () => most };
}

async function found(texts: readonly string[], rules: MaskRules, ask: ReturnType<typeof asking>) {
  const search = searchWith(rules, { run, ask: ask.ask });
  return search(function* (ready) {
    const all: string[] = [];
    for (const text of texts) {
      for (const { start, end } of yield* detectedIn(text, ready)) all.push(text.slice(start, end));
    }
    return all;
  });
}

describe("a search with an external recognizer", () => {
  it("finds what both find, and asks about each text once", async () => {
    const outside = asking();
    const texts = ["qwzxy and ada@example.com", "qwzxy", "nothing", "qwzxy", "... 😀 ...", ""];
    const { ok, value } = (await found(texts, rulesOf(), outside)) as { ok: true; value: string[] };
    expect(ok).toBe(true);
    expect(value).toEqual(["qwzxy", "ada@example.com", "qwzxy", "qwzxy"]);
    expect(outside.asked.toSorted()).toEqual(["nothing", "qwzxy", texts[0]]);
  });

  it("asks about what escapes and disguised letters stand for", async () => {
    const outside = asking();
    const texts = ["a \\u0071wzxy", "ｑｗｚｘｙ"];
    expect(await found(texts, rulesOf(), outside)).toMatchObject({
      value: ["\\u0071wzxy", texts[1]],
    });
    expect(outside.asked.length).toBeLessThanOrEqual(4);
  });

  it("asks about few at a time", async () => {
    const outside = asking();
    const texts = Array.from({ length: 40 }, (_, i) => `qwzxy ${i}`);
    expect(await found(texts, rulesOf(), outside)).toMatchObject({ ok: true });
    expect([outside.asked.length, outside.most()]).toEqual([40, 4]);
  });

  it("looks once for types that must not come back and for others", async () => {
    const outside = asking();
    const rules = rulesOf();
    const both = { ...rules, irreversible: rules.detection };
    expect(await found(["qwzxy"], both, outside)).toMatchObject({ value: ["qwzxy"] });
    expect(outside.asked).toEqual(["qwzxy"]);
  });

  it("fails when one text has no answer, and asks no further", async () => {
    const outside = asking((text) => text.endsWith(" 0"));
    const texts = Array.from({ length: 40 }, (_, i) => `qwzxy ${i}`);
    expect(await found(texts, rulesOf(), outside)).toEqual({
      ...{ ok: false, error: { code: "recognizer_unavailable", detail: "other" } },
    });
    expect(outside.asked.length).toBeLessThan(9);
  });

  it("goes on without it where it is optional", async () => {
    const outside = asking(() => true);
    const searched = await found(
      ["qwzxy, ada@example.com", "b"],
      rulesOf({ optional: true }),
      outside,
    );
    expect(searched).toMatchObject({ ok: true, value: ["ada@example.com"] });
  });

  it("asks nobody where none of its types is looked for", async () => {
    const outside = asking();
    const rules = rulesOf({ entities: { AGE: "AGE" } });
    const wanted = new Set(["EMAIL_ADDRESS"]);
    const few = { ...rules, detection: { ...rules.detection, wanted } };
    expect(await found(["ada@example.com"], few, outside)).toMatchObject({
      value: ["ada@example.com"],
    });
  });

  it("is the only way to search: rules alone throw", () => {
    expect(() => runToEnd(detectedIn("a text", rulesOf()))).toThrow("nobody has asked");
  });
});
