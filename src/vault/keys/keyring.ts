// The keys of one namespace. Every stored key is wrapped with a key derived from a root key version and the nid;
// unwrapped keys exist only in this object's memory.

import type { RandomSource } from "../../core/random-source.ts";
import { BLINDING_SECRET_BYTES } from "../../crypto/blinding.ts";
import type { ContextMaker } from "../../crypto/context.ts";
import { cmacDigestKey, type DigestKey, digestAllIn, digestIn } from "../../crypto/digest.ts";
import { importSealingKey } from "../../crypto/seal.ts";
import { SIV_KEY_BYTES, Siv } from "../../crypto/siv.ts";
import { KeyWrapping, RootKeyMismatch, UnreadableKey } from "../../crypto/wrapping.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { BatchCipher } from "../../tokens/batch-cipher.ts";
import { TOKEN_KEY_BYTES, type TokenCipher } from "../../tokens/cipher/cipher.ts";
import type { BlindingKeyName, KeyStore, NamespaceKeyName } from "../store/keys.ts";
import type { SettingStore } from "../store/settings.ts";
import { RootVersions } from "./root-versions.ts";

const KEY_BYTES = 32;
/** Version of a new namespace's first blinding. */
export const FIRST_BLINDING = 1;
/** Purpose of a wrapped key, the first number of its context. Append only; 1 must not be reused. */
const PURPOSE = {
  token: 2,
  record: 3,
  day: 4,
  job: 5,
  placeholders: 6,
  index: 7,
  blinding: 8,
  auditDay: 9,
  rootCheck: 10,
} as const;

/** What a wrapped key is bound to: its purpose, and its numbers. */
export type KeyBinding = readonly [purpose: keyof typeof PURPOSE, a: number, b: number];

/** Keys that a namespace has one of, without the blindings' secrets. */
export const OWN_KEYS = ["index", "token", "record"] as const;

/** A key, and the version recorded with the data it seals. */
export interface VersionedKey {
  readonly key: Siv;
  readonly version: number;
}

/** Makes, wraps, unwraps and remembers keys. */
export class Keyring {
  readonly #store: KeyStore;
  readonly #context: ContextMaker;
  readonly #random: RandomSource;
  readonly #wrapping: KeyWrapping;
  readonly #roots: RootVersions | null;
  #isRootChecked = false;
  readonly #days = new Map<string, Siv>();
  /** The current day's key for new mappings, cached so that most requests read no table. */
  #current: { readonly day: number; readonly key: VersionedKey } | null = null;
  #digest: Promise<DigestKey> | null = null;
  #record: Promise<CryptoKey> | null = null;
  #tokenKey: Promise<Uint8Array<ArrayBuffer>> | null = null;
  #cipher: BatchCipher | null = null;

  /** `settings` records the root key versions in use; null for a namespace that is being created. */
  constructor(
    store: KeyStore,
    context: ContextMaker,
    namespace: { nid: string; rootKeyText: unknown },
    random: RandomSource,
    settings: SettingStore | null = null,
  ) {
    this.#store = store;
    this.#context = context;
    this.#random = random;
    this.#wrapping = new KeyWrapping(namespace.rootKeyText, namespace.nid, random);
    const checkContext = this.#contextOf(["rootCheck", 0, 0]);
    this.#roots = settings && new RootVersions(settings, this.#wrapping, checkContext);
  }

