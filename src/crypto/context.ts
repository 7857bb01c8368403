// What a sealed thing is bound to (its associated data): namespace, what it is, and its numbers.
// Fixed width, so two different places never give the same bytes.
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
} as const;

type Make = (
  sealedAs: keyof typeof SEALED_AS,
  ...numbers: readonly number[]
) => Uint8Array<ArrayBuffer>;

/** Context of one thing in one namespace; the numbers (each below 2^53) say which thing it is. */
export interface ContextMaker extends Make {
  /**
   * The same bytes in an array that the next call overwrites, for `sealAll` and `openAll`: WebCrypto takes
   * longer to get at an array of each value's own than to copy its bytes.
   */
  readonly inPassing: Make;
}

const NID_BYTES = 16;

/** Contexts for a namespace; `nid` is 32 hexadecimal digits. */
export function contextMaker(nid: string): ContextMaker {
  const prefix = fromHex(nid);
  let passing = new Uint8Array(0);
  const make: Make = (sealedAs, ...numbers) => {
    const bytes = new Uint8Array(lengthOf(numbers));
    putContext(bytes, prefix, sealedAs, numbers);
    return bytes;
  };
  const inPassing: Make = (sealedAs, ...numbers) => {
    if (passing.length !== lengthOf(numbers)) passing = new Uint8Array(lengthOf(numbers));
    putContext(passing, prefix, sealedAs, numbers);
    return passing;
  };
  return Object.assign(make, { inPassing });
}

function lengthOf(numbers: readonly number[]): number {
  return NID_BYTES + 2 + 8 * numbers.length;
}

function putContext(
  bytes: Uint8Array,
  prefix: Uint8Array,
  sealedAs: keyof typeof SEALED_AS,
  numbers: readonly number[],
): void {
  for (let i = 0; i < NID_BYTES; i++) bytes[i] = prefix[i] as number;
  bytes[NID_BYTES] = SEALED_AS[sealedAs];
  bytes[NID_BYTES + 1] = numbers.length;
  let at = NID_BYTES + 2;
  for (const number of numbers) {
    putUint32(bytes, at, Math.floor(number / 2 ** 32));
    putUint32(bytes, at + 4, number);
    at += 8;
  }
}

/** Big-endian; shifts take a number modulo 2^32. This runs once a value: a DataView costs more. */
function putUint32(bytes: Uint8Array, at: number, number: number): void {
  bytes[at] = number >>> 24;
  bytes[at + 1] = number >>> 16;
  bytes[at + 2] = number >>> 8;
  bytes[at + 3] = number;
}
