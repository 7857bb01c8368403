// Random erasures of every kind, followed to their receipts.

import type { Draw } from "./draw.ts";
import { type AskedErasure, HoldModel } from "./holds.ts";
import type { Covers, Item, NamespaceModel } from "./model.ts";
import type { Told } from "./wire.ts";

const DAY_MS = 86_400_000;
const MAX_OPEN = 20;

/** What it needs from the traffic that it belongs to. */
interface Parts {
  readonly model: NamespaceModel;
  readonly draw: Draw;
  readonly send: (path: string, body?: object) => Promise<Told | null>;
  /** Unmask a token and judge the answer. */
  readonly look: (token: string) => Promise<void>;
  readonly count: (what: string) => void;
  readonly blame: (what: string, told: Told) => void;
}

/** Erasures of one namespace. */
export class Erasures {
  readonly holds: HoldModel;
  readonly #parts: Parts;
  readonly #open = new Map<string, AskedErasure>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.holds = new HoldModel(parts.model);
  }

  /** Tracking ids of erasures that have not ended. */
  get open(): string[] {
    return [...this.#open.keys()];
  }

  /** Request an erasure. */
  async ask(): Promise<void> {
    const { model, draw, send, look, count, blame } = this.#parts;
    if (this.#open.size >= MAX_OPEN) return;
    const { path, data, covers } = this.#drawOne();
    const covered = model.tokensOf("alive").filter((token) => {
      const item = model.itemOf(token);
      return item !== undefined && covers(item);
    });
    const asked = this.holds.ask(covers);
    const told = await send(`namespace/delete/${path}`, { data });
    if (told === null) return this.holds.cut(asked);
    if (told.status !== 200) {
      this.holds.refused(asked);
      // Expected when its token was erased meanwhile, or when too many erasures are open.
      if (told.status !== 429 && path !== "by-token") blame(path, told);
      return;
    }
    this.holds.accepted(asked);
    count(path);
    this.#open.set(told.body.data.tracking_id, asked);
    // Dead from the answer on; under a hold, as alive as before.
    const token = draw.pick(covered);
    if (token !== undefined) await look(token);
  }

  /** Check the status of one erasure. */
  async poll(): Promise<void> {
    const { draw, send, count, blame } = this.#parts;
    const id = draw.pick(this.open);
    const asked = this.#open.get(id ?? "");
    if (id === undefined || asked === undefined) return;
    const told = await send(`namespace/job-status?tracking_id=${id}`);
    if (told === null) return;
    if (told.status !== 200) return blame(`job-status of ${id}`, told);
    const { status, receipt, error_message: why } = told.body.data;
    // A hold was on from its request until now.
    const isHeld = asked.erasure === null;
    if (isHeld && (status !== "PENDING" || why !== "legal hold")) blame("under a hold", told);
    if (status === "PENDING" || status === "IN-PROGRESS" || !this.#open.delete(id)) return;
    count(`erasure ${status}`);
    if (status !== "SUCCESS" || typeof receipt !== "string") blame(`erasure ${id}`, told);
  }

  #drawOne(): { path: string; data: object; covers: Covers } {
    const { model, draw } = this.#parts;
    const sort = draw.share();
    const token = draw.pick(model.tokensOf("alive"));
    const item = token === undefined ? undefined : model.itemOf(token);
    // An existing value, or any value.
    const any = draw.chance(0.3) ? { value: draw.address() } : draw.item();
    const { value, attributes }: Item = draw.chance(0.5) && item !== undefined ? item : any;
    if (sort < 0.03) {
      const date = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
      return { path: "personal-data-mapping", data: { date }, covers: () => true };
    }
    if (sort < 0.35 && token !== undefined && item !== undefined) {
      return {
        path: "by-token",
        data: { tokens: [token] },
        covers: (other) => other.value === item.value,
      };
    }
    if (attributes !== undefined) {
      return {
        path: "by-attribute",
        data: { key: "ref", value: attributes.ref },
        covers: (other) => other.attributes?.ref === attributes.ref,
      };
    }
    return {
      path: "by-value",
      data: { values: [value] },
      covers: (other) => other.value === value,
    };
  }
}
