// Reads a text from its end to its beginning and knows at each position which instructions of a program can reach a match
// from there. A state is created when a text first needs it, as in RE2's lazy automaton, and cached.

import { type CharacterClass, isPassable, KIND, type Program } from "./pattern-program.ts";

/** What is known at a position from the text after it. */
export interface State {
  /** A bit per instruction: it reads the character after this position and then reaches a match. */
  readonly readers: Uint32Array;
  /** Kind of the character after this position. */
  readonly after: number;
  /** Views of this state, by kind of the character before it. */
  views: (View | undefined)[];
  /** The state one character earlier, by class of that character. */
  next: (State | undefined)[];
}

/** What is known at a position from the text after it and the kind of the character before it. */
export interface View {
  /** A bit per instruction: it reaches a match from here. */
  readonly reaches: Uint32Array;
  /** Whether a match can begin here. */
  readonly isStart: boolean;
}

/** Size of the cache of states and transitions, in cells of 4 to 8 bytes: at most about 1 MB a pattern. */
const MAX_CELLS = 1 << 17;
/** Cells of a state besides its bits and transitions. */
const STATE_CELLS = 32;
/** Cells of a view besides its bits. */
const VIEW_CELLS = 16;

/** The states of one automaton, each stored once, as long as there is room. */
function stateTable(words: number) {
  const letters: number[] = [];
  let states = new Map<string, State>();
  let cells = 0;
  return {
    /** The state with these bits; `readers` is copied. */
    of(readers: Uint32Array, after: number): State {
      const key = keyOf(readers, after, letters);
      const known = states.get(key);
      if (known) return known;
      if (cells > MAX_CELLS) {
        // Drop the links as well: old states would keep each other alive.
        for (const old of states.values()) {
          old.next = [];
          old.views = [];
        }
        states = new Map();
        cells = 0;
      }
      const state: State = { readers: readers.slice(), after, views: [], next: [] };
      states.set(key, state);
      cells += STATE_CELLS + 2 * words;
      return state;
    },
    /** Count cells added to a state. */
    charge(more: number): void {
      cells += more;
    },
  };
}

/** Builds the automaton of `program`. */
export function backwardAutomaton(program: Program) {
  const words = (program.operations.length + 31) >>> 5;
  const table = stateTable(words);
  const entered = enteredInstructions(program);
  const pending = new Int32Array(program.operations.length);
  const scratch = new Uint32Array(words);

  /** Everything that reaches a match here, found backwards from the readers and the match instruction. */
  const view = (state: State, before: number): View => {
    const known = state.views[before];
    if (known) return known;
    const reaches = state.readers.slice();
    setBit(reaches, program.match);
    let count = listBits(reaches, entered, pending);
    while (count > 0) {
      const at = pending[--count] as number;
      const end = program.beforeStarts[at + 1] as number;
      for (let i = program.beforeStarts[at] as number; i < end; i++) {
        const from = program.before[i] as number;
        if (hasBit(reaches, from) || !isPassable(program, from, before, state.after)) continue;
        setBit(reaches, from);
        pending[count++] = from;
      }
    }
    const found = { reaches, isStart: hasBit(reaches, program.start) };
    state.views[before] = found;
    table.charge(VIEW_CELLS + words);
    return found;
  };

  return {
    atEnd(): State {
      scratch.fill(0);
      return table.of(scratch, KIND.none);
    },
    view,
    /** The state one character earlier, where that character is of class `read`. */
    step(state: State, read: CharacterClass): State {
      const { reaches } = view(state, read.kind);
      scratch.fill(0);
      for (let i = 0; i < read.readers.length; i++) {
        const reader = read.readers[i] as number;
        if (hasBit(reaches, program.next[reader] as number)) setBit(scratch, reader);
      }
      const earlier = table.of(scratch, read.kind);
      table.charge(Math.max(0, read.id + 1 - state.next.length));
      state.next[read.id] = earlier;
      return earlier;
    },
  };
}

/** Whether the bit of instruction `at` is set. */
export function hasBit(bits: Uint32Array, at: number): boolean {
  return ((bits[at >>> 5] as number) & (1 << (at & 31))) !== 0;
}

function setBit(bits: Uint32Array, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] as number) | (1 << (at & 31));
}

/** A bit per instruction that another one leads to without reading a character. */
function enteredInstructions({ operations, beforeStarts }: Program): Uint32Array {
  const entered = new Uint32Array((operations.length + 31) >>> 5);
  for (let at = 0; at < operations.length; at++) {
    if (beforeStarts[at] !== beforeStarts[at + 1]) setBit(entered, at);
  }
  return entered;
}

/** Write the numbers of the bits set in both to `to`; returns how many there are. */
function listBits(bits: Uint32Array, mask: Uint32Array, to: Int32Array): number {
  let count = 0;
  for (let word = 0; word < bits.length; word++) {
    let rest = (bits[word] as number) & (mask[word] as number);
    while (rest !== 0) {
      const lowest = 31 - Math.clz32(rest & -rest);
      to[count++] = (word << 5) | lowest;
      rest &= rest - 1;
    }
  }
  return count;
}

/** A state's key: its bits, 16 to a code unit, then `after`. `letters` is scratch space. */
function keyOf(readers: Uint32Array, after: number, letters: number[]): string {
  for (let word = 0; word < readers.length; word++) {
    const bits = readers[word] as number;
    letters[2 * word] = bits & 0xffff;
    letters[2 * word + 1] = bits >>> 16;
  }
  letters[2 * readers.length] = after;
  return String.fromCharCode.apply(null, letters);
}
