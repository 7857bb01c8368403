// Known answers of the token cipher: with a wrong one every token of the namespace would be lost, or two values would share
// one. platform/self-test.ts names the source of this practice.

import type { KnownAnswer } from "../core/known-answer.ts";
import { type MakeAes, newAes } from "../crypto/aes.ts";
import { BatchCipher } from "./batch-cipher.ts";
import { tokenCipher } from "./cipher/cipher.ts";
import { compactNumber } from "./forms/plain/compact-form.ts";
import { DEFAULT_POLICY, FORMAT, kindOf, TOKEN } from "./kinds.ts";
import { freeTokenOf } from "./makers.ts";
import { carriedId } from "./recognition.ts";

/** A key, ids, and their tokens under the key. From test/tokens/vectors.json: our own, frozen. */
export const TOKEN_VECTORS = {
  key: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  ids: [
    { id: 1, halves: [9993198660, 908588848870] },
    { id: 4294967296, halves: [1075770865342, 178681230002] },
    { id: 1099511627775, halves: [1054452665678, 225633201959] },
  ],
  spelt: { id: 7920, value: "Jane Doe", token: "5BQmyNH 6KnMpnj" },
  compact: { id: 7920, value: "Jane Doe", token: "per8j80rdmkaf4f2x9q" },
};

/** How often a batch repeats them: 64 and more use the platform's AES, single ones the library's. */
const BATCH = 64;

/** The known answers of this folder; tests pass wrong vectors, and AES that computes wrongly. */
export function tokenAnswers(
  vectors = TOKEN_VECTORS,
  aesOf: MakeAes = newAes,
): readonly KnownAnswer[] {
  return [
    { name: "token cipher", isCorrect: async () => isCipherRight(vectors) },
    { name: "token spelling", isCorrect: async () => isSpellingRight(vectors) },
    { name: "token batches", isCorrect: () => areBatchesRight(vectors, aesOf) },
  ];
}

type Vectors = typeof TOKEN_VECTORS;

function isCipherRight({ key, ids }: Vectors): boolean {
  const cipher = tokenCipher(Uint8Array.from(key));
  return ids.every(({ id, halves }) => {
    const [high, low] = cipher.encipher(id);
    return high === halves[0] && low === halves[1] && cipher.decipher(high, low) === id;
  });
}

function isSpellingRight({ key, spelt, compact }: Vectors): boolean {
  const cipher = tokenCipher(Uint8Array.from(key));
  const isRight = ({ id, value, token }: Vectors["spelt"], kind: number): boolean =>
    freeTokenOf(cipher, { id, kind, value }) === token && carriedId(cipher, token) === id;
  return (
    isRight(spelt, kindOf(DEFAULT_POLICY, TOKEN.text, FORMAT.default)) &&
    isRight(compact, kindOf(DEFAULT_POLICY, TOKEN.compact, compactNumber("PERSON")))
  );
}

/** Batches must give the same as single ids. */
async function areBatchesRight({ key, ids, spelt }: Vectors, aesOf: MakeAes): Promise<boolean> {
  const batchCipher = new BatchCipher(Uint8Array.from(key), aesOf);
  const many = Array.from({ length: BATCH }, () => ids).flat();
  const enciphered = await batchCipher.forIds(many.map(({ id }) => id));
  const areEnciphered = many.every(({ id, halves }) => {
    const [high, low] = enciphered.encipher(id);
    return high === halves[0] && low === halves[1];
  });
  const texts = many.map(() => spelt.token);
  const deciphered = await batchCipher.forTexts(texts);
  return areEnciphered && texts.every((text) => carriedId(deciphered, text) === spelt.id);
}
