// What sealed data is bound to (the associated data): the namespace, what it is, and the numbers that identify it. Fixed
// width, so different places never give the same bytes.
import { fromHex } from "./encoding.ts";

/** What is sealed. Append only: the number is part of every context. */
export const SEALED_AS = {
  value: 1,
  attribute: 2,
  wrappedKey: 3,
  issuedToken: 4,
  jobMeta: 5,
  jobPayload: 6,
  jobResult: 7,
  requester: 8,
  search: 9,
  finds: 10,
  policyName: 11,
  policyOutline: 12,
  policyLists: 13,
  wrapper: 14,
  auditBatch: 15,
} as const;

/** Context of one sealed thing in one namespace; the numbers (each below 2^53) identify it. */
export type ContextMaker = (
  sealedAs: keyof typeof SEALED_AS,
  ...numbers: readonly number[]
) => Uint8Array<ArrayBuffer>;

/** The context of the i-th thing of a batch. It is read at once, so a function may return the same array each time. */
export type ContextOf = (i: number) => Uint8Array<ArrayBuffer>;

const NID_BYTES = 16;

/** Contexts for one namespace; `nid` is 32 hexadecimal digits. */
export function contextMaker(nid: string): ContextMaker {
  const prefix = fromHex(nid);
  return (sealedAs, ...numbers) => {
    const bytes = new Uint8Array(NID_BYTES + 2 + 8 * numbers.length);
    for (let i = 0; i < NID_BYTES; i++) bytes[i] = prefix[i] as number;
    bytes[NID_BYTES] = SEALED_AS[sealedAs];
    bytes[NID_BYTES + 1] = numbers.length;
    let at = NID_BYTES + 2;
    for (const number of numbers) {
      putUint32(bytes, at, Math.floor(number / 2 ** 32));
      putUint32(bytes, at + 4, number);
      at += 8;
    }
    return bytes;
  };
}

/** Big-endian; shifts take a number modulo 2^32. Runs for each value, and a DataView would cost more. */
function putUint32(bytes: Uint8Array, at: number, number: number): void {
  bytes[at] = number >>> 24;
  bytes[at + 1] = number >>> 16;
  bytes[at + 2] = number >>> 8;
  bytes[at + 3] = number;
}
