// npm run bench:llm: what it counts, and a small run with a real service, in which no value is wrong.
import { readdirSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { judge, type Score } from "../../../scripts/quality/llm/judge.ts";
import { LANES } from "../../../scripts/quality/llm/lanes.ts";
import { MANGLINGS } from "../../../scripts/quality/llm/manglings.ts";
import { markedText, placesIn, withoutMarks } from "../../../scripts/quality/llm/marked-text.ts";
import { MAX_PROMPTS, prompts } from "../../../scripts/quality/llm/prompts.ts";
import { cleanUp, startScript, temporaryFolder } from "../../support/node/run-script.ts";

afterEach(cleanUp);

const TOKENS = [
  ["Ann Lee", 5, "<PER>"],
  ["a@b.org", 19, "<EMAIL>"],
].map(([value, start, prefix], i) => ({
  value: String(value),
  token: `tok-en ${i}`,
  prefix: String(prefix),
  suffix: String(prefix).replace("<", "</"),
  pii_type: "PERSON",
  start_pos: Number(start),
  end_pos: Number(start) + String(value).length,
}));
const MARKED = markedText("Dear Ann Lee, mail a@b.org today.", TOKENS);
const VALUES = TOKENS.map(({ value }) => value);

function scoreOf(answer: string, mangled = MARKED): Score {
  const score = { restored: 0, wrong: 0, failed: 0 };
  judge(answer, mangled, VALUES, [...VALUES, "Bob Ray"], score);
  return score;
}

describe("the judge", () => {
  it.each([
    ["Dear Ann Lee, mail a@b.org today.", 2, 0, 0],
    ["Dear Ann Lee, mail <EMAIL>tok-en 1</EMAIL> today.", 1, 0, 1],
    ["Dear Bob Ray, mail a@b.org today.", 1, 1, 0],
    ["Dear Bob Ray, mail Bob Ray today.", 0, 2, 0],
    ["Dear a@b.org, mail Ann Lee today.", 0, 2, 0],
    ["Dear tok-en 0, mail Ann Lee today.", 0, 1, 1],
    ["Dear **Ann Lee**'s, mail 'a@b.org' today.", 2, 0, 0],
    ["", 0, 0, 2],
  ])("of %j counts %i restored, %i wrong, %i failed", (answer, restored, wrong, failed) => {
    expect(scoreOf(answer)).toEqual({ restored, wrong, failed });
  });
});

describe("the manglings", () => {
  it("are forty and more, and change the text, but for one", () => {
    const names = Object.keys(MANGLINGS);
    expect(names.length).toBeGreaterThanOrEqual(40);
    const text = 'Dear Ann Lee, it\'s the "mail" of a@b-c.org? Then call 5 6 7 today. Thanks!';
    const own = TOKENS.map((one, i) => ({ ...one, token: ["k3 V-b9", "A@b.c_d 7"][i] ?? "" }));
    const marked = markedText(text, own);
    const same = names.filter(
      (name) => withoutMarks(MANGLINGS[name]?.(marked) ?? "") === withoutMarks(marked),
    );
    expect(same.filter((name) => name !== "wrapped at 72")).toEqual(["unchanged"]);
  });

  it.each(Object.keys(MANGLINGS))("leave the places of tokens in a text: %s", (name) => {
    const { places } = placesIn(MANGLINGS[name]?.(MARKED) ?? "");
    expect(new Set(places.map(({ number }) => number))).toEqual(new Set([0, 1]));
  });
});

describe("the prompts", () => {
  it("are always the same, and all different", () => {
    const all = prompts(MAX_PROMPTS);
    expect(new Set(all).size).toBe(200);
    expect(all.slice(0, 7)).toEqual(prompts(7));
    expect(all.join("")).not.toMatch(/[{}]/);
  });
});

describe("the command", () => {
  it("plays all manglings in all styles, and no value is wrong", async () => {
    const folder = temporaryFolder();
    const bench = startScript("bench/bench-llm.ts", ["--prompts", "6"], { TMPDIR: folder });
    const { code } = await bench.ended;
    expect(code, bench.stdout() + bench.stderr()).toBe(0);
    const rows = bench
      .stdout()
      .trim()
      .split("\n")
      .map((row) =>
        row
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    const [head, , ...others] = rows;
    expect(head).toEqual(["mangling", ...LANES.map(({ name }) => name)]);
    expect(others.map(([name]) => name)).toEqual([
      ...Object.keys(MANGLINGS),
      "**restored**",
      "**wrong**",
      "**failed**",
    ]);
    expect(others.find(([name]) => name === "unchanged")?.slice(1)).toEqual(LANES.map(() => "100"));
    expect(others.at(-2)?.slice(1)).toEqual(LANES.map(() => "0"));
    expect(readdirSync(folder)).toEqual([]);
  });

  it("knows its manglings", async () => {
    const bench = startScript("bench/bench-llm.ts", ["--only", "miracles"]);
    expect((await bench.ended).code).toBe(64);
    expect(bench.stderr()).toContain('There is no mangling "miracles"');
  });
});
