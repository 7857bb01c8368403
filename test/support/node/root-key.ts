// What somebody with the files and the root key can find out: which values have digests anywhere in the raw bytes.

import { createDecipheriv, hkdfSync } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Blinding } from "../../../src/crypto/blinding.ts";
import { contextMaker } from "../../../src/crypto/context.ts";
import { cmacDigestKey, digestAllIn } from "../../../src/crypto/digest.ts";
import { utf8All } from "../../../src/crypto/encoding.ts";
import { query } from "./object-files.ts";
import type { Service } from "./service.ts";

/** Numbers of a wrapped key's purpose (vault/keys/keyring.ts). */
const INDEX = 7;
const BLINDING = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Contents of all files below a folder. */
export function rawFiles(folder: string): Buffer[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
}

/** Somebody who holds the root key and the files. */
export class RootKeyHolder {
  readonly #wrapping: Buffer;
  readonly #context: ReturnType<typeof contextMaker>;

  constructor(service: Service, vaultPath: string) {
    const nid = String(
      query(vaultPath, "SELECT value FROM setting WHERE name = 'nid'")[0]?.["value"],
    );
    const root = Buffer.from(service.secrets.VAULT_ROOT_KEY, "base64");
    const label = "masking-vault/key-wrapping/v1";
    this.#wrapping = Buffer.from(hkdfSync("sha256", root, Buffer.from(nid, "hex"), label, 32));
    this.#context = contextMaker(nid);
  }

  /** The blinding of a version as stored in the files; null where noise has replaced it. */
  blindingOf(vaultPath: string, version: number): Blinding | null {
    const secret = this.#unwrap(wrappedBlinding(vaultPath, version), BLINDING, version);
    return secret === null ? null : new Blinding(version, Uint8Array.from(secret));
  }

  /** Possible stored digests of values: unblinded, and blinded with each of these. */
  async digestsOf(vaultPath: string, blindings: readonly Blinding[], values: readonly string[]) {
    const digests = await this.#digestKey(vaultPath).digestAll(utf8All(values));
    return digests.map((digest) => storedAs(blindings, digest));
  }

  /** The same for attribute pairs, as JSON of name and value. */
  async pairDigestsOf(vaultPath: string, blindings: readonly Blinding[], pairs: readonly string[]) {
    const digests = await digestAllIn(this.#digestKey(vaultPath), "attribute", pairs);
    return digests.map((digest) => storedAs(blindings, digest));
  }

  #digestKey(vaultPath: string) {
    const key = this.#unwrap(wrappedOf(vaultPath, "index"), INDEX, 0);
    if (key === null) throw new Error("the key of digests does not open");
    return cmacDigestKey(Uint8Array.from(key));
  }

  #unwrap(stored: Buffer, purpose: number, version: number): Buffer | null {
    // The first byte is the version of the root key, but for keys of 0.1.0.
    const wrapped = stored.length % 16 === 13 ? stored.subarray(1) : stored;
    const cipher = createDecipheriv(
      "aes-256-gcm",
      this.#wrapping,
      wrapped.subarray(0, NONCE_BYTES),
    );
    cipher.setAAD(this.#context("wrappedKey", purpose, version, 0));
    cipher.setAuthTag(wrapped.subarray(-TAG_BYTES));
    const bytes = cipher.update(wrapped.subarray(NONCE_BYTES, -TAG_BYTES));
    try {
      cipher.final();
      return bytes;
    } catch {
      return null;
    }
  }
}

/** Number of digests that occur in the files in any of their forms. */
export function countIn(files: readonly Buffer[], digests: readonly Buffer[][]): number {
  return digests.filter((forms) => forms.some((form) => files.some((file) => file.includes(form))))
    .length;
}

/** The wrapped secret of a version, while it exists. It is written once: all copies have the same bytes. */
export function wrappedBlinding(vaultPath: string, version: number): Buffer {
  return wrappedOf(vaultPath, `blinding_${version % 2}`);
}

function storedAs(blindings: readonly Blinding[], digest: Uint8Array<ArrayBuffer>): Buffer[] {
  return [digest, ...blindings.map((one) => one.blind(digest))].map((bytes) => Buffer.from(bytes));
}

function wrappedOf(vaultPath: string, name: string): Buffer {
  const [row] = query(vaultPath, `SELECT wrapped FROM namespace_key WHERE name = '${name}'`);
  return Buffer.from(row?.["wrapped"] as Uint8Array);
}
