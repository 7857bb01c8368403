// What a namespace must answer, from what it has acknowledged: each token stands for one value for ever, an erased one
// stays dead, the others live. A request that was cut may have been done or not; then both are right until somebody
// has seen which. Order is that of one thread: a request begins before it is sent and ends after its answer is here.

/** A value as it is masked: under a token name or, without one, found by auto-detect; tokens belong to a policy. */
export type Item = {
  value: string;
  token_name?: string;
  attributes?: { ref: string };
  policy?: string | null;
  /** Known by the provider's id of an answer, which is no token. */
  isConversation?: true;
};

type Fate = "alive" | "dead" | "unsure";

/** A token that was seen. */
type Known = { item: Item; fate: Fate; changes: number; seenAt: number };

/** Which values an erasure is about. */
export type Covers = (item: Item) => boolean;

/** An erasure from its request on. */
export type Erasure = {
  covers: Covers;
  begun: number;
  ended: number | null;
  /** A hold may keep it, or its request is under way and may have reached the new service: its start decides nothing. */
  isOpen: boolean;
};

/** What was known of a token when it was asked for. */
type Asked = { token: string; known: Known; fate: Fate; changes: number };

/** A request for values. */
export type Question = { begun: number; asked: Asked[] };

/** One namespace. */
export class NamespaceModel {
  /** What must not be. */
  readonly wrong: string[] = [];
  readonly #name: string;
  readonly #tokens = new Map<string, Known>();
  /** The living token of each value and token name. */
  readonly #current = new Map<string, string>();
  /** Erasures that are or may be under way, and those that have ended. */
  #erasures: Erasure[] = [];
  #clock = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** The present moment, different each time. */
  tick(): number {
    this.#clock += 1;
    return this.#clock;
  }

  /** Tokens of a fate, in the order they were first seen. */
  tokensOf(fate: Fate): string[] {
    return [...this.#tokens]
      .filter(([, known]) => known.fate === fate && !known.item.isConversation)
      .map(([token]) => token);
  }

  /** How many tokens are known. */
  get size(): number {
    return this.#tokens.size;
  }

  /** What a known token was made of. */
  itemOf(token: string): Item | undefined {
    return this.#tokens.get(token)?.item;
  }

  /** Note something that must not be. */
  blame(what: string): void {
    this.wrong.push(`${this.#name}: ${what}`);
  }

  /** A mask that began at `begun` was answered. */
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

  /** Values of tokens are asked for. */
  ask(tokens: readonly string[]): Question {
    const asked = tokens.flatMap((token) => {
      const known = this.#tokens.get(token);
      return known ? [{ token, known, fate: known.fate, changes: known.changes }] : [];
    });
    return { begun: this.tick(), asked };
  }

  /** All of them were given. */
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

  /** They were refused: at least one is not there. */
  refused({ begun, asked }: Question): void {
    const same = asked.filter(({ known, changes }) => known.changes === changes);
    if (same.length === asked.length && asked.every(({ fate }) => fate === "alive")) {
      this.blame(`lost: ${asked.map(({ token, known }) => `${token} of ${known.item.value}`)}`);
    }
    const [one] = asked;
    if (asked.length !== 1 || one?.fate !== "unsure") return;
    if (!this.#isTouched(one.known.item, begun)) this.#kill(one.token, one.known);
  }

  /** From now on an erasure that was asked for at `begun` may take effect. */
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

  /** It was accepted: what was there when it was asked for is dead. */
  erased(erasure: Erasure): void {
    erasure.ended = this.tick();
    for (const [token, known] of this.#tokens) {
      if (known.seenAt < erasure.begun && erasure.covers(known.item)) this.#kill(token, known);
    }
  }

  /** It was refused: nothing of it has happened. */
  notErased(erasure: Erasure): void {
    this.#erasures = this.#erasures.filter((other) => other !== erasure);
  }

  /** The service has been started anew: what was cut has happened by its first answer, or never will. */
  settle(): void {
    const now = this.tick();
    for (const erasure of this.#erasures) if (!erasure.isOpen) erasure.ended ??= now;
  }

  /** Whether any of these may have been erased since a moment. */
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
