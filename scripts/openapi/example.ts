// What an example of an operation is. It may need what an earlier one was answered.

/** A value of an earlier example's answer. */
export interface Shown {
  readonly example: string;
  /** JSON Pointer into the answer. */
  readonly pointer: string;
}

/** An example of an operation. */
export interface Example {
  /** The operation's id; with a name behind a blank for one of several. */
  readonly name: string;
  readonly summary?: string;
  /** JSON, or a text where the operation takes a stream. Anywhere in it, and in the next three, may be a `shown`. */
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly parts?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
  /** Asked again until what it tells of has ended. */
  readonly isAwaited?: true;
  /** The answer is not shown: it is the document itself. */
  readonly isUnshown?: true;
}

class ShownValue implements Shown {
  readonly example: string;
  readonly pointer: string;

  constructor(example: string, pointer: string) {
    this.example = example;
    this.pointer = pointer;
  }
}

/** What an earlier example's answer has there. */
export function shown(example: string, pointer: string): Shown {
  return new ShownValue(example, pointer);
}

/** A value with every `shown` in it replaced by what `read` gives for it. */
export function withShown(value: unknown, read: (shown: Shown) => unknown): unknown {
  if (value instanceof ShownValue) return read(value);
  if (Array.isArray(value)) return value.map((one) => withShown(one, read));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withShown(member, read)]),
  );
}

/** What stands in a JSON value where a pointer leads (RFC 6901, without escapes). */
export function pointed(value: unknown, pointer: string): unknown {
  const steps = pointer.split("/").slice(1);
  return steps.reduce((at, step) => (at as Record<string, unknown> | null)?.[step], value);
}
