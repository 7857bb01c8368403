// Request bodies: type first, then size, then UTF-8, then JSON.
import type { Context } from "hono";
import { parseWith } from "../contract/fields.ts";
import type { VaultError } from "../core/errors.ts";
import { err, ok, type Result } from "../core/result.ts";
import type { HttpEnv } from "./types.ts";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A JSON object, as parsed. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The body's bytes, at most `limit`. A longer one is refused without being read to its end. */
export async function readBytes(
  c: Context<HttpEnv>,
  limit: number,
): Promise<Result<Uint8Array<ArrayBuffer>, VaultError>> {
  const type = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json") return err({ code: "unsupported_media_type" });
  try {
    return await readRaw(c, limit);
  } catch {
    // Cut off by the client, or not framed as it says.
    return err({ code: "unreadable_body" });
  }
}

async function readRaw(
  c: Context<HttpEnv>,
  limit: number,
): Promise<Result<Uint8Array<ArrayBuffer>, VaultError>> {
  const tooLarge = err({ code: "payload_too_large" as const, detail: String(limit) });
  const announced = c.req.header("content-length");
  if (announced !== undefined) {
    // The runtime holds a body to its announced length; reading it whole saves 100 us of hops.
    if (Number(announced) > limit) return tooLarge;
    return ok(new Uint8Array(await c.req.raw.arrayBuffer()));
  }
  const body = c.req.raw.body as ReadableStream<Uint8Array> | null;
  return body === null ? ok(new Uint8Array(0)) : readUpTo(body, limit);
}

async function readUpTo(
  body: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Result<Uint8Array<ArrayBuffer>, VaultError>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > limit) return err({ code: "payload_too_large", detail: String(limit) });
    parts.push(part);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return ok(bytes);
}

/** Text of UTF-8 bytes. */
export function decodeText(bytes: Uint8Array): Result<string, VaultError> {
  try {
    return ok(decoder.decode(bytes));
  } catch {
    return err({ code: "invalid_utf8" });
  }
}

/** A parsed JSON text. The parser's own message is dropped: it repeats the input. */
export function parseJson(text: string): Result<unknown, VaultError> {
  try {
    return ok(JSON.parse(text));
  } catch {
    return err({ code: "invalid_json" });
  }
}

/** The body as a JSON object; `missing` is the failure when it is an array. */
export async function readObject(
  c: Context<HttpEnv>,
  limit: number,
  missing: VaultError,
): Promise<Result<JsonObject, VaultError>> {
  const bytes = await readBytes(c, limit);
  if (!bytes.ok) return bytes;
  const text = decodeText(bytes.value);
  if (!text.ok) return text;
  if (text.value.trim() === "") return err({ code: "empty_payload" });
  const parsed = parseJson(text.value);
  if (!parsed.ok) return parsed;
  if (Array.isArray(parsed.value)) return err(missing);
  if (typeof parsed.value !== "object" || parsed.value === null) {
    return err({ code: "invalid_body" });
  }
  return ok(parsed.value as JsonObject);
}

/**
 * The body's `data` member, checked against a schema. Fails with `data_missing` when there is none; with
 * `orWhole` the body itself is taken for it then.
 */
export async function readData<T>(
  c: Context<HttpEnv>,
  schema: Parameters<typeof parseWith<T>>[0],
  limit: number,
  orWhole = false,
): Promise<Result<T, VaultError>> {
  const body = await readObject(c, limit, { code: "data_missing" });
  if (!body.ok) return body;
  const data = body.value["data"] ?? (orWhole ? body.value : undefined);
  if (data === undefined || data === null) return err({ code: "data_missing" });
  return parseWith(schema, data, undefined, "data");
}

/** A member that must be a list with something in it, and not too much. */
export function listOf(
  body: JsonObject,
  name: string,
  missing: VaultError,
  limit: number,
): Result<readonly unknown[], VaultError> {
  const list = body[name];
  if (list === undefined || list === null) return err(missing);
  if (!Array.isArray(list)) return err({ code: "invalid_field", detail: name });
  if (list.length === 0) return err({ code: "empty_payload" });
  if (list.length > limit) return err({ code: "too_many_items", detail: String(limit) });
  return ok(list);
}
