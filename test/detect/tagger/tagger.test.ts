// The tagger: unusual texts, that its shortcuts give the same sums as the plain computation, that a model trained on a
// handful of sentences finds names of the same kind, and that model files are checked.

import { beforeAll, describe, expect, it } from "vitest";
import { buildModel } from "../../../scripts/data/train/build-model.ts";
import { type GroupPlan, PLANS } from "../../../scripts/data/train/plan.ts";
import {
  type ModelData,
  modelBytes,
  placeHashes,
  placeWords,
} from "../../../scripts/data/train/write-model.ts";
import { runToEnd } from "../../../src/core/steps.ts";
import { bestTags, makeLattice } from "../../../src/detect/tagger/decode.ts";
import {
  featuresOf,
  MAX_FEATURES,
  makeNotes,
  noteToken,
} from "../../../src/detect/tagger/features.ts";
import { fillForms } from "../../../src/detect/tagger/forms.ts";
import {
  addToHash,
  BUCKETS,
  bucketOf,
  HASH_START,
  slotOf,
} from "../../../src/detect/tagger/hash.ts";
import { Lexicon, lexiconKey } from "../../../src/detect/tagger/lexicon.ts";
import { ModelFormatError, parseTaggerModel } from "../../../src/detect/tagger/model.ts";
import { taggerRecognizer } from "../../../src/detect/tagger/tagger.ts";
import { TAG_COUNT } from "../../../src/detect/tagger/tags.ts";
import { tokenize } from "../../../src/detect/tagger/tokens.ts";

const PLAN: GroupPlan = {
  ...PLANS.en,
  training: { rounds: 12, step: 0.3, shrink: 1e-3, seed: 3, dropout: 0.1, averaged: 1 },
};
const TYPES = ["PERSON", "LOCATION", "ORGANIZATION", "ADDRESS"];

/** A record from a text with names in brackets: `[PERSON Ann Lee] sings`. */
function record(marked: string) {
  const spans: { start: number; end: number; type: string }[] = [];
  let text = "";
  let at = 0;
  for (const match of marked.matchAll(/\[([A-Z]+) ([^\]]+)\]/g)) {
    text += marked.slice(at, match.index);
    spans.push({ start: text.length, end: text.length + match[2]!.length, type: match[1]! });
    text += match[2];
    at = match.index + match[0].length;
  }
  return { id: marked, source: "test", text: text + marked.slice(at), spans, types: TYPES };
}

const SENTENCES = ["Ann Lee", "Bob Ray", "Cleo Hart", "Dan Moss"].flatMap((name) => [
  `Yesterday [PERSON ${name}] called about the bill.`,
  `please ask [PERSON ${name}] to sign`,
  `The invoice of Monday is paid. [PERSON ${name}] lives in [LOCATION Oslo] now.`,
  `We moved from [LOCATION Rome] to [LOCATION Paris] with [ORGANIZATION Acme Ltd] in May.`,
  `Nothing to see here, the weather is fine and the shop is open.`,
]);

function hashOf(word: string): number {
  let hash = HASH_START;
  for (const char of word) hash = addToHash(hash, char.charCodeAt(0));
  return hash;
}

const keyOf = (word: string) => lexiconKey(hashOf(word));

function tinyLexicon() {
  const keys = Int32Array.from(["ann", "bob", "cleo", "dan", "eve"].map(keyOf)).sort();
  return {
    keys,
    classes: new Uint16Array(keys.length).fill(1),
    lists: new Uint8Array(keys.length).fill(1),
    coarse: Uint8Array.of(0, 1),
  };
}

function tinyData(): ModelData {
  const sources = new Map([["test", SENTENCES.map(record)]]);
  return buildModel(sources, tinyLexicon(), "en", () => {}, PLAN);
}

let data: ModelData;
let bytes: Uint8Array<ArrayBuffer>;
const tiny = (recall = 0) =>
  taggerRecognizer(parseTaggerModel(bytes.slice().buffer), { group: "en", recall });
const values = (text: string, recall = 0) =>
  tiny(recall)
    .scan(text)
    .map(({ start, end, entityType }) => `${entityType} ${text.slice(start, end)}`);

beforeAll(() => {
  data = tinyData();
  bytes = modelBytes(data);
});

describe("training", () => {
  it("finds names it has not seen, of the kind it has", () => {
    expect(values("Yesterday Eve Stone called about the bill.")).toEqual(["PERSON Eve Stone"]);
    expect(values("Nothing to see here, the shop is open.")).toEqual([]);
  });

  it("gives the same bytes twice", () => {
    expect(modelBytes(tinyData()).every((byte, i) => byte === bytes[i])).toBe(true);
  });

  it("finds no fewer names the further the recall dial is turned", () => {
    const text = "Today Zed Quill phoned about that bill in Lima with Initech Ltd.";
    const covered = [-1, 0, 1].map((recall) =>
      tiny(recall)
        .scan(text)
        .reduce((sum, { start, end }) => sum + end - start, 0),
    );
    expect(covered).toEqual([...covered].sort((a, b) => a - b));
    expect(covered[2]).toBeGreaterThan(covered[0]!);
  });

  it("scores between 0 and 1", () => {
    for (const { score } of tiny(1).scan("please ask Eve Lee to sign")) {
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThan(1);
    }
  });
});

