// An object's permit to be among the open objects (platform/open-objects.ts), whose number is limited. An object that opens makes
// the least recently used one close, and lets its callers wait a little while there is no room.
import { Part } from "../../core/part.ts";
import type { Clock } from "../../platform/clock.ts";
import { openVaults } from "../../platform/open-objects.ts";

/** How long the calls of an object without a permit wait for one. */
const PATIENCE_MS = 1_000;
const CHECK_EVERY_MS = 20;

interface Parts {
  readonly nid: string;
  /** Most objects that may be open. */
  readonly most: number;
  readonly clock: Clock;
  readonly wait: (ms: number) => Promise<unknown>;
  /** Make another namespace's object close as soon as no call is under way in it. */
  readonly closeOther: (nid: string) => void;
  /** Make this object close as soon as no call is under way in it. */
  readonly closeThis: () => void;
}

/** The permit of one object; made when the object opens. */
export class OpenPermit extends Part<Parts> {
  #isGiven: boolean;

  constructor(parts: Parts) {
    super(parts);
    const other = openVaults.open(parts.nid, parts.clock(), parts.most);
    if (other !== null) parts.closeOther(other);
    this.#isGiven = openVaults.count <= parts.most;
  }

  /** Note that due work uses the object. It runs even without a permit, and the object then closes right after it. */
  noteWork(): void {
    openVaults.use(this.parts.nid, this.parts.clock());
    if (!this.#isGiven) this.parts.closeThis();
  }

  /** Admit a call. False when there was no room within PATIENCE_MS; the object then closes again. */
  async enter(): Promise<boolean> {
    const { nid, most, clock, wait, closeThis } = this.parts;
    openVaults.use(nid, clock());
    for (let waited = 0; !this.#isGiven; waited += CHECK_EVERY_MS) {
      if (waited >= PATIENCE_MS) {
        openVaults.refused += 1;
        closeThis();
        return false;
      }
      await wait(CHECK_EVERY_MS);
      this.#isGiven = openVaults.count <= most;
    }
    return true;
  }
}
