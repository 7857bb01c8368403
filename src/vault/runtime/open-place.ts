// An object's place among those that are open (platform/open-objects.ts): where there may be only so many, one that
// opens has the least recently used one close, and waits a little where there is no room yet.
import { Part } from "../../core/part.ts";
import type { Clock } from "../../platform/clock.ts";
import { openVaults } from "../../platform/open-objects.ts";

/** How long callers of an object that has no room wait for it. */
const PATIENCE_MS = 1_000;
const LOOK_EVERY_MS = 20;

interface Parts {
  readonly nid: string;
  /** How many objects may be open. */
  readonly most: number;
  readonly clock: Clock;
  readonly wait: (ms: number) => Promise<unknown>;
  /** Have another namespace's object close as soon as nothing is under way in it. */
  readonly closeOther: (nid: string) => void;
  /** The same for this one. */
  readonly closeThis: () => void;
}

/** Made when the object opens. */
export class OpenPlace extends Part<Parts> {
  #isGiven: boolean;

  constructor(parts: Parts) {
    super(parts);
    const other = openVaults.open(parts.nid, parts.clock(), parts.most);
    if (other !== null) parts.closeOther(other);
    this.#isGiven = openVaults.count <= parts.most;
  }

  /** The object is used by due work, which is done with or without room: then it closes right after. */
  noteWork(): void {
    openVaults.use(this.parts.nid, this.parts.clock());
    if (!this.#isGiven) this.parts.closeThis();
  }

  /** A call begins; false: there is no room, not even in a second, and the object closes again. */
  async enter(): Promise<boolean> {
    const { nid, most, clock, wait, closeThis } = this.parts;
    openVaults.use(nid, clock());
    for (let waited = 0; !this.#isGiven; waited += LOOK_EVERY_MS) {
      if (waited >= PATIENCE_MS) {
        openVaults.refused += 1;
        closeThis();
        return false;
      }
      await wait(LOOK_EVERY_MS);
      this.#isGiven = openVaults.count <= most;
    }
    return true;
  }
}
