// Turns the body of an asynchronous request into a job submission. A structurally broken body is refused here; a flaw of a
// single item is noted, and fails the job before anything is masked.
import { maskJobOptions, unmaskJobOptions } from "../../contract/mask.ts";
import type { VaultError } from "../../core/errors.ts";
import { MAX_ASYNC_ITEMS, MAX_KEPT_REST_LENGTH, MAX_SYNC_BODY_BYTES } from "../../core/limits.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { costOfLetters, type Steps } from "../../core/steps.ts";
import { endFrameOf, frameOf } from "../../jobs/payload-frames.ts";
import { inStretches } from "../../platform/yield-to-callers.ts";
import type { JobSubmission, PayloadEnd } from "../../vault/job-rpc.ts";
import { decodeText, type JsonObject, parseJson } from "../body.ts";
import { isJsonByDefault, policyNameIn, readOptions } from "../mask/items.ts";
import { ItemChecks } from "./item-checks.ts";
import { type ByteRange, type ChunkRange, skipBlanks, splitList } from "./split-list.ts";

/** A submission, and the ranges of the body that make its payload, chunk by chunk. */
export interface Submission {
  readonly submission: JobSubmission;
  readonly ranges: readonly PayloadRange[];
  readonly end: PayloadEnd;
}

/** A chunk's items, and the flaws of some (jobs/payload-frames.ts); null: none, or the job fails at the first flaw. */
interface PayloadRange extends ChunkRange {
  readonly flaws: Uint8Array<ArrayBuffer> | null;
}

const TOO_MANY_ITEMS: VaultError = { code: "too_many_items", detail: String(MAX_ASYNC_ITEMS) };

/** Reads a whole body, yielding to other callers. The body's list is named after the kind. */
export function readSubmission(
  bytes: Uint8Array<ArrayBuffer>,
  kind: JobSubmission["kind"],
): Promise<Result<Submission, VaultError>> {
  return inStretches(submissionSteps(bytes, kind));
}

/** The steps of `readSubmission`. */
export function* submissionSteps(
  bytes: Uint8Array<ArrayBuffer>,
  kind: JobSubmission["kind"],
): Steps<Result<Submission, VaultError>> {
  const missing = { code: `${kind}_missing` } as const;
  const broken = reasonNoObject(bytes, missing);
  if (broken !== null) return err(broken);
  const split = yield* splitList(bytes, kind);
  if (split === null) return err({ code: "invalid_json" });
  if (split.overflow === "beside") return err({ code: "too_much_beside_list" });
  if (split.overflow === "items") return err(TOO_MANY_ITEMS);
  const rest = readMembers(bytes, split.others);
  if (!rest.ok) return rest;
  if (split.list === null) {
    const other = rest.value[kind];
    const wrongType = other !== undefined && other !== null;
    return err(wrongType ? { code: "invalid_field", detail: kind } : missing);
  }
  const { chunks: ranges, tooLarge, tooDeep } = split.list;
  if (ranges.length === 0) return err({ code: "empty_payload" });
  if (tooLarge !== null) return err({ code: "item_too_large", index: tooLarge });
  if (tooDeep !== null) return err({ code: "too_deep", index: tooDeep });
  const options = readJobOptions(kind, rest.value);
  if (!options.ok) return options;
  const checks = new ItemChecks(kind, options.value, isJsonByDefault(rest.value));
  const checked = yield* checkChunks(bytes, ranges, checks);
  if (!checked.ok) return checked;
  const { itemError, areAllEmpty } = checks;
  if (areAllEmpty && kind === "unmask") return err({ code: "empty_payload" });
  // Of a repeated name the last member counts, and that was the list.
  const { [kind]: _, ...others } = rest.value;
  const submission = { kind, rest: keptRest(others), ...options.value };
  return ok({ submission, ranges: checked.value, end: { itemError } });
}

