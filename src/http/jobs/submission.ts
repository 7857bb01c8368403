// An asynchronous body to a job submission. What is structurally broken is refused here; what is
// wrong with a single item is noted and ends the job FAILED, having masked nothing.
import type { VaultError } from "../../core/errors.ts";
import {
  MAX_ASYNC_ITEM_BYTES,
  MAX_ASYNC_ITEMS,
  MAX_KEPT_REST_LENGTH,
  MAX_SYNC_BODY_BYTES,
} from "../../core/limits.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { fitsSlice, isStepFull } from "../../jobs/slice.ts";
import type { JobSubmission } from "../../vault/rpc.ts";
import { decodeText, type JsonObject, parseJson } from "../body.ts";
import {
  checkMaskItem,
  checkUnmaskItem,
  type ItemCheck,
  isAllEmptyObjects,
  isJsonByDefault,
  policyNameIn,
  readMaskOptions,
  readUnmaskOptions,
} from "../mask/items.ts";
import { type ByteRange, type ByteRanges, splitList } from "./split-list.ts";

/** A submission and the ranges of the body that are its payload, slice by slice. */
export interface Submission {
  readonly submission: JobSubmission;
  readonly ranges: readonly ByteRange[];
}

const TOO_MANY_ITEMS: VaultError = { code: "too_many_items", detail: String(MAX_ASYNC_ITEMS) };

/** Read a whole body, in steps between which others get a turn. The list's name in it is the kind. */
export async function readSubmission(
  bytes: Uint8Array<ArrayBuffer>,
  kind: JobSubmission["kind"],
): Promise<Result<Submission, VaultError>> {
  const steps = submissionSteps(bytes, kind);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    // A timer lets other requests in; a resolved promise does not.
    await scheduler.wait(0);
  }
}

/** The same step by step: each pause is a place where others may have a turn. */
export function* submissionSteps(
  bytes: Uint8Array<ArrayBuffer>,
  kind: JobSubmission["kind"],
): Generator<undefined, Result<Submission, VaultError>> {
  const missing = { code: `${kind}_missing` } as const;
  const broken = reasonNoObject(bytes, missing);
  if (broken !== null) return err(broken);
  const split = splitList(bytes, kind);
  if (split === null) return err({ code: "invalid_json" });
  if (split.overflow === "beside") return err({ code: "too_much_beside_list" });
  if (split.overflow === "items") return err(TOO_MANY_ITEMS);
  const rest = readMembers(bytes, split.others);
  if (!rest.ok) return rest;
  const { items } = split;
  if (items === null) {
    const other = rest.value[kind];
    const wrongType = other !== undefined && other !== null;
    return err(wrongType ? { code: "invalid_field", detail: kind } : missing);
  }
  const size = checkSizes(items);
  if (size !== null) return err(size);
  const options = readJobOptions(kind, rest.value);
  if (!options.ok) return options;
  const isJson = isJsonByDefault(rest.value);
  const check: ItemCheck<unknown> = kind === "mask" ? checkMaskItem : checkUnmaskItem;
  const sliced = yield* sliceItems(kind, bytes, items, (item, index) => check(item, index, isJson));
  if (!sliced.ok) return sliced;
  const { ranges, slices, itemError, areAllEmpty } = sliced.value;
  if (areAllEmpty && kind === "unmask") return err({ code: "empty_payload" });
  // A name given twice counts as its last, and the last one was the list.
  const { [kind]: _, ...others } = rest.value;
  return ok({
    submission: {
      kind,
      slices,
      rest: keptRest(others),
      ...options.value,
      itemError,
    },
    ranges,
  });
}

function readJobOptions(
  kind: JobSubmission["kind"],
  members: JsonObject,
): Result<Omit<JobSubmission, "kind" | "slices" | "rest" | "itemError">, VaultError> {
  const read = kind === "mask" ? readMaskOptions(members) : readUnmaskOptions(members);
  if (!read.ok) return read;
  const { known_tokens, strict = false, partial = false } = read.value;
  const { explain = false, offsets = "code_points" } = read.value;
  const policyName = policyNameIn(read.value);
  const keepKnownTokens = known_tokens === "keep";
  return ok({ keepKnownTokens, strict, partial, policyName, explain, offsets });
}

