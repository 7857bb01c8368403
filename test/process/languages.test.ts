// The shipped weights of the language model: the file has the hash in models/README.md, and classifies as well as
// measured. The figures only detect a broken file; docs/decisions/language-of-a-text.md has the measured ones.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  benchmarkFolder,
  readBenchmark,
  readLanguage,
} from "../../scripts/quality/detect/benchmark.ts";
import { readPrompts } from "../../scripts/quality/detect/prompts.ts";
import { PROJECT_ROOT } from "../../scripts/run/cli/tool.ts";
import { LANGUAGES, type Language } from "../../src/detect/language/languages.ts";
import { stretchesOf } from "../../src/detect/language/stretches.ts";
import { IS_LONG } from "../support/node/long/settings.ts";

const MODELS = join(PROJECT_ROOT, "models");

/** Share of the letters in these texts that are classified as a language. */
function shareIn(language: Language, texts: readonly string[]): number {
  let all = 0;
  let own = 0;
  for (const text of texts) {
    for (const stretch of stretchesOf(text)) {
      const letters = lettersOf(text.slice(stretch.start, stretch.end));
      all += letters;
      if (stretch.language === language) own += letters;
    }
  }
  return own / all;
}

const lettersOf = (text: string) => text.match(/\p{L}/gu)?.length ?? 0;

it("are the file that models/README.md names", () => {
  const digest = createHash("sha256")
    .update(readFileSync(join(MODELS, "languages.ts")))
    .digest("hex");
  expect(readFileSync(join(MODELS, "README.md"), "utf8")).toContain(digest);
});

it("take English chat, tickets, logs and code for English", () => {
  const texts = readPrompts().map(({ text }) => text);
  // Records with a Polish address or Spanish names are taken for these languages.
  expect(shareIn("en", texts)).toBeGreaterThan(0.99);
});

const folder = benchmarkFolder();
if (folder === null) {
  console.warn("SKIPPED: the figures of languages need the benchmark's folder (PII_BENCH).");
}

describe.skipIf(folder === null)("of the benchmark's letters", () => {
  it("almost all of the English ones are taken for English", () => {
    const records = [...readBenchmark(folder as string).values()].flat();
    const texts = records.filter((_, i) => IS_LONG || i % 5 === 0).map(({ text }) => text);
    expect(shareIn("en", texts)).toBeGreaterThan(0.995);
  });

  it.each(LANGUAGES.filter((language) => language !== "en"))("most are found: %s", (language) => {
    const records = readLanguage(folder as string, language);
    const texts = records.filter((_, i) => IS_LONG || i % 2 === 0).map(({ text }) => text);
    expect(shareIn(language, texts)).toBeGreaterThan(0.98);
  });
});
