// A namespace's keys, wrapped for storage: sealed (seal.ts) with a key derived from a version of the root key. The first
// byte names the version; keys of 0.1.0 lack it, and their version is 1.
import type { RandomSource } from "../core/random-source.ts";
import { deriveWrappingKey, rootKeysOf } from "./keys.ts";
import { FIRST_VERSION, wrappedKeyOf } from "./root-key-text.ts";
import { open, seal } from "./seal.ts";

/** Thrown when a wrapped key does not open: it is damaged. */
export class UnreadableKey extends Error {
  constructor() {
    super("a wrapped key does not open");
    this.name = "UnreadableKey";
  }
}

/** Thrown when the root key is not the one that stored keys were wrapped with. The message is for the operator. */
export class RootKeyMismatch extends Error {
  constructor(version: number, problem: "is missing" | "is another key") {
    super(`version ${version} ${problem}`);
    this.name = "RootKeyMismatch";
  }
}

/** Wraps with the newest version of the root key, and unwraps with the version that wrapped. */
export class KeyWrapping {
  readonly #random: RandomSource;
  /** Wrapping keys by version, newest first. */
  readonly #keys: Promise<ReadonlyMap<number, CryptoKey>>;

  /** For one namespace; the text is that of the secret. When it is not usable, every call throws. */
  constructor(rootKeyText: unknown, nid: string, random: RandomSource) {
    this.#random = random;
    this.#keys = wrappingKeys(rootKeyText, nid);
    // Every use of the keys gets the rejection; without a use there is nothing to report.
    this.#keys.catch(() => undefined);
  }

  /** The version that `wrap` uses. */
  async newest(): Promise<number> {
    const [newest = FIRST_VERSION] = (await this.#keys).keys();
    return newest;
  }

  /** Throws RootKeyMismatch when one of these versions is missing. */
  async require(...versions: readonly number[]): Promise<void> {
    for (const version of versions) await this.#keyOf(version);
  }

  async wrap(
    bytes: Uint8Array<ArrayBuffer>,
    context: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const version = await this.newest();
    const sealed = await seal(await this.#keyOf(version), bytes, context, this.#random);
    return Uint8Array.from([version, ...sealed]);
  }

  /** Unwrap a key. Throws RootKeyMismatch when its version is missing, UnreadableKey when it does not open. */
  async unwrap(
    wrapped: ArrayBuffer | Uint8Array<ArrayBuffer>,
    context: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const { version, sealed } = wrappedKeyOf(new Uint8Array(wrapped));
    const key = await this.#keyOf(version);
    try {
      return await open(key, sealed, context);
    } catch {
      throw new UnreadableKey();
    }
  }

  async #keyOf(version: number): Promise<CryptoKey> {
    const key = (await this.#keys).get(version);
    if (key === undefined) throw new RootKeyMismatch(version, "is missing");
    return key;
  }
}

async function wrappingKeys(rootKeyText: unknown, nid: string): Promise<Map<number, CryptoKey>> {
  const roots = await rootKeysOf(rootKeyText);
  const keys = roots.map(
    async ({ version, key }) => [version, await deriveWrappingKey(key, nid)] as const,
  );
  return new Map(await Promise.all(keys));
}
