// Which versions of the root key a namespace's keys are wrapped with, as its settings say it.
import { hex } from "../../core/ids.ts";
import { fromHex } from "../../crypto/encoding.ts";
import { type KeyWrapping, RootKeyMismatch, UnreadableKey } from "../../crypto/wrapping.ts";
import type { SettingStore } from "../store/settings.ts";

/** Of nothing: that it opens is what is asked. */
const CHECK_BYTES = 16;

/** Looks for them, and notes the newest. `place` is what the check of the newest is bound to. */
export class RootVersions {
  readonly #settings: SettingStore;
  readonly #wrapping: KeyWrapping;
  readonly #place: Uint8Array<ArrayBuffer>;
  #noted = 1;

  constructor(settings: SettingStore, wrapping: KeyWrapping, place: Uint8Array<ArrayBuffer>) {
    this.#settings = settings;
    this.#wrapping = wrapping;
    this.#place = place;
  }

  /** The oldest in use. Throws RootKeyMismatch when that or the newest is missing, or the newest is another key. */
  async require(): Promise<number> {
    const oldest = this.#settings.number("root_oldest") ?? 1;
    const newest = this.#settings.number("root_newest") ?? oldest;
    await this.#wrapping.require(newest, oldest);
    const check = this.#settings.text("root_check");
    try {
      // A namespace's own keys are the last to be wrapped with it: until then only this tells it from another key.
      if (check !== null) await this.#wrapping.unwrap(fromHex(check), this.#place);
    } catch (error) {
      throw error instanceof UnreadableKey ? new RootKeyMismatch(newest, "is another key") : error;
    }
    return oldest;
  }

  /** Before anything is stored that is wrapped with it. */
  async noteNewest(): Promise<void> {
    const version = await this.#wrapping.newest();
    if (version <= this.#noted) return;
    this.#noted = this.#settings.number("root_newest") ?? 1;
    if (version <= this.#noted) return;
    const check = await this.#wrapping.wrap(new Uint8Array(CHECK_BYTES), this.#place);
    this.#settings.put("root_newest", version);
    this.#settings.put("root_check", hex(check));
  }
}
