// The shipped model: the file has the hash in models/README.md, is small enough for the Worker, and finds the names it
// was trained on. The figures only detect a broken file or format; `npm run bench:detect` measures its quality.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import {
  benchmarkFolder,
  loadScorer,
  readBenchmark,
} from "../../scripts/quality/detect/benchmark.ts";
import { everyEntity, loadModel, modelFile } from "../../scripts/quality/detect/tagger-model.ts";
import { PROJECT_ROOT } from "../../scripts/run/cli/tool.ts";
import { GROUPS, type Group } from "../../src/detect/tagger/groups.ts";
import { taggerRecognizer } from "../../src/detect/tagger/tagger.ts";
import { IS_LONG } from "../support/node/long/settings.ts";

const MAX_BYTES_AFTER_GZIP = 1_550_000;
const FLOOR = { PERSON: 0.93, LOCATION: 0.9, ORGANIZATION: 0.9, ADDRESS: 0.8 };
/** One record in so many is scored. */
const SAMPLE = IS_LONG ? 5 : 15;

const GROUP_NAMES = Object.keys(GROUPS) as Group[];

it.each(GROUP_NAMES)("%s is the file that models/README.md names", (group) => {
  const digest = createHash("sha256")
    .update(readFileSync(modelFile(group)))
    .digest("hex");
  expect(readFileSync(join(PROJECT_ROOT, "models", "README.md"), "utf8")).toContain(digest);
});

/** The others are held by what a release may be as a whole, when it is bundled; the core has this one alone. */
it.each(IS_LONG ? GROUP_NAMES : ["en" as const])("%s is small enough for the Worker", (group) => {
  expect(gzipSync(readFileSync(modelFile(group))).length).toBeLessThan(MAX_BYTES_AFTER_GZIP);
});

const folder = benchmarkFolder();
if (folder === null) {
  console.warn("SKIPPED: the tagger's figures need the benchmark's folder (PII_BENCH).");
}

it.skipIf(folder === null)("finds names, places, organizations and addresses", async () => {
  const records = [...readBenchmark(folder as string)]
    .filter(([name]) => name !== "pii-anon-adversarial")
    .flatMap(([, list]) => list)
    .filter((_, i) => i % SAMPLE === 0)
    .map((record) => ({ ...record, types: record.types.filter((type) => type in FLOOR) }));
  const { scan } = taggerRecognizer(loadModel(), { group: "en", recall: 0 });
  const found = records.map(({ id, text }) => {
    const spans = scan(text).map(({ start, end, entityType }) => ({
      start,
      end,
      type: entityType,
    }));
    return [id, { id, spans }] as const;
  });
  const score = await loadScorer(folder as string);
  const { perType } = score(records, new Map(found));
  for (const [type, floor] of Object.entries(FLOOR)) {
    expect([type, (perType[type]?.overlap.f1 ?? 0) > floor]).toEqual([type, true]);
  }
});

/** Names in prose that the models have not seen. */
it.each([
  [
    "de",
    "Gestern hat Bundeskanzlerin Angela Merkel in Leipzig die Firma Siemens besucht.",
    "Angela Merkel, Leipzig, Siemens",
  ],
  [
    "fr",
    "Hier, le ministre Bruno Lemaire a rencontré les employés de la mairie à Toulouse.",
    "Bruno Lemaire, Toulouse",
  ],
  [
    "es",
    "El profesor Javier Moreno vive en Valencia desde hace muchos años con su familia.",
    "Javier Moreno, Valencia",
  ],
  [
    "pl",
    "Wczoraj premier Donald Tusk spotkał się w Warszawie z mieszkańcami miasta.",
    "Donald Tusk, Warszawie",
  ],
  ["hi", "प्रधानमंत्री नरेंद्र मोदी ने कल दिल्ली में भाषण दिया।", "नरेंद्र मोदी, दिल्ली"],
  ["ja", "昨日、田中一郎さんは東京で会議に出席した。", "田中一郎, 東京"],
] as const)("finds names in %s", (_, text, names) => {
  const found = everyEntity()(text).filter(({ recognizer }) => recognizer === "tagger");
  expect(found.map(({ start, end }) => text.slice(start, end)).join(", ")).toBe(names);
});
