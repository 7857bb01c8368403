// The blindings of the namespace's stored digests (crypto/blinding.ts): one version, or two while stored digests move
// from one to the next. Each wrapped secret is in its own row, `blinding_0` or `blinding_1` by the version's parity;
// an unused row holds random bytes. The rows are made with the namespace and only overwritten at equal length, so
// their bytes never move, and no copy of a secret is left anywhere.

import { DIGEST_BYTES } from "../../core/byte-slices.ts";
import { Part } from "../../core/part.ts";
import type { RandomSource } from "../../core/random-source.ts";
import { Blinding } from "../../crypto/blinding.ts";
import type { BlindingKeyName, KeyStore } from "../store/keys.ts";
import type { SettingStore } from "../store/settings.ts";
import type { Keyring } from "./keyring.ts";

interface Parts {
  readonly settings: SettingStore;
  readonly keys: KeyStore;
  readonly keyring: Keyring;
  readonly random: RandomSource;
}

/** A digest was stored under a blinding version that no longer exists. */
export class BlindingGone extends Error {
  constructor() {
    super("the blinding of a digest is gone");
    this.name = "BlindingGone";
  }
}

/** A blinding that may begin, and its secret, wrapped for its row. */
interface NextBlinding {
  readonly blinding: Blinding;
  readonly wrapped: Uint8Array<ArrayBuffer>;
}

/** The blindings in use. */
export class Blindings extends Part<Parts> {
  #newest: Blinding | null = null;
  #older: Blinding | null = null;
  #loading: Promise<void> | null = null;

  /** Await this before blinding that many digests, and before using any other member. */
  async prepare(digests: number): Promise<void> {
    if (this.#newest === null) {
      this.#loading ??= this.#load().finally(() => {
        this.#loading = null;
      });
      await this.#loading;
    }
    await this.newest.prepare(digests);
    await this.#older?.prepare(digests);
  }

  /** The blinding for new digests. */
  get newest(): Blinding {
    if (this.#newest === null) throw new Error("blindings are asked before they are prepared");
    return this.#newest;
  }

  /** The blinding of older stored digests while a renewal is in progress, else null. */
  get older(): Blinding | null {
    return this.#older;
  }

  get inUse(): readonly Blinding[] {
    return this.#older === null ? [this.newest] : [this.newest, this.#older];
  }

  /** Version of the secret in each row that holds one; any other row is random bytes. */
  get rows(): ReadonlyMap<string, number> {
    const kept = this.inUse.filter(({ version }) => version > 0);
    return new Map(kept.map(({ version }) => [nameOf(version), version]));
  }

  /** Undo blinding and mark of a digest. Throws BlindingGone: a caller that awaited since reading it must read again. */
  revealMarked(marked: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    const mark = marked[DIGEST_BYTES];
    const blinding = this.inUse.find((one) =>
      mark === undefined ? one.version === 0 : one.version > 0 && one.mark === mark,
    );
    if (blinding === undefined) throw new BlindingGone();
    return blinding.reveal(marked.subarray(0, DIGEST_BYTES));
  }

  /** A blinding for the next version, with a fresh secret. */
  async makeNext(): Promise<NextBlinding> {
    const version = this.newest.version + 1;
    const { secret, wrapped } = await this.parts.keyring.newBlindingSecret(version);
    return { blinding: new Blinding(version, secret), wrapped };
  }

  /** Use it for new digests from now on. Call it in a transaction; makes every existing plan outdated. */
  begin({ blinding, wrapped }: NextBlinding): void {
    this.parts.keys.putBlindingKey(nameOf(blinding.version), wrapped);
    this.#older = this.newest;
    this.#newest = blinding;
  }

  /** Destroy the older blinding's secret; no digest may use it any more. Call it in a transaction. */
  end(): void {
    const { settings, keys } = this.parts;
    const { version } = this.newest;
    keys.overwriteBlindingKey(nameOf(version - 1));
    settings.put("blinding_version", version);
    settings.put("blinding_stage", 0);
    this.#older = null;
  }

  async #load(): Promise<void> {
    const { settings } = this.parts;
    const isRenewing = (settings.number("blinding_stage") ?? 0) > 0;
    const version = settings.number("blinding_version") ?? this.#unset(isRenewing);
    const settled = await this.#open(version);
    const next = isRenewing ? await this.#open(version + 1) : null;
    this.#newest = next ?? settled;
    this.#older = next === null ? null : settled;
  }

  /**
   * The version when none is stored: 0, until the end of the first renewal of a namespace from before blindings.
   * Throws when there was a later version: with a wrong one no value would be found, and each would be masked again.
   */
  #unset(isRenewing: boolean): 0 {
    const later = nameOf(isRenewing ? 2 : 1);
    if (this.parts.keys.namespaceKey(later) === null) return 0;
    throw new Error("the version of the blinding is gone");
  }

  async #open(version: number): Promise<Blinding> {
    if (version === 0) return new Blinding(0, new Uint8Array(0));
    const { keyring } = this.parts;
    return new Blinding(version, await keyring.blindingSecret(nameOf(version), version));
  }
}

function nameOf(version: number): BlindingKeyName {
  return version % 2 === 0 ? "blinding_0" : "blinding_1";
}
