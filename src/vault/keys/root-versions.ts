// The root key versions that a namespace's keys are wrapped with, as recorded in its settings.
import { hex } from "../../core/ids.ts";
import { fromHex } from "../../crypto/encoding.ts";
import { type KeyWrapping, RootKeyMismatch, UnreadableKey } from "../../crypto/wrapping.ts";
import type { SettingStore } from "../store/settings.ts";

/** Zeros, sealed only to test whether they open. */
const CHECK_BYTES = 16;

/** Checks the recorded versions, and records the newest. `checkContext` is the context of the newest version's check value. */
export class RootVersions {
  readonly #settings: SettingStore;
  readonly #wrapping: KeyWrapping;
  readonly #checkContext: Uint8Array<ArrayBuffer>;
  #noted = 1;

  constructor(
    settings: SettingStore,
    wrapping: KeyWrapping,
    checkContext: Uint8Array<ArrayBuffer>,
  ) {
    this.#settings = settings;
    this.#wrapping = wrapping;
    this.#checkContext = checkContext;
  }

  /** The oldest version in use. Throws RootKeyMismatch when it or the newest is missing, or the newest is another key. */
  async require(): Promise<number> {
    const oldest = this.#settings.number("root_oldest") ?? 1;
    const newest = this.#settings.number("root_newest") ?? oldest;
    await this.#wrapping.require(newest, oldest);
    const check = this.#settings.text("root_check");
    try {
      // A namespace's own keys are wrapped with it last; until then only this value reveals a wrong key.
      if (check !== null) await this.#wrapping.unwrap(fromHex(check), this.#checkContext);
    } catch (error) {
      throw error instanceof UnreadableKey ? new RootKeyMismatch(newest, "is another key") : error;
    }
    return oldest;
  }

  /** Record the newest version, before anything wrapped with it is stored. */
  async noteNewest(): Promise<void> {
    const version = await this.#wrapping.newest();
    if (version <= this.#noted) return;
    this.#noted = this.#settings.number("root_newest") ?? 1;
    if (version <= this.#noted) return;
    const check = await this.#wrapping.wrap(new Uint8Array(CHECK_BYTES), this.#checkContext);
    this.#settings.put("root_newest", version);
    this.#settings.put("root_check", hex(check));
  }
}
