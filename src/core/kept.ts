// Objects nobody asks for, kept because of what V8 does at a full collection of garbage: when no object of a
// class is left then, it forgets the layout of its objects, and with it the compiled code of every function that
// relied on that layout. A class whose objects live no longer than one text would be compiled anew after each such
// collection, which under load is every second or so.

const KEPT: object[] = [];

/** Keep one object of a class for good: it should be small, and hold nothing of any text. */
export function keepOne(one: object): void {
  KEPT.push(one);
}
