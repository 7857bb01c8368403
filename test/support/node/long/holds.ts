// The legal hold of a namespace, and when the erasures that are asked for take effect: at their answer, or with the end
// of a hold. What a hold is known to keep erases nothing; where it is not known, its values may be there or not.

import type { Covers, Erasure, NamespaceModel } from "./model.ts";

/** An erasure that was asked for. */
export type AskedErasure = {
  readonly covers: Covers;
  readonly begun: number;
  /** Null while a hold is known to keep it from having any effect. */
  erasure: Erasure | null;
  /** Null while there is no answer. */
  answer: "accepted" | "cut" | null;
  /** A hold may have kept it when it came. */
  mayBeHeld: boolean;
};

/** Hold and erasures of one namespace. One caller changes the hold, one change after the other. */
export class HoldModel {
  readonly #model: NamespaceModel;
  /** Null: a change is under way, or was cut. */
  #isOn: boolean | null = false;
  /** Those without an answer or without effect. */
  readonly #open = new Set<AskedErasure>();

  constructor(model: NamespaceModel) {
    this.#model = model;
  }

  /** Whether a hold is on; null when that is not known. */
  get isOn(): boolean | null {
    return this.#isOn;
  }

  /** An erasure is asked for. */
  ask(covers: Covers): AskedErasure {
    const begun = this.#model.tick();
    const mayBeHeld = this.#isOn !== false;
    const asked: AskedErasure = { covers, begun, erasure: null, answer: null, mayBeHeld };
    this.#open.add(asked);
    if (this.#isOn !== true) this.#mayTakeEffect(asked);
    return asked;
  }

  /** It was accepted. */
  accepted(asked: AskedErasure): void {
    asked.answer = "accepted";
    this.#endIfDecided(asked);
  }

  /** Nobody knows whether it was accepted. */
  cut(asked: AskedErasure): void {
    asked.answer = "cut";
    this.#endIfDecided(asked);
  }

  /** It was refused. */
  refused(asked: AskedErasure): void {
    this.#open.delete(asked);
    if (asked.erasure !== null) this.#model.notErased(asked.erasure);
  }

  /** The hold is asked to be on or off: from now on either may be so. */
  beginChange(isOn: boolean): void {
    this.#isOn = null;
    for (const asked of this.#open) {
      asked.mayBeHeld ||= isOn;
      if (!isOn) this.#mayTakeEffect(asked);
    }
  }

  /** The change was answered: what was kept is in effect when the hold has ended. */
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
    // One that was cut is decided by the next start of the service.
    erasure.isOpen = false;
    if (answer === "accepted") this.#model.erased(erasure);
  }
}