  /**
   * Await this before using stored data. Throws RootKeyMismatch when the root key lacks a version that keys are
   * wrapped with, or has another key for it: data that this root key cannot open must not be taken for damaged.
   */
  async requireRoot(): Promise<void> {
    if (this.#isRootChecked) return;
    const oldest = (await this.#roots?.require()) ?? 1;
    if (await this.#opensNone()) throw new RootKeyMismatch(oldest, "is another key");
    this.#isRootChecked = true;
  }

  /** The root key version that wraps new keys. */
  rootVersion(): Promise<number> {
    return this.#wrapping.newest();
  }

  /** The key wrapped again with the newest root key version; null when it does not open. */
  async wrapAnew(
    binding: KeyBinding,
    wrapped: ArrayBuffer,
  ): Promise<Uint8Array<ArrayBuffer> | null> {
    try {
      return await this.#wrap(await this.#unwrap(wrapped, ...binding), ...binding);
    } catch (error) {
      if (error instanceof UnreadableKey) return null;
      throw error;
    }
  }

  /**
   * Fresh wrapped keys for a new namespace, to be stored in the block that creates it. Its first blinding is version
   * 1; the second one's row exists from the beginning, with random bytes.
   */
  async newNamespaceKeys(): Promise<[NamespaceKeyName, Uint8Array<ArrayBuffer>][]> {
    const keys = await Promise.all(
      OWN_KEYS.map(async (name): Promise<[NamespaceKeyName, Uint8Array<ArrayBuffer>]> => {
        const bytes = this.#random(name === "token" ? TOKEN_KEY_BYTES : KEY_BYTES);
        return [name, await this.#wrap(bytes, name, 0, 0)];
      }),
    );
    const { wrapped } = await this.newBlindingSecret(FIRST_BLINDING);
    return [...keys, ["blinding_0", this.#random(wrapped.length)], ["blinding_1", wrapped]];
  }

  /** A fresh secret for a blinding version, and the same wrapped for its row. */
  async newBlindingSecret(version: number) {
    const secret = this.#random(BLINDING_SECRET_BYTES);
    return { secret, wrapped: await this.#wrap(secret, "blinding", version, 0) };
  }

  async blindingSecret(name: BlindingKeyName, version: number): Promise<Uint8Array<ArrayBuffer>> {
    return this.#unwrap(this.#wrapped(name), "blinding", version, 0);
  }

  /** The digest key. Digests of values, attributes and their names are blinded before they are stored: see `Blindings`. */
  digestKey(): Promise<DigestKey> {
    this.#digest ??= this.#namespaceKey("index").then((key) => cmacDigestKey(key));
    return this.#digest;
  }

  /** Digest of a text in a domain of its own (crypto/digest.ts). */
  async digest(domain: string, text: string): Promise<Uint8Array<ArrayBuffer>> {
    return digestIn(await this.digestKey(), domain, text);
  }

  async digestAll(domain: string, texts: readonly string[]): Promise<Uint8Array<ArrayBuffer>[]> {
    return digestAllIn(await this.digestKey(), domain, texts);
  }

  /** The key that seals records (record-sealer.ts). */
  recordKey(): Promise<CryptoKey> {
    this.#record ??= this.#namespaceKey("record").then(importSealingKey);
    return this.#record;
  }

  /** The bytes of the token key, for the Worker's auto-detect. */
  tokenKey(): Promise<Uint8Array<ArrayBuffer>> {
    this.#tokenKey ??= this.#namespaceKey("token");
    return this.#tokenKey;
  }

  async cipher(): Promise<TokenCipher> {
    return (await this.batchCipher()).cipher;
  }

  /** The cipher for batches of such tokens. */
  async batchCipher(): Promise<BatchCipher> {
    this.#cipher ??= new BatchCipher(await this.tokenKey());
    return this.#cipher;
  }

  /** The key that seals a UTC day's new mappings; made when the day has none. */
  async currentDayKey(day: number): Promise<VersionedKey> {
    if (this.#current?.day === day) return this.#current.key;
    for (;;) {
      const version = this.#store.newestDayVersion(day);
      const key = version === 0 ? null : await this.dayKey(day, version);
      // Another call may have added a version meanwhile, because this one is about to be destroyed.
      if (this.#store.newestDayVersion(day) !== version) continue;
      if (key !== null && this.#store.dayKey(day, version) !== null) {
        this.#current = { day, key: { key, version } };
        return this.#current.key;
      }
      await this.addDayVersion(day, version + 1);
    }
  }

  /** Add a version of a day's key; one that another call added meanwhile stays. */
  async addDayVersion(day: number, version: number): Promise<void> {
    const wrapped = await this.#wrap(this.#random(SIV_KEY_BYTES), "day", day, version);
    this.#store.addDayKey(day, version, wrapped);
    this.#current = null;
  }

  /** Forget cached day keys after some were destroyed on disk. */
  forgetDayKeys(): void {
    this.#days.clear();
    this.#current = null;
  }

  /** A version of a day's key, or null when it has been destroyed. */
  async dayKey(day: number, version: number): Promise<Siv | null> {
    const name = `${day}.${version}`;
    const known = this.#days.get(name);
    if (known !== undefined) return known;
    const wrapped = this.#store.dayKey(day, version);
    if (wrapped === null) return null;
    const key = new Siv(await this.#unwrap(wrapped, "day", day, version));
    if (TEST_BUILD) await failpoint("key.unwrapped");
    // A key that was destroyed while it was unwrapped must not stay in memory.
    if (this.#store.dayKey(day, version) === null) return null;
    this.#days.set(name, key);
    return key;
  }

  /** A fresh key for the job, or the day stretch of the audit log, with this number, and the same wrapped for its row. */
  async newKeyOf(of: "job" | "auditDay", number: number) {
    const bytes = this.#random(KEY_BYTES);
    const wrapped = await this.#wrap(bytes, of, number, 0);
    return { key: await importSealingKey(bytes), wrapped };
  }

  /** Such a key, unwrapped. */
  async keyOf(of: "job" | "auditDay", number: number, wrapped: ArrayBuffer): Promise<CryptoKey> {
    return importSealingKey(await this.#unwrap(wrapped, of, number, 0));
  }

  /** A fresh wrapped key for the placeholders of a job. */
  async newPlaceholderKey(serial: number): Promise<Uint8Array<ArrayBuffer>> {
    return this.#wrap(this.#random(KEY_BYTES), "placeholders", serial, 0);
  }

  /** A job's placeholder key, unwrapped: bytes, because placeholders are made outside the vault. */
  async placeholderKey(serial: number, wrapped: ArrayBuffer): Promise<Uint8Array<ArrayBuffer>> {
    return this.#unwrap(wrapped, "placeholders", serial, 0);
  }

  async #namespaceKey(
    name: Exclude<NamespaceKeyName, BlindingKeyName>,
  ): Promise<Uint8Array<ArrayBuffer>> {
    await this.requireRoot();
    return this.#unwrap(this.#wrapped(name), name, 0, 0);
  }

  /** Whether none of the namespace's own keys opens. A single damaged one says nothing about the root key. */
  async #opensNone(): Promise<boolean> {
    for (const name of OWN_KEYS) {
      try {
        await this.#unwrap(this.#wrapped(name), name, 0, 0);
        return false;
      } catch {}
    }
    return true;
  }

  #wrapped(name: NamespaceKeyName): ArrayBuffer {
    const wrapped = this.#store.namespaceKey(name);
    if (wrapped === null) throw new Error(`namespace key ${name} is missing`);
    return wrapped;
  }

  async #wrap(
    bytes: Uint8Array<ArrayBuffer>,
    ...binding: KeyBinding
  ): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#roots !== null) {
      // Nothing is wrapped with a root key other than the recorded one.
      await this.requireRoot();
      await this.#roots.noteNewest();
    }
    return this.#wrapping.wrap(bytes, this.#contextOf(binding));
  }

  async #unwrap(wrapped: ArrayBuffer, ...binding: KeyBinding): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return await this.#wrapping.unwrap(wrapped, this.#contextOf(binding));
    } catch (error) {
      // All recorded root key versions are present, so a key that names another version is damaged.
      throw this.#isRootChecked ? new UnreadableKey() : error;
    }
  }

  #contextOf([purpose, a, b]: KeyBinding): Uint8Array<ArrayBuffer> {
    return this.#context("wrappedKey", PURPOSE[purpose], a, b);
  }
}
