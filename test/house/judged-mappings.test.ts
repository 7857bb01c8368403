// Whether a mapping is live takes long to decide when it has many pairs, so callers must have it judged first
// (src/vault/state/cover-verdicts.ts). No type enforces that; this test does, for every file that calls a store with
// such a question.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../scripts/run/cli/tool.ts";
import { filesBelow } from "../support/node/imports.ts";

/** Files whose callers judge for them: who does so, and before what it calls. */
const JUDGED_BY_CALLERS: Readonly<Record<string, string>> = {
  "src/vault/mappings/mask-block.ts": "src/vault/mappings/masker.ts",
};

const textOf = (path: string) => readFileSync(join(PROJECT_ROOT, path), "utf8");
const hasWord = (text: string, words: Iterable<string>) =>
  [...words].some((word) => new RegExp(`(?<![\\w#])${word}(?!\\w)`).test(text));

/** Names for what a text declares, of what mentions one of `words` or a declaration that does. */
function mentioning(text: string, declaration: RegExp, words: readonly string[]): string[] {
  const declared = [...text.matchAll(declaration)].map(([whole, name = ""]) => ({ name, whole }));
  const found = new Set<string>();
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const { name, whole } of declared) {
      const body = whole.replace(name, "");
      if (hasWord(body, [...words, ...found])) found.add(name);
    }
  }
  return [...found];
}

/** `store.method` of each method of a store whose statements ask whether mappings live. */
function methodsThatAsk(): string[] {
  const names = new Map(
    [...textOf("src/vault/namespace-base.ts").matchAll(/(\w+): new (\w+Store)\(sql\)/g)].map(
      ([, property = "", store = ""]) => [store, property],
    ),
  );
  return filesBelow("src/vault/store").flatMap((path) => {
    const text = textOf(path);
    const constants = mentioning(text, /^(?:export )?const (\w+) = [^;]*;/gm, ["LIVES"]);
    const property = names.get(/^export class (\w+)/m.exec(text)?.[1] ?? "") ?? "";
    const methods = mentioning(text, /^ {2}(#?\w+)\([\s\S]*?^ {2}\}/gm, constants);
    return methods.filter((name) => !name.startsWith("#")).map((name) => `${property}.${name}`);
  });
}

describe("whether mappings live", () => {
  const asking = methodsThatAsk();
  const calls = new RegExp(`(?<!\\w)(?:${asking.join("|")})\\(`);
  const callers = filesBelow("src/vault").filter((path) => calls.test(textOf(path)));

  it("is asked by these methods of stores", () => {
    expect(asking.sort()).toEqual([
      "chunks.isLost",
      "chunks.lost",
      "mappings.byId",
      "mappings.find",
      "mappings.insertAll",
      "matchStore.living",
      "renewal.replaceMappings",
    ]);
  });

  it("is asked nowhere without having them judged before", () => {
    expect(callers.length).toBeGreaterThan(6);
    const judging = (path: string) => /verdicts\.prepare\(|prepareToFind\(/.test(textOf(path));
    expect(callers.filter((path) => !judging(JUDGED_BY_CALLERS[path] ?? path))).toEqual([]);
  });

  it("and by whoever looks mappings up by their digests", () => {
    const looking = filesBelow("src/vault").filter((path) =>
      textOf(path).includes("findByDigest("),
    );
    expect(looking.length).toBeGreaterThan(2);
    expect(looking.filter((path) => !textOf(path).includes("prepareToFind("))).toEqual([]);
  });
});
