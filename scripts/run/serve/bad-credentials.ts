// Slows down senders of bad credentials, by address. So many refusals per second pass at once, later ones wait for their
// turn, and when too many wait, the connection closes. Accepted requests are never delayed, even from the same address.

import { isIPv6 } from "node:net";
import { BoundedCache } from "../../../src/core/bounded-cache.ts";
import {
  type Allowance,
  charged,
  fullAllowance,
  msUntilOne,
  refilled,
} from "../../../src/core/rate-limits.ts";

/** Longest delay of an answer. */
const MAX_HOLD_MS = 5_000;
/** Number of remembered addresses; beyond it, the least recently seen are dropped. */
const MAX_ADDRESSES = 10_000;
/** Leading groups of an IPv6 address that identify its owner, who chooses the rest (RFC 4291, section 2.5.1). */
const OWNED_GROUPS = 4;
const GROUPS = 8;
/** Beginning of an answer that refuses a credential. */
const REFUSAL = Buffer.from("HTTP/1.1 401 ");

/** Counts recent bad credentials by address. */
export class BadCredentials {
  readonly #perSecond: number;
  readonly #allowances = new BoundedCache<Allowance>(MAX_ADDRESSES);

  /** `perSecond`: refusals per address and second that pass without delay; 0: all. */
  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /** How long to delay an answer to an address, in milliseconds; null: close the connection. */
  holdOf(answer: Buffer, address: string, now: number): number | null {
    let hold = 0;
    for (let left = refusalsIn(answer); left > 0 && this.#perSecond > 0; left--) {
      const owner = ownerOf(address);
      const before = this.#allowances.get(owner) ?? fullAllowance(this.#perSecond, now);
      const allowance = refilled(before, this.#perSecond, now);
      hold = msUntilOne(allowance, this.#perSecond);
      const isTooMany = hold > MAX_HOLD_MS;
      this.#allowances.set(owner, isTooMany ? allowance : charged(allowance, 1));
      if (isTooMany) return null;
    }
    return hold;
  }
}

/** Number of refusals in one chunk. 0 if it begins with anything else, because a body may quote a refusal. */
function refusalsIn(answer: Buffer): number {
  let count = 0;
  const isOne = answer.subarray(0, REFUSAL.length).equals(REFUSAL);
  for (let at = isOne ? 0 : -1; at !== -1; at = answer.indexOf(REFUSAL, at + 1)) count += 1;
  return count;
}

function ownerOf(address: string): string {
  // An IPv4 address on a dual-stack socket (RFC 4291, section 2.5.5.2) contains a dot.
  if (!isIPv6(address) || address.includes(".")) return address;
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const rest = tail ? tail.split(":").length : 0;
  const zeros = tail === undefined ? 0 : Math.max(0, GROUPS - groups.length - rest);
  return [...groups, ...Array(zeros).fill("0")].slice(0, OWNED_GROUPS).join(":");
}
