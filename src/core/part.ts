// What parts of objects have in common.

/** A part of an object: made once per object life, with what it works with. */
export abstract class Part<Parts> {
  protected readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }
}
