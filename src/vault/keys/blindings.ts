// What the namespace's stored digests are blinded with at this moment (crypto/blinding.ts): one version, or two while
// what is stored goes over from one to the next. Both have their wrapped secret in a row of its own, `blinding_0` or
// `blinding_1` after the version's parity; the other row is noise. The rows are made with the namespace and only ever
// written over at equal length, so their bytes never move, and no copy of a secret is left anywhere.

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

/** A digest was stored with a version that is no longer there. */
export class BlindingGone extends Error {
  constructor() {
    super("the blinding of a digest is gone");
    this.name = "BlindingGone";
  }
}

/** A version that may begin: usable, and wrapped for its row. */
interface NextBlinding {
  readonly blinding: Blinding;
  readonly wrapped: Uint8Array<ArrayBuffer>;
}

/** The versions in use. */
export class Blindings extends Part<Parts> {
  #newest: Blinding | null = null;
  #older: Blinding | null = null;
  #loading: Promise<void> | null = null;

  /** To be awaited before so many digests are blinded, and before anything else is asked. */
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

  /** What new digests are stored with. */
  get newest(): Blinding {
    if (this.#newest === null) throw new Error("blindings are asked before they are prepared");
    return this.#newest;
  }

  /** What some are still stored with while a renewal is under way, else null. */
  get older(): Blinding | null {
    return this.#older;
  }

  /** Both, the newest first. */
  get inUse(): readonly Blinding[] {
    return this.#older === null ? [this.newest] : [this.newest, this.#older];
  }

  /** Rows that hold secrets of these, each with its version; any other is noise. */
  get rows(): ReadonlyMap<string, number> {
    const kept = this.inUse.filter(({ version }) => version > 0);
    return new Map(kept.map(({ version }) => [nameOf(version), version]));
  }

  /** A digest that was blinded and marked, as it was before. Throws BlindingGone: who read it before an await reads it again. */
  revealMarked(marked: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    const mark = marked[DIGEST_BYTES];
    const blinding = this.inUse.find((one) =>
      mark === undefined ? one.version === 0 : one.version > 0 && one.mark === mark,
    );
    if (blinding === undefined) throw new BlindingGone();
    return blinding.reveal(marked.subarray(0, DIGEST_BYTES));
  }

  /** A fresh secret for the next version. */
  async makeNext(): Promise<NextBlinding> {
    const version = this.newest.version + 1;
    const { secret, wrapped } = await this.parts.keyring.newBlindingSecret(version);
    return { blinding: new Blinding(version, secret), wrapped };
  }

  /** From now on new digests are stored with it; belongs into a transaction, everything planned is outdated. */
  begin({ blinding, wrapped }: NextBlinding): void {
    this.parts.keys.putBlindingKey(nameOf(blinding.version), wrapped);
    this.#older = this.newest;
    this.#newest = blinding;
  }

  /** Nothing is stored with the older one any more: destroy its secret; belongs into a transaction. */
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
   * The version where none is kept: 0, until the end of the first renewal of a namespace from before there were any. Throws
   * where there has been a later one: with a wrong version no value would be found, and each masked anew.
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
