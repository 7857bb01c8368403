// Examples of operations. One example may use values from the answer to an earlier one.

/** A reference to a value in an earlier example's answer. */
export interface Shown {
  readonly example: string;
  /** JSON Pointer into the answer. */
  readonly pointer: string;
}

/** An example of an operation. */
export interface Example {
  /** The operation's id; after a blank, a name where an operation has several examples. */
  readonly name: string;
  readonly summary?: string;
  /** JSON, or a text where the operation takes a stream. It and the next three members may contain `shown` references. */
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly parts?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
  /** Repeated until the job that it asks about has ended. */
  readonly isAwaited?: true;
  /** The answer is not shown, because it is the document itself. */
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

/** A reference to a value in an earlier example's answer. */
export function shown(example: string, pointer: string): Shown {
  return new ShownValue(example, pointer);
}

/** A copy of a value with every `shown` reference replaced by what `read` returns for it. */
export function withShown(value: unknown, read: (shown: Shown) => unknown): unknown {
  if (value instanceof ShownValue) return read(value);
  if (Array.isArray(value)) return value.map((one) => withShown(one, read));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withShown(member, read)]),
  );
}

/** The part of a JSON value that a pointer names (RFC 6901, without escapes). */
export function pointed(value: unknown, pointer: string): unknown {
  const steps = pointer.split("/").slice(1);
  return steps.reduce((at, step) => (at as Record<string, unknown> | null)?.[step], value);
}
