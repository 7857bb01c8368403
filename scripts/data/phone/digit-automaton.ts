// Languages of digit strings as small automata, read from the regular expressions of numbering plans.
// They answer exactly what sampling could only guess: does any number of n digits that begins so match?

/** One state: free moves, free moves at the end of the text only (`$`), and moves on digits. */
interface State {
  readonly free: number[];
  readonly atEnd: number[];
  readonly edges: { readonly digits: number; readonly to: number }[];
}

/** A non-deterministic automaton over decimal digits. */
export interface Automaton {
  readonly states: State[];
  readonly start: number;
  readonly accept: number;
}

type Node =
  | { readonly kind: "digits"; readonly digits: number }
  | { readonly kind: "end" }
  | { readonly kind: "sequence"; readonly parts: readonly Node[] }
  | { readonly kind: "choice"; readonly parts: readonly Node[] }
  | { readonly kind: "group"; readonly part: Node; readonly isCaptured: boolean }
  | { readonly kind: "repeat"; readonly part: Node; readonly min: number; readonly max: number };

const ALL_DIGITS = 0x3ff;
/** Longest number looked at, far above ITU-T E.164's 15 digits. */
const MAX_LENGTH = 40;

/** Automaton of a regular expression of digits; throws on syntax that numbering plans do not use. */
export function ofPattern(pattern: string): Automaton {
  return assemble(parse(pattern));
}

/** As `ofPattern`, of those texts only whose match goes through a capturing group; null: none does. */
export function throughCapture(pattern: string): Automaton | null {
  const node = captured(parse(pattern));
  return node === null ? null : assemble(node);
}

/** Every text, the empty one as well. */
export function anything(): Automaton {
  const state: State = { free: [], atEnd: [], edges: [{ digits: ALL_DIGITS, to: 0 }] };
  return { states: [state], start: 0, accept: 0 };
}

/** Texts of `first` followed by texts of `second`. */
export function concat(first: Automaton, second: Automaton): Automaton {
  const states = [...copy(first, 0), ...copy(second, first.states.length)];
  states[first.accept]?.free.push(first.states.length + second.start);
  return { states, start: first.start, accept: first.states.length + second.accept };
}

/** Texts of any of them. */
export function union(automata: readonly Automaton[]): Automaton {
  const states: State[] = [blank(), blank()];
  for (const one of automata) {
    const shift = states.length;
    states.push(...copy(one, shift));
    states[0]?.free.push(shift + one.start);
    states[shift + one.accept]?.free.push(1);
  }
  return { states, start: 0, accept: 1 };
}

/** The texts that are not empty: a second copy is entered with the first digit. */
export function withoutEmpty(one: Automaton): Automaton {
  const size = one.states.length;
  const before = one.states.map((state) => ({
    free: [...state.free],
    atEnd: [],
    edges: state.edges.map(({ digits, to }) => ({ digits, to: to + size })),
  }));
  return { states: [...before, ...copy(one, size)], start: one.start, accept: one.accept + size };
}

/** What may follow `prefix` in the texts of `one`. */
export function after(one: Automaton, prefix: string): Automaton {
  const states = copy(one, 0);
  states.push({ ...blank(), free: [...new Prober(one).along(prefix)] });
  return { states, start: states.length - 1, accept: one.accept };
}

/** Answers questions about one automaton quickly. */
export class Prober {
  readonly #automaton: Automaton;
  /** By n: the states from which n more digits can end in acceptance. */
  readonly #hopes: Set<number>[] = [];

  constructor(automaton: Automaton) {
    this.#automaton = automaton;
  }

  /** The states reached along a prefix. */
  along(prefix: string): Set<number> {
    let states = this.#close([this.#automaton.start]);
    for (const digit of prefix) states = this.step(states, Number(digit));
    return states;
  }

  /** The states reached from others with one digit. */
  step(states: Iterable<number>, digit: number): Set<number> {
    const next: number[] = [];
    for (const at of states) {
      for (const edge of this.#automaton.states[at]?.edges ?? []) {
        if (edge.digits & (1 << digit)) next.push(edge.to);
      }
    }
    return this.#close(next);
  }

  /** True when some text of `rest` more digits is accepted from these states. */
  hopes(states: Iterable<number>, rest: number): boolean {
    const hopeful = this.#hopeful(rest);
    for (const at of states) if (hopeful.has(at)) return true;
    return false;
  }

  /** True when a text of any length is. */
  hopesEver(states: ReadonlySet<number>): boolean {
    for (let rest = 0; rest <= MAX_LENGTH; rest++) if (this.hopes(states, rest)) return true;
    return false;
  }

  #hopeful(rest: number): Set<number> {
    const known = this.#hopes[rest];
    if (known !== undefined) return known;
    const { states, accept } = this.#automaton;
    const found = new Set<number>();
    const next = rest === 0 ? null : this.#hopeful(rest - 1);
    for (let at = 0; at < states.length; at++) {
      const isHopeful =
        next === null
          ? this.#close([at], true).has(accept)
          : [...this.#close([at])].some((s) => states[s]?.edges.some((edge) => next.has(edge.to)));
      if (isHopeful) found.add(at);
    }
    this.#hopes[rest] = found;
    return found;
  }