/** Why a body is no JSON object, told apart as the synchronous operations do; null when it may be. */
function reasonNoObject(bytes: Uint8Array, missing: VaultError): VaultError | null {
  const first = bytes.find((byte) => byte > 32);
  if (first === undefined) return { code: "empty_payload" };
  if (first === 0x7b) return null;
  // A large list is not parsed just to be refused.
  if (first === 0x5b && bytes.length > MAX_SYNC_BODY_BYTES) return missing;
  const text = decodeText(bytes);
  if (!text.ok) return text.error;
  const parsed = parseJson(text.value);
  if (!parsed.ok) return parsed.error;
  return Array.isArray(parsed.value) ? missing : { code: "invalid_body" };
}

function checkSizes(items: ByteRanges): VaultError | null {
  if (items.length === 0) return { code: "empty_payload" };
  for (let index = 0; index < items.length; index++) {
    const size = items.end(index) - items.start(index);
    if (size > MAX_ASYNC_ITEM_BYTES) return { code: "item_too_large", index };
  }
  return null;
}

function readMembers(
  bytes: Uint8Array,
  members: readonly { key: ByteRange; value: ByteRange }[],
): Result<JsonObject, VaultError> {
  const parts = members.map(({ key, value }) => [
    bytes.subarray(key.start, key.end),
    bytes.subarray(value.start, value.end),
  ]);
  const texts: string[] = [];
  for (const [key, value] of parts) {
    const keyText = decodeText(key ?? new Uint8Array(0));
    const valueText = decodeText(value ?? new Uint8Array(0));
    if (!keyText.ok) return keyText;
    if (!valueText.ok) return valueText;
    texts.push(`${keyText.value}:${valueText.value}`);
  }
  const parsed = parseJson(`{${texts.join(",")}}`);
  return parsed.ok ? ok(parsed.value as JsonObject) : parsed;
}

/** What is remembered of the other members: all, or nothing when that would be much. */
function keptRest(others: JsonObject): string {
  const rest = JSON.stringify(others);
  return rest.length <= MAX_KEPT_REST_LENGTH ? rest : "{}";
}

interface Sliced {
  readonly ranges: ByteRange[];
  readonly slices: { items: number; bytes: number }[];
  readonly itemError: VaultError | null;
  /** Every item is `{}`: an unmask request of those fails with `empty_payload`. */
  readonly areAllEmpty: boolean;
}

/** Group items into slices, parse each slice for real, and check its items. */
function* sliceItems(
  kind: JobSubmission["kind"],
  bytes: Uint8Array,
  items: ByteRanges,
  check: ItemCheck<unknown>,
): Generator<undefined, Result<Sliced, VaultError>> {
  const ranges: ByteRange[] = [];
  const slices: Sliced["slices"] = [];
  let itemError: VaultError | null = null;
  let areAllEmpty = true;
  // The first step was finding the items.
  let step: { slices: number; bytes: number } | null = null;
  for (let from = 0; from < items.length; ) {
    if (step === null || isStepFull(step)) {
      yield;
      step = { slices: 0, bytes: 0 };
    }
    const to = endOfSlice(kind, items, from);
    const range = { start: items.start(from), end: items.end(to - 1) };
    const text = decodeText(bytes.subarray(range.start, range.end));
    if (!text.ok) return text;
    const parsed = parseJson(`[${text.value}]`);
    if (!parsed.ok) return parsed;
    const list = parsed.value as unknown[];
    if (list.length !== to - from) return err({ code: "invalid_json" });
    for (const [i, item] of list.entries()) {
      if (itemError !== null) break;
      const checked = check(item, from + i);
      if (!checked.ok) itemError = checked.error;
    }
    areAllEmpty &&= isAllEmptyObjects(list);
    step.slices += 1;
    step.bytes += range.end - range.start;
    ranges.push(range);
    slices.push({ items: to - from, bytes: range.end - range.start });
    from = to;
  }
  return ok({ ranges, slices, itemError, areAllEmpty });
}

function endOfSlice(kind: JobSubmission["kind"], items: ByteRanges, from: number): number {
  let to = from;
  let bytes = 0;
  for (; to < items.length; to++) {
    // Blanks between items are part of the slice.
    const total = items.end(to) - items.start(from);
    if (!fitsSlice(kind, { items: to - from, bytes }, total - bytes)) break;
    bytes = total;
  }
  return to;
}

/** The payload as a byte stream for RPC: copies, because a byte stream takes its chunks away. */
export function payloadStream(
  bytes: Uint8Array<ArrayBuffer>,
  ranges: readonly ByteRange[],
): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream({
    type: "bytes",
    pull(controller) {
      const range = ranges[next++];
      if (range === undefined) {
        controller.close();
        return;
      }
      controller.enqueue(bytes.slice(range.start, range.end));
    },
  });
}