/** With the dial this far down on "outside", no token is outside for sure. */
const BIAS = 100_000;

describe("sums", () => {
  it("are those of each feature, one by one", () => {
    const model = parseTaggerModel(bytes.slice().buffer);
    const rowOf = new Map(Array.from(data.features, (feature, row) => [feature, row]));
    const lexicon = new Lexicon(placeWords(data.lexicon));
    for (const { text } of SENTENCES.map(record)) {
      const tokens = tokenize(text);
      const notes = makeNotes(tokens.count);
      fillForms(tokens, notes.form);
      for (let i = 0; i < tokens.count; i++) noteToken(tokens, notes, i, lexicon);
      const plain = new Int32Array(tokens.count * TAG_COUNT);
      const features = new Int32Array(MAX_FEATURES);
      for (let i = 0; i < tokens.count; i++) {
        const count = featuresOf(tokens, notes, i, features);
        for (const row of [...features.subarray(0, count)].map((f) => rowOf.get(f))) {
          if (row === undefined) continue;
          for (let t = 0; t < TAG_COUNT; t++) {
            plain[i * TAG_COUNT + t]! += data.weights[row * TAG_COUNT + t]!;
          }
        }
      }
      const lattice = makeLattice(tokens.count);
      runToEnd(bestTags(tokens, model, BIAS, lattice));
      for (let at = 0; at < plain.length; at += TAG_COUNT) plain[at]! -= BIAS;
      expect(lattice.sums.subarray(0, plain.length)).toEqual(plain);
    }
  });
});

describe("placed hashes", () => {
  it("have a slot each, however full the table is", () => {
    const placement = { hashBits: 26, slots: 2 ** 17 };
    const hashes = new Set<number>();
    for (let i = 1; hashes.size < placement.slots * 0.95; i++) {
      hashes.add(addToHash(addToHash(HASH_START, i), i >>> 8) >>> 6);
    }
    const moves = placeHashes(Int32Array.from(hashes), placement);
    const slots = new Set(
      Array.from(hashes, (hash) => slotOf(hash, moves[bucketOf(hash, placement)]!, placement)),
    );
    expect(slots.size).toBe(hashes.size);
    expect(moves).toHaveLength(BUCKETS);
  });

  it("are refused when there are more than slots", () => {
    const hashes = Int32Array.from({ length: 70_000 }, (_, i) => i * 2);
    expect(() => placeHashes(hashes, { hashBits: 18, slots: 2 ** 16 })).toThrow("too few slots");
  });

  it("of words are found with what is known of them, and no others", () => {
    const words = Array.from({ length: 5_000 }, (_, i) => `word${i}`);
    const keys = Int32Array.from(new Set(words.map(keyOf))).sort();
    const lists = Uint8Array.from(keys, (_, i) => i % 256);
    const classes = Uint16Array.from(keys, (_, i) => i % 1000);
    const lexicon = new Lexicon(placeWords({ keys, lists, classes, coarse: new Uint8Array(1000) }));
    for (const word of words) {
      const hash = hashOf(word);
      const slot = lexicon.find(hash);
      const at = keys.indexOf(lexiconKey(hash));
      expect([lexicon.fineOf(slot), lexicon.listsOf(slot)]).toEqual([classes[at], lists[at]]);
    }
    const others = Array.from({ length: 5_000 }, (_, i) => hashOf(`other${i}`));
    for (const hash of others.filter((other) => !keys.includes(lexiconKey(other)))) {
      const slot = lexicon.find(hash);
      expect(slot < 0 || lexicon.fineOf(slot) + lexicon.listsOf(slot) === 0).toBe(true);
    }
  });
});

describe("model files", () => {
  it("are refused when they are cut off, longer, altered, or of another version", () => {
    const altered = (at: number) => {
      const copy = bytes.slice();
      copy[at]! ^= 1;
      return copy.buffer;
    };
    const longer = new Uint8Array(bytes.length + 1);
    longer.set(bytes);
    const broken = [
      new ArrayBuffer(0),
      bytes.slice(0, 31).buffer,
      bytes.slice(0, bytes.length - 1).buffer,
      longer.buffer,
      ...[0, 4, 8, 12, 16, 20, 32, bytes.length >> 1, bytes.length - 1].map(altered),
    ];
    for (const file of broken) expect(() => parseTaggerModel(file)).toThrow(ModelFormatError);
  });
});

describe("odd texts", () => {
  it("give spans inside the text, apart, and not blank at the ends", () => {
    const texts = [
      ...["", " ", "\n\n", "a", "Ann", "🙂", "🙂 Ann Lee 🙂", "\ud800", "\u200b", "\u0000\u0001"],
      ...["A", "a", "1", ".", "字", "\u200b", "\n", "🙂", "A "].map((unit) => unit.repeat(65_536)),
    ];
    const recognizer = tiny(1);
    for (const text of texts) {
      let last = 0;
      const wrong = recognizer.scan(text).find(({ start, end }) => {
        const isRight = start >= last && end > start && end <= text.length;
        last = end;
        return !isRight || text.slice(start, end) !== text.slice(start, end).trim();
      });
      expect(wrong).toBeUndefined();
    }
  });
});
