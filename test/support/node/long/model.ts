// What a namespace must answer, according to what it has acknowledged: each token has one value forever, an erased token
// stays dead, the others live. A request that was cut may or may not have been carried out; both are right until an answer
// shows which. Order is that of one thread: a request begins before it is sent and ends after its answer has arrived.

/** A value to mask: with a token name or, without one, found by auto-detect. Tokens belong to a policy. */
export type Item = {
  value: string;
  token_name?: string;
  attributes?: { ref: string };
  policy?: string | null;
  /** Its token is the provider's id of an answer. */
  isConversation?: true;
};

type Fate = "alive" | "dead" | "unsure";

/** A token that was seen. */
type Known = { item: Item; fate: Fate; changes: number; seenAt: number };

/** Whether an erasure covers a value. */
export type Covers = (item: Item) => boolean;

/** An erasure, from its request on. */
export type Erasure = {
  covers: Covers;
  begun: number;
  ended: number | null;
  /** True while a hold may delay it, or its request may still reach a restarted service: a start decides nothing. */
  isOpen: boolean;
};

/** What was known of a token when it was requested. */
type Asked = { token: string; known: Known; fate: Fate; changes: number };

/** A request for values. */
export type Question = { begun: number; asked: Asked[] };

/** The model of one namespace. */
export class NamespaceModel {
  /** Violations found. */
  readonly wrong: string[] = [];
  readonly #name: string;
  readonly #tokens = new Map<string, Known>();
  /** The living token of each value and token name. */
  readonly #current = new Map<string, string>();
  /** Erasures that are or may be in progress, and ended ones. */
  #erasures: Erasure[] = [];
  #clock = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** The present moment; each call returns a larger number. */
  tick(): number {
    this.#clock += 1;
    return this.#clock;
  }

  /** Tokens with this fate, in the order in which they were first seen. */
  tokensOf(fate: Fate): string[] {
    return [...this.#tokens]
      .filter(([, known]) => known.fate === fate && !known.item.isConversation)
      .map(([token]) => token);
  }

  /** Number of known tokens. */
  get size(): number {
    return this.#tokens.size;
  }

  /** The value that a known token was made of. */
  itemOf(token: string): Item | undefined {
    return this.#tokens.get(token)?.item;
  }

  /** Record a violation. */
  blame(what: string): void {
    this.wrong.push(`${this.#name}: ${what}`);
  }

  /** Record the answer to a mask request that began at `begun`. */
  masked(begun: number, items: readonly Item[], tokens: readonly string[]): void {
    const now = this.tick();
    if (tokens.length !== items.length) this.blame(`${tokens.length} tokens of ${items.length}`);
    for (const [i, item] of items.entries()) this.#maskedOne(begun, now, item, tokens[i] ?? "");
  }

  #maskedOne(begun: number, now: number, item: Item, token: string): void {
    const isTouched = this.#isTouched(item, begun);
    const known = this.#tokens.get(token);
    const key = keyOf(item);
    const current = this.#tokens.get(this.#current.get(key) ?? "");
    if (known !== undefined && keyOf(known.item) !== key) {
      this.blame(`one token, two values: ${token} is ${known.item.value} and ${item.value}`);
    }
    if (known?.fate === "dead" && known.seenAt < begun && !isTouched) {
      this.blame(`a dead token came back: ${token} of ${item.value}`);
    }
    if (current?.fate === "alive" && current !== known && !isTouched) {
      this.blame(`two tokens of ${item.value}: ${this.#current.get(key)} and ${token}`);
    }
    if (known === undefined) {
      const fate = isTouched ? "unsure" : "alive";
      this.#tokens.set(token, { item, fate, changes: 0, seenAt: now });
    } else if (known.fate === "unsure" && !isTouched) known.fate = "alive";
    if (!isTouched) this.#current.set(key, token);
  }

  /** Record that the values of tokens are requested. */
  ask(tokens: readonly string[]): Question {
    const asked = tokens.flatMap((token) => {
      const known = this.#tokens.get(token);
      return known ? [{ token, known, fate: known.fate, changes: known.changes }] : [];
    });
    return { begun: this.tick(), asked };
  }

  /** Record that all values were returned. */
  gave({ begun, asked }: Question, values: readonly unknown[]): void {
    for (const [i, { token, known, fate }] of asked.entries()) {
      if (values[i] !== known.item.value) {
        this.blame(`${token} gave ${JSON.stringify(values[i])} instead of ${known.item.value}`);
      }
      if (fate === "dead") this.blame(`an erased value was read: ${known.item.value} by ${token}`);
      const isSettled = !this.#isTouched(known.item, begun);
      if (fate === "unsure" && isSettled) known.fate = "alive";
    }
  }

  /** Record a refusal: at least one token has no value. */
  refused({ begun, asked }: Question): void {
    const same = asked.filter(({ known, changes }) => known.changes === changes);
    if (same.length === asked.length && asked.every(({ fate }) => fate === "alive")) {
      this.blame(`lost: ${asked.map(({ token, known }) => `${token} of ${known.item.value}`)}`);
    }
    const [one] = asked;
    if (asked.length !== 1 || one?.fate !== "unsure") return;
    if (!this.#isTouched(one.known.item, begun)) this.#kill(one.token, one.known);
  }

  /** Begin an erasure requested at `begun`, which may take effect from now on. */
  beginErasure(covers: Covers, begun = this.tick()): Erasure {
    const erasure = { covers, begun, ended: null, isOpen: true };
    this.#erasures.push(erasure);
    for (const known of this.#tokens.values()) {
      if (known.fate !== "alive" || !covers(known.item)) continue;
      known.fate = "unsure";
      known.changes += 1;
    }
    return erasure;
  }

  /** Record that it was accepted: everything that existed at its request is dead. */
  erased(erasure: Erasure): void {
    erasure.ended = this.tick();
    for (const [token, known] of this.#tokens) {
      if (known.seenAt < erasure.begun && erasure.covers(known.item)) this.#kill(token, known);
    }
  }

  /** Record that it was refused: it had no effect. */
  notErased(erasure: Erasure): void {
    this.#erasures = this.#erasures.filter((other) => other !== erasure);
  }

  /** Record a restart of the service: cut requests have taken effect by its first answer, or never will. */
  settle(): void {
    const now = this.tick();
    for (const erasure of this.#erasures) if (!erasure.isOpen) erasure.ended ??= now;
  }

  /** Whether any of these items may have been erased since a moment. */
  mayBeErased(items: readonly Item[], since: number): boolean {
    return items.some((item) => this.#isTouched(item, since));
  }

  #kill(token: string, known: Known): void {
    if (known.fate !== "dead") known.seenAt = this.tick();
    known.fate = "dead";
    known.changes += 1;
    if (this.#current.get(keyOf(known.item)) === token) this.#current.delete(keyOf(known.item));
  }

  #isTouched(item: Item, since: number): boolean {
    return this.#erasures.some(
      ({ covers, ended }) => (ended === null || ended >= since) && covers(item),
    );
  }
}

function keyOf({ value, token_name, policy }: Item): string {
  return `${policy ?? ""} ${token_name ?? ""} ${value}`;
}
