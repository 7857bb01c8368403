// The base of the parts that an object is wired from.

/** A part of an object: made once in the object's life, with the other parts that it uses. */
export abstract class Part<Parts> {
  protected readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }
}
