// Slows down who sends bad credentials, by address: so many answers a second that refuse one get through, those beyond wait
// for their turn, and when too many wait the connection closes. What is let in is never held, whoever shares the address.

import { isIPv6 } from "node:net";
import { BoundedCache } from "../../../src/core/bounded-cache.ts";
import {
  type Allowance,
  charged,
  fullAllowance,
  msUntilOne,
  refilled,
} from "../../../src/core/rate-limits.ts";

/** How long one waits at most. */
const MAX_HOLD_MS = 5_000;
/** Addresses that are remembered; of more, those that were last heard of. */
const MAX_ADDRESSES = 10_000;
/** Groups of an IPv6 address that say whose it is: the rest its owner chooses (RFC 4291, section 2.5.1). */
const OWNED_GROUPS = 4;
const GROUPS = 8;
/** How an answer begins that refuses a credential. */
const REFUSAL = Buffer.from("HTTP/1.1 401 ");

/** Who has sent bad credentials lately. */
export class BadCredentials {
  readonly #perSecond: number;
  readonly #allowances = new BoundedCache<Allowance>(MAX_ADDRESSES);

  /** `perSecond`: how many of an address get through at once; 0: all. */
  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /** How long an answer to an address is held, in milliseconds; null: the connection closes. */
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

/** How many refusals came at once; none where the first is something else, for that may be a text about refusals. */
function refusalsIn(answer: Buffer): number {
  let count = 0;
  const isOne = answer.subarray(0, REFUSAL.length).equals(REFUSAL);
  for (let at = isOne ? 0 : -1; at !== -1; at = answer.indexOf(REFUSAL, at + 1)) count += 1;
  return count;
}

function ownerOf(address: string): string {
  // An IPv4 address as a socket of both kinds tells it (RFC 4291, section 2.5.5.2) has a dot.
  if (!isIPv6(address) || address.includes(".")) return address;
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const rest = tail ? tail.split(":").length : 0;
  const zeros = tail === undefined ? 0 : Math.max(0, GROUPS - groups.length - rest);
  return [...groups, ...Array(zeros).fill("0")].slice(0, OWNED_GROUPS).join(":");
}
