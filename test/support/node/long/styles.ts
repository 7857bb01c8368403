// Policies with one token style each, and the default policy, according to what a namespace has acknowledged.
// One caller changes them, one at a time; others ask which policy their requests were masked with.

import { type Draw, PEOPLE } from "./draw.ts";
import type { Told } from "./wire.ts";

const STYLES = ["compact", "word", "surrogate"] as const;
const DEFAULT = "metadata/policy/default";

/** What it needs from the traffic that it belongs to. */
interface Parts {
  readonly draw: Draw;
  readonly send: (path: string, body?: object) => Promise<Told | null>;
  readonly count: (what: string) => void;
  readonly blame: (what: string, told: Told) => void;
}

/** The default policy at a moment; undefined while a change is in flight, or after one was cut. */
export type DefaultThen = { readonly policy: string | null | undefined; readonly changes: number };

/** Creates the policies, then changes the default between them. */
export class StyleModel {
  readonly #parts: Parts;
  /** Policies that are complete; they never change again. */
  readonly #made: string[] = [];
  #default: string | null | undefined = null;
  #changes = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Names of policies that requests may use. */
  get made(): readonly string[] {
    return this.#made;
  }

  /** Whether some policies are still missing. */
  get isIncomplete(): boolean {
    return this.#made.length < STYLES.length;
  }

  /** The default policy now. */
  get now(): DefaultThen {
    return { policy: this.#default, changes: this.#changes };
  }

  /** The default policy if it has not changed since a moment; undefined when unknown. */
  since({ policy, changes }: DefaultThen): string | null | undefined {
    return changes === this.#changes ? policy : undefined;
  }

  /** Create a policy, or change or compare the default. */
  async step(): Promise<void> {
    const next = STYLES[this.#made.length];
    if (next !== undefined) return this.#make(next);
    return this.#parts.draw.chance(0.5) ? this.#choose() : this.check();
  }

  /** Compare the default with what is known, and learn the result of a change that was cut. */
  async check(): Promise<void> {
    const { send, blame } = this.#parts;
    const told = await send(DEFAULT);
    if (told === null) return;
    if (told.status !== 200) return blame("the default policy", told);
    const { policy_name } = told.body.data;
    if (this.#default === undefined) this.#default = policy_name;
    if (this.#default !== policy_name) blame(`default policy instead of ${this.#default}`, told);
  }

  async #make(policy_name: (typeof STYLES)[number]): Promise<void> {
    const { send, count, blame } = this.#parts;
    const deny = PEOPLE.map((value) => ({ value, entity_name: "PERSON" }));
    const changes: readonly [string, object][] = [
      ["create", {}],
      ["settings", { token_style: policy_name }],
      ["detection", { deny }],
    ];
    for (const [change, more] of changes) {
      const told = await send(`metadata/policy/${change}`, { data: { policy_name, ...more } });
      if (told === null) return;
      // An earlier attempt was cut.
      const isThere = told.body.error.code === "policy_exists";
      if (told.status !== 200 && !isThere) return blame(`${change} of ${policy_name}`, told);
    }
    this.#made.push(policy_name);
    count("style");
  }

  async #choose(): Promise<void> {
    const { draw, send, count, blame } = this.#parts;
    const policy_name = draw.pick([null, ...this.#made]) ?? null;
    this.#default = undefined;
    this.#changes += 1;
    const told = await send(DEFAULT, { data: { policy_name } });
    if (told === null) return;
    if (told.status !== 200) return blame(`default ${policy_name}`, told);
    this.#default = policy_name;
    count("default policy");
  }
}
