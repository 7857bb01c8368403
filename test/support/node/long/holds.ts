// Models a namespace's legal hold, and when requested erasures take effect: at their answer, or at the end of a hold.
// An erasure that a hold is known to delay erases nothing; where this is unknown, its values may or may not be there.

import type { Covers, Erasure, NamespaceModel } from "./model.ts";

/** A requested erasure. */
export type AskedErasure = {
  readonly covers: Covers;
  readonly begun: number;
  /** Null while a hold is known to prevent any effect. */
  erasure: Erasure | null;
  /** Null before there is an answer. */
  answer: "accepted" | "cut" | null;
  /** A hold may have delayed it when it arrived. */
  mayBeHeld: boolean;
};

/** Hold and erasures of one namespace. Only one caller changes the hold, one change at a time. */
export class HoldModel {
  readonly #model: NamespaceModel;
  /** Null while a change is in flight, or after one was cut. */
  #isOn: boolean | null = false;
  /** Erasures without an answer or without effect. */
  readonly #open = new Set<AskedErasure>();

  constructor(model: NamespaceModel) {
    this.#model = model;
  }

  /** Whether a hold is on; null when unknown. */
  get isOn(): boolean | null {
    return this.#isOn;
  }

  /** Record that an erasure is requested. */
  ask(covers: Covers): AskedErasure {
    const begun = this.#model.tick();
    const mayBeHeld = this.#isOn !== false;
    const asked: AskedErasure = { covers, begun, erasure: null, answer: null, mayBeHeld };
    this.#open.add(asked);
    if (this.#isOn !== true) this.#mayTakeEffect(asked);
    return asked;
  }

  /** Record that it was accepted. */
  accepted(asked: AskedErasure): void {
    asked.answer = "accepted";
    this.#endIfDecided(asked);
  }

  /** Record that its connection was cut: it may or may not have been accepted. */
  cut(asked: AskedErasure): void {
    asked.answer = "cut";
    this.#endIfDecided(asked);
  }

  /** Record that it was refused. */
  refused(asked: AskedErasure): void {
    this.#open.delete(asked);
    if (asked.erasure !== null) this.#model.notErased(asked.erasure);
  }

  /** Record that the hold is requested to be on or off: from now on it may be either. */
  beginChange(isOn: boolean): void {
    this.#isOn = null;
    for (const asked of this.#open) {
      asked.mayBeHeld ||= isOn;
      if (!isOn) this.#mayTakeEffect(asked);
    }
  }

  /** Record that the change was answered: with the end of a hold, delayed erasures are in effect. */
  changed(isOn: boolean): void {
    this.#isOn = isOn;
    if (isOn) return;
    for (const asked of [...this.#open]) {
      asked.mayBeHeld = false;
      this.#endIfDecided(asked);
    }
  }

  #mayTakeEffect(asked: AskedErasure): void {
    asked.erasure ??= this.#model.beginErasure(asked.covers, asked.begun);
  }

  #endIfDecided(asked: AskedErasure): void {
    const { erasure, answer, mayBeHeld } = asked;
    if (mayBeHeld || answer === null || erasure === null) return;
    this.#open.delete(asked);
    // The fate of an erasure whose connection was cut is decided at the service's next start.
    erasure.isOpen = false;
    if (answer === "accepted") this.#model.erased(erasure);
  }
}
