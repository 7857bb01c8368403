// Examples as the document shows them: with the answers that the document already has, from when they were last played
// with RECORD_EXAMPLES=1 (test/process/openapi).
import { type Example, pointed, withShown } from "./example.ts";
import { EXAMPLES } from "./examples.ts";
import { type ApiDocument, operationsOf } from "./read-document.ts";

/** An example, and what it was answered. */
export interface ShownExample {
  /** Tells the examples of one operation apart. */
  readonly key: string;
  readonly summary: string | undefined;
  readonly body: unknown;
  readonly query: Readonly<Record<string, unknown>>;
  readonly parts: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  /** undefined: none was recorded. */
  readonly answer: unknown;
}

/** Answers by the names of examples: JSON, or the text of a stream. */
export type Recorded = Readonly<Record<string, unknown>>;

const USUAL = "usual";

/** The operation's id and the key of an example. */
export function placeOf({ name }: Pick<Example, "name">): { operation: string; key: string } {
  const [operation = "", key = USUAL] = name.split(" ");
  return { operation, key };
}

function nameOf(operation: string, key: string): string {
  return key === USUAL ? operation : `${operation} ${key}`;
}

/** The answers that a document shows. */
export function answersIn(document: Pick<ApiDocument, "paths">): Recorded {
  const answers = operationsOf(document).flatMap(({ operationId, responses }) =>
    Object.values(responses["200"]?.content ?? {}).flatMap(({ examples = {} }) =>
      Object.entries(examples).map(([key, { value }]) => [nameOf(operationId, key), value]),
    ),
  );
  return Object.fromEntries(answers);
}

/** The examples of an operation. */
export function shownExamples(id: string, answers: Recorded): ShownExample[] {
  return EXAMPLES.filter((example) => placeOf(example).operation === id).map((example) => {
    const read = (value: unknown) =>
      withShown(value, (shown) => pointed(answers[shown.example], shown.pointer) ?? "…");
    return {
      key: placeOf(example).key,
      summary: example.summary,
      body: read(example.body),
      query: read(example.query ?? {}) as ShownExample["query"],
      parts: read(example.parts ?? {}) as ShownExample["parts"],
      headers: read(example.headers ?? {}) as ShownExample["headers"],
      answer: answers[example.name],
    };
  });
}
