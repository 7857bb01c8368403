// Every example of the OpenAPI document, sent to a real service: accepted, and answered as the document says.
// RECORD_EXAMPLES=1 records the answers that the document shows.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { openapiDocument } from "../../../scripts/openapi/document.ts";
import { EXAMPLES } from "../../../scripts/openapi/examples.ts";
import { OPERATIONS } from "../../../scripts/openapi/operations.ts";
import { answersIn, placeOf } from "../../../scripts/openapi/shown-examples.ts";
import { PROJECT_ROOT } from "../../../scripts/run/cli/tool.ts";
import { type Played, playExamples } from "../../support/node/play-examples.ts";
import { cleanUp } from "../../support/node/run-script.ts";
import { startService } from "../../support/node/service.ts";
import { startStubModel } from "../../support/node/stub-model.ts";

const KEY = "sk-test-of-the-operator-0123456789";
const PAGE = join(PROJECT_ROOT, "docs/openapi.json");
const DOCUMENT = JSON.parse(readFileSync(PAGE, "utf8"));
/** Of a longer list the document shows only the beginning. */
const MAX_SHOWN = 3;

const SHOWN = EXAMPLES.filter(({ isUnshown }) => isUnshown !== true).map(({ name }) => name);

let played: Played[];

beforeAll(async () => {
  const stub = await startStubModel();
  const service = await startService({
    args: ["--llm", `openai=${stub.url}`, "--llm", `anthropic=${stub.url}`],
    env: { LLM_OPENAI_KEY: KEY, LLM_ANTHROPIC_KEY: KEY },
  });
  played = await playExamples(service);
  await stub.stop();
  if (process.env["RECORD_EXAMPLES"] !== "1") return;
  const shown = played.filter(({ example }) => example.isUnshown !== true);
  const answers = shown.map(({ example, answer }) => [example.name, shortened(answer)]);
  const document = openapiDocument(OPERATIONS, DOCUMENT.info.version, Object.fromEntries(answers));
  writeFileSync(PAGE, `${JSON.stringify(document, null, 1)}\n`);
}, 120_000);

afterAll(cleanUp);

/** As it is shown: signed texts without their contents, lists without their end. */
function shortened(answer: unknown): unknown {
  if (typeof answer === "string")
    return answer.replace(/^(eyJ[\w-]{8})[\w-]*(\.[\w-]+){2}$/, "$1…");
  if (Array.isArray(answer)) {
    return answer.slice(0, answer.length > MAX_SHOWN ? 2 : MAX_SHOWN).map(shortened);
  }
  if (typeof answer !== "object" || answer === null) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, shortened(value)]),
  );
}

describe("examples", () => {
  it.each(EXAMPLES.map(({ name }) => name))("%s is accepted, and answered as told", (name) => {
    const { operation, status, contentType, answer } = played.find(
      ({ example }) => example.name === name,
    ) as Played;
    expect([status, status === 200 ? "" : answer]).toEqual([200, ""]);
    const schema = operation.answer[contentType];
    const parsed = schema?.safeParse(answer);
    expect(parsed?.error === undefined ? "" : z.prettifyError(parsed.error)).toBe("");
    expect(schema, contentType).toBeDefined();
  });

  it.each(SHOWN)("%s is shown with an answer that is right", (name) => {
    const shown = answersIn(DOCUMENT)[name];
    const operation = OPERATIONS.find(({ id }) => id === placeOf({ name }).operation);
    const schemas = Object.values(operation?.answer ?? {});
    expect(schemas.some((schema) => schema.safeParse(shown).success)).toBe(true);
  });
});
