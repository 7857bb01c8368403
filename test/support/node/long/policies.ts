// Which policies a namespace has, according to what it has acknowledged. One caller changes them, one at a time.

import type { NamespaceModel } from "./model.ts";
import type { Told } from "./wire.ts";

type Send = (path: string, body?: object) => Promise<Told | null>;

const NAMES = ["first", "second", "third", "fourth"];
/** Error codes that mean that a change had already been made. */
const AS_IT_WAS = new Set(["policy_exists", "policy_unknown"]);

/** Changes policies, and compares the list with the model. */
export class PolicyModel {
  readonly #send: Send;
  readonly #model: NamespaceModel;
  readonly #random: () => number;
  /** Null after a change that was cut. */
  readonly #isThere = new Map<string, boolean | null>(NAMES.map((name) => [name, false]));

  constructor(send: Send, model: NamespaceModel, random: () => number) {
    this.#send = send;
    this.#model = model;
    this.#random = random;
  }

  /** Change a policy, or compare the list. */
  async step(): Promise<void> {
    if (this.#random() < 0.4) return this.check();
    const name = NAMES[Math.floor(this.#random() * NAMES.length)] ?? "";
    const before = this.#isThere.get(name);
    const isCreating = before === null ? this.#random() < 0.5 : !before;
    this.#isThere.set(name, null);
    const path = `metadata/policy/${isCreating ? "create" : "delete"}`;
    const told = await this.#send(path, { data: { policy_name: name } });
    if (told === null) return;
    this.#isThere.set(name, isCreating);
    const isRefused = told.status !== 200;
    if (isRefused && (before !== null || !AS_IT_WAS.has(told.body.error.code))) {
      this.#model.blame(`${path} of ${name}: ${told.status} ${JSON.stringify(told.body)}`);
    }
  }

  /** Compare the list with what is known, and learn the result of changes that were cut. */
  async check(): Promise<void> {
    const told = await this.#send("metadata/policy/list");
    if (told?.status !== 200) return;
    const there = new Set<string>(told.body.data.policies);
    for (const [name, isThere] of this.#isThere) {
      if (isThere !== null && isThere !== there.has(name)) {
        this.#model.blame(`policy ${name}: ${there.has(name)} instead of ${isThere}`);
      }
      this.#isThere.set(name, there.has(name));
    }
  }
}
