// Reads a text from its end to its beginning and knows at each position which instructions of a
// program can reach a match from there. A state is made when a text first needs it, as in RE2's lazy
// automaton, and kept for the next time.

import type { CharacterClass } from "./character-classes.ts";
import { holds, KIND, type Program } from "./pattern-program.ts";

/** What is known at a position from the text behind it. */
export interface State {
  /** A bit per instruction: reads the character behind this position and then reaches a match. */
  readonly readers: Uint32Array;
  /** Kind of the character behind. */
  readonly behind: number;
  /** Per kind of the character before: what is known with it. */
  readonly views: (View | undefined)[];
  /** The state one character earlier, per class of this character. */
  next: (State | undefined)[];
}

/** What is known at a position from the text behind it and the kind of the character before it. */
export interface View {
  /** A bit per instruction: reaches a match from here. */
  readonly reaches: Uint32Array;
  /** A match can begin here. */
  readonly isStart: boolean;
}

/** States and transitions that are kept, in cells of 4 to 8 bytes: at most about 1 MB a pattern. */
const MAX_CELLS = 1 << 17;
/** What a state costs beside its bits and transitions, in the same cells. */
const STATE_CELLS = 32;

/** The automaton of `program`. */
export function backwardAutomaton(program: Program) {
  const words = (program.operations.length + 31) >>> 5;
  const pending = new Int32Array(program.operations.length);
  let states = new Map<string, State>();
  let cells = 0;

  const stateOf = (readers: Uint32Array, behind: number): State => {
    const key = keyOf(readers, behind);
    const known = states.get(key);
    if (known) return known;
    if (cells > MAX_CELLS) {
      // Forget everything, links included: old states would keep each other alive.
      for (const old of states.values()) old.next = [];
      states = new Map();
      cells = 0;
    }
    const state: State = { readers, behind, views: [], next: [] };
    states.set(key, state);
    cells += STATE_CELLS + 2 * words;
    return state;
  };

  /** Everything that leads to a match here, from the readers and the match itself backwards. */
  const view = (state: State, before: number): View => {
    const known = state.views[before];
    if (known) return known;
    const reaches = state.readers.slice();
    setBit(reaches, program.match);
    let count = listBits(reaches, pending);
    while (count > 0) {
      const at = pending[--count] ?? 0;
      const end = program.beforeStarts[at + 1] ?? 0;
      for (let i = program.beforeStarts[at] ?? 0; i < end; i++) {
        const from = program.before[i] ?? 0;
        if (hasBit(reaches, from) || !isOpen(program, from, before, state.behind)) continue;
        setBit(reaches, from);
        pending[count++] = from;
      }
    }
    const found = { reaches, isStart: hasBit(reaches, program.start) };
    state.views[before] = found;
    cells += 16 + words;
    return found;
  };

  return {
    /** At the text's end. */
    atEnd: (): State => stateOf(new Uint32Array(words), KIND.none),
    view,
    /** One character earlier than `state`, before a character of `read`. */
    step(state: State, read: CharacterClass): State {
      const { reaches } = view(state, read.kind);
      const readers = new Uint32Array(words);
      for (let i = 0; i < read.readers.length; i++) {
        const reader = read.readers[i] ?? 0;
        if (hasBit(reaches, program.next[reader] ?? 0)) setBit(readers, reader);
      }
      const earlier = stateOf(readers, read.kind);
      cells += Math.max(0, read.id + 1 - state.next.length);
      state.next[read.id] = earlier;
      return earlier;
    },
  };
}

/** The automaton of a program. */
export type BackwardAutomaton = ReturnType<typeof backwardAutomaton>;

/** Whether the bit of instruction `at` is set. */
export function hasBit(bits: Uint32Array, at: number): boolean {
  return ((bits[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0;
}

function setBit(bits: Uint32Array, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
}

/** Write the numbers of the bits that are set to `to`; gives how many they are. */
function listBits(bits: Uint32Array, to: Int32Array): number {
  let count = 0;
  for (let word = 0; word < bits.length; word++) {
    let rest = bits[word] ?? 0;
    while (rest !== 0) {
      const lowest = 31 - Math.clz32(rest & -rest);
      to[count++] = (word << 5) | lowest;
      rest &= rest - 1;
    }
  }
  return count;
}

function isOpen(program: Program, at: number, before: number, behind: number): boolean {
  return program.operations[at] !== "assert" || holds(program.arg[at] ?? 0, before, behind);
}

function keyOf(readers: Uint32Array, behind: number): string {
  return String.fromCharCode(behind, ...new Uint16Array(readers.buffer));
}
