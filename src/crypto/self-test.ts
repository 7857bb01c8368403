// Known answers of the cryptography that mappings depend on: a vault whose AES computes wrongly would issue tokens that can
// never be unmasked. platform/self-test.ts names the source of this practice.
//
// The tests run the code that serves requests: single values, which use the library's AES, and batches, which use the
// platform's. So that code is warm when the service reports that it is ready: the first request afterwards takes some 0.9 ms
// less (of 11), and the first health check 4 ms more.
import { byteSlicesOf, viewsOf } from "../core/byte-slices.ts";
import { areSameBytes, type KnownAnswer } from "../core/known-answer.ts";
import { type MakeAes, newAes } from "./aes.ts";
import { cmacDigestKey } from "./digest.ts";
import { fromHex } from "./encoding.ts";
import { deriveTokenSigningSecret, deriveWrappingKey, importRootKey } from "./keys.ts";
import { importSealingKey, open, seal } from "./seal.ts";
import { Siv } from "./siv.ts";

/** Fixed inputs and their known results, in hexadecimal digits. */
export const CRYPTO_VECTORS = {
  // NIST SP 800-38B, appendix D.3 (AES-256): the first 0, 16, 40 and 64 bytes of one text.
  cmac: {
    key: "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
    text:
      "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51" +
      "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710",
    codes: [
      "028962f61b7bf89efc6b551f4667d983",
      "28a7023f452e8f82bd4bf28d8c37c35c",
      "aaf3d8f1de5640c232f5b169b9c911e6",
      "e1992190549f6ed5696a2c056c315410",
    ],
  },
  // RFC 5297, appendix A.1.
  siv: {
    key: "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff",
    context: "101112131415161718191a1b1c1d1e1f2021222324252627",
    text: "112233445566778899aabbccddee",
    sealed: "85632d07c6e8f37f950acd320a2ecc9340c02b9690c4dc04daef7f6afe5c",
  },
  // McGrew and Viega, "The Galois/Counter Mode of Operation (GCM)", appendix B, test case 16; nonce first.
  gcm: {
    key: "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
    context: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
    text:
      "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72" +
      "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39",
    sealed:
      "cafebabefacedbaddecaf888522dc1f099567d07f47f37a32a84427d643a8cdc" +
      "bfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e63" +
      "93ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b",
  },
  // The labels are our own, so the vectors are too; made with another implementation of RFC 5869 (OpenSSL's).
  derived: {
    root: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
    nid: "00112233445566778899aabbccddeeff",
    signingSecret: "47b7b51b391fe0b65e7d7b95e9795fb8155546b8911c415c2a4f3f8c52c8989b",
    wrappingKey: "5eef25669234ae4c628ce82322593566129325577d4544425971bdb735249568",
  },
};

/** The known answers of this folder; tests pass wrong vectors, and AES that computes wrongly. */
export function cryptoAnswers(
  vectors: typeof CRYPTO_VECTORS = CRYPTO_VECTORS,
  aesOf: MakeAes = newAes,
): readonly KnownAnswer[] {
  return [
    { name: "AES-CMAC", isCorrect: () => isCmacRight(vectors.cmac, aesOf) },
    { name: "AES-SIV", isCorrect: () => isSivRight(vectors.siv, aesOf) },
    { name: "AES-GCM", isCorrect: () => isGcmRight(vectors.gcm) },
    { name: "HKDF", isCorrect: () => areDerivedRight(vectors.derived) },
  ];
}

const CMAC_LENGTHS = [0, 16, 40, 64];
/** How often a batch repeats a vector: the platform's AES is used from 64 blocks on. */
const BATCH = 64;

async function isCmacRight(vector: typeof CRYPTO_VECTORS.cmac, aesOf: MakeAes): Promise<boolean> {
  const key = cmacDigestKey(fromHex(vector.key), aesOf);
  const text = fromHex(vector.text);
  const messages = CMAC_LENGTHS.map((length) => text.slice(0, length));
  const codes = vector.codes.map(fromHex);
  if (!areAllSame(await key.digestAll(messages), codes)) return false;
  return areAllSame(await key.digestAll(repeated(messages)), repeated(codes));
}

async function isSivRight(vector: typeof CRYPTO_VECTORS.siv, aesOf: MakeAes): Promise<boolean> {
  const [context, text, expected] = [vector.context, vector.text, vector.sealed].map(fromHex);
  if (context === undefined || text === undefined || expected === undefined) return false;
  const siv = new Siv(fromHex(vector.key), aesOf);
  const contextOf = () => context;
  const turn = async (texts: readonly Bytes[], boxes: readonly Bytes[]) => {
    if (!areAllSame(viewsOf(await siv.seal(byteSlicesOf(texts), contextOf)), boxes)) return false;
    const sealed = boxes.map(({ buffer }) => buffer);
    return areAllSame(viewsOf(await siv.open(sealed, contextOf)), texts);
  };
  return (await turn([text], [expected])) && turn(repeated([text]), repeated([expected]));
}

type Bytes = Uint8Array<ArrayBuffer>;

function repeated<T>(list: readonly T[]): T[] {
  return Array.from({ length: BATCH }, () => list).flat();
}

function areAllSame(these: readonly Uint8Array[], those: readonly Uint8Array[]): boolean {
  const empty = new Uint8Array(0);
  return (
    these.length === those.length && these.every((one, i) => areSameBytes(one, those[i] ?? empty))
  );
}

async function isGcmRight(vector: typeof CRYPTO_VECTORS.gcm): Promise<boolean> {
  const [context, text, expected] = [vector.context, vector.text, vector.sealed].map(fromHex);
  if (context === undefined || text === undefined || expected === undefined) return false;
  const key = await importSealingKey(fromHex(vector.key));
  const sealed = await seal(key, text, context, (length) => expected.slice(0, length));
  return areSameBytes(sealed, expected) && areSameBytes(await open(key, expected, context), text);
}

/** Checks the derived keys. The wrapping key cannot be exported, so the test is that it opens what the known key sealed. */
async function areDerivedRight(vector: typeof CRYPTO_VECTORS.derived): Promise<boolean> {
  const root = await importRootKey(fromHex(vector.root));
  if ((await deriveTokenSigningSecret(root)) !== vector.signingSecret) return false;
  const derived = await deriveWrappingKey(root, vector.nid);
  const known = await importSealingKey(fromHex(vector.wrappingKey));
  const nothing = new Uint8Array(0);
  const sealed = await seal(known, nothing, nothing, (length) => new Uint8Array(length));
  return (await open(derived, sealed, nothing)).length === 0;
}
