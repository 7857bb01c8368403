// Plays the examples of the OpenAPI document against a real service, in order.
import { type Example, pointed, type Shown, withShown } from "../../../scripts/openapi/example.ts";
import { EXAMPLES } from "../../../scripts/openapi/examples.ts";
import type { Operation } from "../../../scripts/openapi/operation.ts";
import { OPERATIONS } from "../../../scripts/openapi/operations.ts";
import { placeOf } from "../../../scripts/openapi/shown-examples.ts";
import type { Service } from "./service.ts";

/** An example, its operation, and the answer. */
export interface Played {
  readonly example: Example;
  readonly operation: Operation;
  readonly status: number;
  readonly contentType: string;
  /** Parsed JSON, or text. */
  readonly answer: unknown;
}

const MAX_TRIES = 600;
const UNFINISHED = /"status":"(PENDING|IN-PROGRESS)"/;

/** Play all examples. Throws for an example without an operation. */
export async function playExamples(service: Service): Promise<Played[]> {
  const played: Played[] = [];
  const read = ({ example, pointer }: Shown) =>
    pointed(played.find((one) => one.example.name === example)?.answer, pointer);
  for (const example of EXAMPLES) {
    const { operation: id } = placeOf(example);
    const operation = OPERATIONS.find((one) => one.id === id);
    if (operation === undefined) throw new Error(`an example of no operation: ${example.name}`);
    const token = String(read({ example: "generateToken", pointer: "/data/auth_key" }));
    const request = requestOf(service, operation, withShown(example, read) as Example, token);
    played.push({ example, operation, ...(await answerTo(request, example.isAwaited ?? false)) });
  }
  return played;
}

function requestOf(
  service: Service,
  { method, path, needs, body: content }: Operation,
  { body, query = {}, parts = {}, headers: given = {} }: Example,
  token: string,
): () => Request {
  const url = new URL(service.url);
  url.pathname = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(parts[name])));
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  const bearer = needs === "master key" ? service.secrets.VAULT_MASTER_KEY : token;
  const [type = ""] = Object.keys(content ?? {});
  const headers = new Headers(needs === "nothing" ? {} : { authorization: `Bearer ${bearer}` });
  if (body !== undefined) headers.set("content-type", type);
  for (const [name, value] of Object.entries(given)) headers.set(name, String(value));
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return () => new Request(url, { method, headers, ...(body === undefined ? {} : { body: text }) });
}

async function answerTo(request: () => Request, isAwaited: boolean) {
  for (let tries = 1; ; tries++) {
    const response = await fetch(request());
    const text = await response.text();
    const contentType = response.headers.get("content-type")?.split(";")[0] ?? "";
    const isOver = !isAwaited || !UNFINISHED.test(text) || tries === MAX_TRIES;
    if (isOver) {
      const answer = contentType === "application/json" ? JSON.parse(text) : text;
      return { status: response.status, contentType, answer };
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
