// Reading of requests. For bodies: whether the caller is on the allow list, then type, size, UTF-8, JSON. Functions that
// take a context refuse the request when something is wrong.
import type { Context } from "hono";
import { parseWith, type Schema } from "../contract/fields.ts";
import type { VaultError } from "../core/errors.ts";
import { MAX_BODY_DEPTH, MAX_BODY_PARTS, MAX_SYNC_BODY_BYTES } from "../core/limits.ts";
import { err, ok, type Result } from "../core/result.ts";
import { audited } from "./audit-notes.ts";
import { readBody } from "./body-bytes.ts";
import { BodyHold, type BodyUse } from "./body-holds.ts";
import { requireAdmission } from "./call.ts";
import { decompressed, isGzip } from "./gzip-body.ts";
import { type HttpEnv, orRefuse, Refusal } from "./handler.ts";

const [QUOTE, COMMA, BACKSLASH] = [34, 44, 92];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A parsed JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The body's bytes. Nothing is read before the sender is on the allow list, nor the rest of more than `limit`. */
export async function readBytes(
  c: Context<HttpEnv>,
  limit: number,
  use: BodyUse = "parsed",
): Promise<Uint8Array<ArrayBuffer>> {
  await requireAdmission(c);
  if (mediaType(c) !== "application/json") throw new Refusal({ code: "unsupported_media_type" });
  const inGzip = isGzip(c, use === "cut");
  const hold = new BodyHold(use, c.get("claims"));
  c.set("bodyHold", hold);
  try {
    const bytes = await readBody(c.req.raw, limit, hold);
    return inGzip ? await decompressed(bytes, limit, hold) : bytes;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // Cut off by the client, or badly framed.
    throw new Refusal({ code: "unreadable_body" });
  }
}

/** The declared media type without parameters; empty when none is declared. */
export function mediaType(c: Context<HttpEnv>): string {
  return c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
}

/** The text of UTF-8 bytes. */
export function decodeText(bytes: Uint8Array): Result<string, VaultError> {
  try {
    return ok(decoder.decode(bytes));
  } catch {
    return err({ code: "invalid_utf8" });
  }
}

/** Parses a JSON text. Drops the parser's message, which repeats the input. Fails with `too_deep`, `too_many_parts`, too. */
export function parseJson(text: string, maxDepth = MAX_BODY_DEPTH): Result<unknown, VaultError> {
  const flaw = shapeFlaw(text, maxDepth);
  if (flaw !== null) return err({ code: flaw });
  try {
    return ok(JSON.parse(text));
  } catch {
    return err({ code: "invalid_json" });
  }
}

/** Checked before parsing: a million brackets, or 100,000 names, take 50 to 100 ms to parse. */
function shapeFlaw(
  text: string,
  maxDepth: number,
): "too_deep" | "too_many_parts" | "invalid_json" | null {
  const { depth, isClosed, parts } = shapeOf(text);
  if (depth > maxDepth) return isClosed ? "too_deep" : "invalid_json";
  return parts > MAX_BODY_PARTS ? "too_many_parts" : null;
}

/**
 * How deep a JSON text nests, whether all its brackets are closed, and how many elements and members it has: each is counted
 * by the bracket or comma before it. 8 MB take 15 to 35 ms.
 */
export function shapeOf(text: string): { depth: number; isClosed: boolean; parts: number } {
  let open = 0;
  let depth = 0;
  let parts = 0;
  for (let i = 0; i < text.length; i++) {
    const letter = text.charCodeAt(i);
    if (letter === QUOTE) i = endOfString(text, i);
    else if (letter === COMMA) parts += 1;
    else if (letter === OPEN_LIST || letter === OPEN_OBJECT) {
      parts += 1;
      open += 1;
      if (open > depth) depth = open;
    } else if (letter === CLOSE_LIST || letter === CLOSE_OBJECT) open -= 1;
  }
  return { depth, isClosed: open === 0, parts };
}

function endOfString(text: string, quote: number): number {
  for (let i = quote + 1; i < text.length; i++) {
    const letter = text.charCodeAt(i);
    if (letter === QUOTE) return i;
    if (letter === BACKSLASH) i++;
  }
  return text.length;
}

/** The body as a JSON object; an array fails with `missing`. */
export async function readObject(
  c: Context<HttpEnv>,
  missing: VaultError = { code: "data_missing" },
  limit = MAX_SYNC_BODY_BYTES,
): Promise<JsonObject> {
  const text = orRefuse(decodeText(await readBytes(c, limit)));
  if (text.trim() === "") throw new Refusal({ code: "empty_payload" });
  const body = orRefuse(parseJson(text));
  if (Array.isArray(body)) throw new Refusal(missing);
  if (typeof body !== "object" || body === null) throw new Refusal({ code: "invalid_body" });
  return body as JsonObject;
}

/** The body's `data` member, checked against a schema. With `orWhole`, a body without `data` is taken as the data itself. */
export async function readData<T>(
  c: Context<HttpEnv>,
  schema: Parameters<typeof parseWith<T>>[0],
  limit = MAX_SYNC_BODY_BYTES,
  orWhole = false,
): Promise<T> {
  const body = await readObject(c, { code: "data_missing" }, limit);
  const data = body["data"] ?? (orWhole ? body : null);
  if (data === null) throw new Refusal({ code: "data_missing" });
  return orRefuse(parseWith(schema, data, undefined, "data"));
}

/** The body and its member `name`, which must be a list of 1 to `limit` items. */
export async function readList(
  c: Context<HttpEnv>,
  name: "mask" | "unmask" | "detect" | "status",
  limit: number,
): Promise<{ body: JsonObject; list: readonly unknown[] }> {
  const missing = { code: `${name}_missing` } as const;
  const body = await readObject(c, missing);
  const list = body[name];
  if (list === undefined || list === null) throw new Refusal(missing);
  if (!Array.isArray(list)) throw new Refusal({ code: "invalid_field", detail: name });
  if (list.length === 0) throw new Refusal({ code: "empty_payload" });
  audited(c, { items: list.length });
  if (list.length > limit) throw new Refusal({ code: "too_many_items", detail: String(limit) });
  return { body, list };
}

/** The policy that the query names; null: the default policy. Refuses names that no policy can have. */
export function readPolicyName(c: Context<HttpEnv>): string | null {
  const name = c.req.query("policy_name") ?? "";
  if (!name.isWellFormed()) throw new Refusal({ code: "policy_unknown" });
  return name === "" ? null : name;
}

/** The query, checked against a schema. A name given twice is ambiguous, so it is refused like a value of the wrong type. */
export function readQueryAs<T>(c: Context<HttpEnv>, schema: Schema<T>): T {
  const given = Object.entries(c.req.queries()).map(([name, values]) => {
    const [only] = values;
    return [name, values.length === 1 ? only : values];
  });
  return orRefuse(parseWith(schema, Object.fromEntries(given), undefined, "query"));
}

/** A query parameter that is `true` or `false`; false when absent. */
export function readFlag(c: Context<HttpEnv>, name: string): boolean {
  const value = c.req.query(name) ?? "false";
  if (value !== "true" && value !== "false")
    throw new Refusal({ code: "invalid_field", detail: name });
  return value === "true";
}

/** A required query parameter. */
export function readQuery(c: Context<HttpEnv>, name: string): string {
  const value = c.req.query(name) ?? "";
  if (value === "") throw new Refusal({ code: "invalid_field", detail: name });
  return value;
}
