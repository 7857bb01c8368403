// Examples as the document shows them. Their answers are taken from the present document, where they were
// recorded by the last test run with RECORD_EXAMPLES=1 (test/process/openapi).
import { type Example, pointed, withShown } from "./example.ts";
import { EXAMPLES } from "./examples.ts";
import { type ApiDocument, operationsOf } from "./read-document.ts";

/** An example with its answer. */
export interface ShownExample {
  /** Distinguishes the examples of one operation. */
  readonly key: string;
  readonly summary: string | undefined;
  readonly body: unknown;
  readonly query: Readonly<Record<string, unknown>>;
  readonly parts: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  /** undefined where none was recorded. */
  readonly answer: unknown;
}

/** Answers by example name: JSON, or the text of a stream. */
export type Recorded = Readonly<Record<string, unknown>>;

const USUAL = "usual";

/** Operation id and key of an example, from its name. */
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
