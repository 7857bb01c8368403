// Finds all matches of a program in a text, in two passes. The first reads the text backwards and records at each position
// which instructions can still reach a match (backward-automaton.ts). The second walks forwards from the first position
// where a match can begin and takes, at every fork, the first branch known to succeed. It never backtracks or reads past a
// match's end, and so finds what a backtracking engine would, in time linear in the text however many matches there are.
// Method: Frisch and Cardelli, "Greedy Regular Expression Matching" (ICALP 2004).

import { costOfLetters, type Steps } from "../../core/steps.ts";
import { codePointBefore, type TextRange } from "../text/chars.ts";
import { backwardAutomaton, hasBit, type State } from "./backward-automaton.ts";
import {
  type CharacterClass,
  classesOf,
  classifier,
  isPassable,
  KIND,
  type Program,
} from "./pattern-program.ts";

/** Finds the matches of one program. */
export interface PatternMatcher {
  /** Most that 64 KiB of text cost, in the unit of core/steps.ts. */
  readonly cost: number;
  /**
   * All matches, sorted, without overlap: each the leftmost after the previous one, and of those that begin there the one a
   * Perl-like engine prefers. Memory: a reference per code unit of the text, plus the automaton's bounded cache.
   */
  steps(text: string): Steps<TextRange[]>;
}

/** What the backward pass records about each code unit of a text. */
interface Notes {
  readonly text: string;
  readonly states: State[];
  readonly starts: Uint8Array;
}

/** Code units read in one step. */
const STEP_LETTERS = 4_096;
/**
 * Most patterns' automata have no more states than this, whatever the text: 8 digits after letters have 20, "a{290}" has
 * 291. All of them stay cached, and 64 KiB of text take 2 to 7 ms.
 */
const FEW_STATES = 512;
const FEW_STATES_COST = 5;
/** Choices, each tried at most once per letter of a match, that add one unit of cost. */
const CHOICES_PER_UNIT = 2;
/** Any other pattern may need a new state for each letter: 85 to 200 ms per 64 KiB, plus about 0.7 ms per instruction. */
const NEW_STATES_COST = 100;

/** The matcher of `program`, which must not match the empty text. */
export function patternMatcher(program: Program): PatternMatcher {
  const classOf = classifier(program);
  const automaton = backwardAutomaton(program);
  const walk = forwardWalk(program);
  const { length: instructions } = program.operations;
  const choices = program.operations.filter((operation) => operation !== "char").length;
  const cost = hasFewStates(automaton, classesOf(program, classOf))
    ? FEW_STATES_COST + Math.ceil(choices / CHOICES_PER_UNIT)
    : instructions + NEW_STATES_COST;
  const stepCost = costOfLetters(STEP_LETTERS, cost);

  /** Read from `from` back to `to`, or one code unit further in a surrogate pair; returns the position reached. */
  const readBack = ({ text, states, starts }: Notes, from: number, to: number): number => {
    let at = from;
    let state = states[at] as State;
    while (at > to) {
      const codePoint = codePointBefore(text, at);
      const read = classOf(codePoint);
      // No match is empty, so none begins at the text's end.
      const view = state.views[read.kind] ?? automaton.view(state, read.kind);
      if (view.isStart) starts[at] = 1;
      state = state.next[read.id] ?? automaton.step(state, read);
      at -= codePoint > 0xffff ? 2 : 1;
      states[at] = state;
    }
    return at;
  };

  return {
    cost,
    *steps(text) {
      if (!text.includes(program.prefix)) return [];
      const states: State[] = new Array(text.length + 1);
      const starts = new Uint8Array(text.length + 1);
      const notes = { text, states, starts };
      let at = text.length;
      states[at] = automaton.atEnd();
      while (at > 0) {
        if (at > STEP_LETTERS) yield stepCost;
        at = readBack(notes, at, Math.max(0, at - STEP_LETTERS));
      }
      if (automaton.view(states[0] as State, KIND.none).isStart) starts[0] = 1;
      const found: TextRange[] = [];
      let pause = STEP_LETTERS;
      let start = starts.indexOf(1);
      while (start !== -1) {
        const kind = start === 0 ? KIND.none : classOf(codePointBefore(text, start)).kind;
        const end = walk(text, start, kind, states);
        found.push({ start, end });
        if (end > pause) {
          yield stepCost;
          pause = end + STEP_LETTERS;
        }
        start = starts.indexOf(1, end);
      }
      return found;
    },
  };
}

function hasFewStates(
  automaton: ReturnType<typeof backwardAutomaton>,
  classes: readonly CharacterClass[] | null,
): boolean {
  if (classes === null) return false;
  const states = new Set([automaton.atEnd()]);
  for (const state of states) {
    for (const read of classes) states.add(state.next[read.id] ?? automaton.step(state, read));
    if (states.size > FEW_STATES) return false;
  }
  return true;
}

/** Returns a function that finds the end of the match at `start`; `kind` is that of the character before it. */
function forwardWalk(program: Program) {
  const choose = chooser(program);
  return (text: string, start: number, kind: number, states: State[]): number => {
    let at = start;
    let before = kind;
    let instruction = program.start;
    for (;;) {
      const state = states[at] as State;
      const chosen = choose(instruction, state, before);
      if (chosen === program.match) return at;
      before = state.after;
      instruction = program.next[chosen] as number;
      at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
    }
  };
}

/** Returns a function that picks the first instruction, by preference, that reads on or matches, and succeeds. */
function chooser(program: Program) {
  const { operations, next, arg } = program;
  const seen = new Int32Array(operations.length);
  const stack = new Int32Array(2 * operations.length + 2);
  let round = 0;
  return (from: number, state: State, before: number): number => {
    round++;
    let count = 0;
    stack[count++] = from;
    while (count > 0) {
      const at = stack[--count] as number;
      if (seen[at] === round) continue;
      seen[at] = round;
      const operation = operations[at];
      if (operation === "match") return at;
      if (operation === "char" && hasBit(state.readers, at)) return at;
      if (!isPassable(program, at, before, state.after)) continue;
      // Push the first branch of a fork last, so that it is tried first.
      if (operation === "fork") stack[count++] = arg[at] as number;
      stack[count++] = next[at] as number;
    }
    throw new Error("no way leads on where a match was said to be");
  };
}