/** Members beside the list, as options of a job. */
export function readJobOptions(
  kind: JobSubmission["kind"],
  members: JsonObject,
): Result<Omit<JobSubmission, "kind" | "rest">, VaultError> {
  const read = readOptions(kind === "mask" ? maskJobOptions : unmaskJobOptions, members);
  if (!read.ok) return read;
  const { known_tokens, strict = false, partial = null } = read.value;
  const { explain = false, offsets = "code_points", on_error, empty, callback } = read.value;
  const policyName = policyNameIn(read.value);
  const keepKnownTokens = known_tokens === "keep";
  const goesOn = on_error === "continue";
  const passesEmpty = empty === "pass";
  return ok({
    ...{ keepKnownTokens, strict, partial, policyName, explain, offsets },
    ...(goesOn ? { goesOn } : {}),
    ...(passesEmpty ? { passesEmpty } : {}),
    ...(callback === undefined ? {} : { callback }),
  });
}

/** Why a body is not a JSON object, with the failures of the synchronous operations; null when it may be one. */
function reasonNoObject(bytes: Uint8Array, missing: VaultError): VaultError | null {
  const first = bytes[skipBlanks(bytes, 0)];
  if (first === undefined) return { code: "empty_payload" };
  if (first === 0x7b) return null;
  // What is large is not parsed just to be refused.
  if (bytes.length > MAX_SYNC_BODY_BYTES)
    return first === 0x5b ? missing : { code: "invalid_body" };
  const text = decodeText(bytes);
  if (!text.ok) return text.error;
  const parsed = parseJson(text.value);
  if (!parsed.ok) return parsed.error;
  return Array.isArray(parsed.value) ? missing : { code: "invalid_body" };
}

function readMembers(
  bytes: Uint8Array,
  members: readonly ByteRange[],
): Result<JsonObject, VaultError> {
  const texts: string[] = [];
  for (const { start, end } of members) {
    const text = decodeText(bytes.subarray(start, end));
    if (!text.ok) return text;
    texts.push(text.value);
  }
  const parsed = parseJson(`{${texts.join(",")}}`);
  return parsed.ok ? ok(parsed.value as JsonObject) : parsed;
}

/** The other members as a job keeps them: all of them, or none when they are too long. */
export function keptRest(others: JsonObject): string {
  const rest = JSON.stringify(others);
  return rest.length <= MAX_KEPT_REST_LENGTH ? rest : "{}";
}

/** Worst-case cost of parsing and checking 64 KiB of items: short ones with a dozen attributes each. */
export const COST_OF_64_KIB = 8;

/** Parses each chunk and checks its items; returns the ranges with the flaws of each chunk. */
function* checkChunks(
  bytes: Uint8Array,
  chunks: readonly ChunkRange[],
  checks: ItemChecks,
): Steps<Result<PayloadRange[], VaultError>> {
  const checked: PayloadRange[] = [];
  for (const range of chunks) {
    const { start, end, items } = range;
    yield costOfLetters(end - start, COST_OF_64_KIB);
    const text = decodeText(bytes.subarray(start, end));
    if (!text.ok) return text;
    const parsed = parseJson(`[${text.value}]`);
    if (!parsed.ok) return parsed;
    const list = parsed.value as unknown[];
    if (list.length !== items) return err({ code: "invalid_json" });
    checked.push({ ...range, flaws: checks.check(list) });
  }
  return ok(checked);
}

/** The payload as a byte stream of frames for RPC; copied, because a stream takes its chunks away and a retry needs them. */
export function payloadStream(
  bytes: Uint8Array<ArrayBuffer>,
  ranges: readonly PayloadRange[],
  end: PayloadEnd,
): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream({
    type: "bytes",
    pull(controller) {
      const range = ranges[next++];
      if (range !== undefined) {
        const chunk = bytes.subarray(range.start, range.end);
        controller.enqueue(frameOf(range.items, chunk, range.flaws));
        return;
      }
      controller.enqueue(endFrameOf(end));
      controller.close();
    },
  });
}