  #close(from: readonly number[], isEnd = false): Set<number> {
    const seen = new Set<number>(from);
    // A Set is visited in the order of insertion, what is added on the way included.
    for (const at of seen) {
      const state = this.#automaton.states[at];
      for (const to of state?.free ?? []) seen.add(to);
      if (isEnd) for (const to of state?.atEnd ?? []) seen.add(to);
    }
    return seen;
  }
}

function blank(): State {
  return { free: [], atEnd: [], edges: [] };
}

function copy(one: Automaton, shift: number): State[] {
  return one.states.map((state) => ({
    free: state.free.map((to) => to + shift),
    atEnd: state.atEnd.map((to) => to + shift),
    edges: state.edges.map(({ digits, to }) => ({ digits, to: to + shift })),
  }));
}

function assemble(node: Node): Automaton {
  const states: State[] = [];
  const add = (): number => states.push(blank()) - 1;
  const free = (from: number, to: number) => states[from]?.free.push(to);
  const chain = (parts: readonly Node[], from: number): number => {
    let at = from;
    for (const part of parts) {
      const next = add();
      build(part, at, next);
      at = next;
    }
    return at;
  };
  const build = (part: Node, from: number, to: number): void => {
    if (part.kind === "digits") states[from]?.edges.push({ digits: part.digits, to });
    else if (part.kind === "end") states[from]?.atEnd.push(to);
    else if (part.kind === "group") build(part.part, from, to);
    else if (part.kind === "choice") for (const one of part.parts) build(one, from, to);
    else if (part.kind === "sequence") free(chain(part.parts, from), to);
    else {
      let at = chain(Array<Node>(part.min).fill(part.part), from);
      for (let time = part.min; time < part.max; time++) {
        free(at, to);
        at = chain([part.part], at);
      }
      free(at, to);
    }
  };
  const start = add();
  const accept = add();
  build(node, start, accept);
  return { states, start, accept };
}

/** The part of an expression whose matches go through a capturing group. */
function captured(node: Node): Node | null {
  if (node.kind === "group") return node.isCaptured ? node : captured(node.part);
  if (node.kind === "repeat") {
    const part = captured(node.part);
    return part === null ? null : { ...node, part, min: Math.max(1, node.min) };
  }
  if (node.kind !== "choice" && node.kind !== "sequence") return null;
  const options: Node[] = [];
  node.parts.forEach((part, i) => {
    const inside = captured(part);
    if (inside === null) return;
    const { parts } = node;
    options.push(
      node.kind === "choice"
        ? inside
        : { kind: "sequence", parts: parts.map((p, j) => (i === j ? inside : p)) },
    );
  });
  return options.length === 0 ? null : { kind: "choice", parts: options };
}

function parse(pattern: string): Node {
  let at = 0;
  const choice = (): Node => {
    const parts: Node[] = [sequence()];
    while (pattern[at] === "|") {
      at++;
      parts.push(sequence());
    }
    return { kind: "choice", parts };
  };
  const sequence = (): Node => {
    const parts: Node[] = [];
    while (at < pattern.length && pattern[at] !== "|" && pattern[at] !== ")") {
      parts.push(repeated(atom()));
    }
    return { kind: "sequence", parts };
  };
  const atom = (): Node => {
    const rest = pattern.slice(at);
    const digits = /^(?:\d|\\d|\[[\d-]+\])/.exec(rest)?.[0];
    if (digits !== undefined) {
      at += digits.length;
      return { kind: "digits", digits: digitSet(digits) };
    }
    if (rest.startsWith("$")) {
      at++;
      return { kind: "end" };
    }
    if (!rest.startsWith("(")) throw new Error(`unknown syntax at "${rest}"`);
    const isCaptured = !rest.startsWith("(?:");
    at += isCaptured ? 1 : 3;
    const part = choice();
    if (pattern[at++] !== ")") throw new Error(`unbalanced: ${pattern}`);
    return { kind: "group", part, isCaptured };
  };
  const repeated = (part: Node): Node => {
    const count = /^(?:\?|\{(\d+)(?:,(\d+))?\})/.exec(pattern.slice(at));
    if (count === null) return part;
    at += count[0].length;
    const min = Number(count[1] ?? 0);
    return { kind: "repeat", part, min, max: Number(count[2] ?? count[1] ?? 1) };
  };
  const node = choice();
  if (at < pattern.length) throw new Error(`unbalanced: ${pattern}`);
  return node;
}

function digitSet(text: string): number {
  if (text === "\\d") return ALL_DIGITS;
  let set = 0;
  for (const [, low = "", high = low] of text.matchAll(/(\d)(?:-(\d))?/g)) {
    for (let digit = Number(low); digit <= Number(high); digit++) set |= 1 << digit;
  }
  return set;
}
