// Limits of requests and values a second on the wire: as the operator sets them, and as callers are told of them, in header
// fields of draft-ietf-httpapi-ratelimit-headers (revision 11, section 3; structured fields, RFC 9651).
import * as z from "zod";
import { MAX_RATE, type RateLimits, type RateStanding } from "../core/rate-limits.ts";
import { INVALID } from "./fields.ts";

const rate = z.int(INVALID).min(1, INVALID).max(MAX_RATE, INVALID);

/** Limits as the operator sets them. A member nobody knows is refused: a slip would be no limit. */
export const rateLimits = z.strictObject(
  {
    requests_per_second: rate.nullish().describe("Requests; absent: any number"),
    values_per_second: rate.nullish().describe("Values, texts and tokens; absent: any number"),
  },
  INVALID,
);

/** What was set. */
export function readRateLimits(given: z.infer<typeof rateLimits>): RateLimits {
  const { requests_per_second: requests, values_per_second: values } = given;
  return { ...(requests ? { requests } : {}), ...(values ? { values } : {}) };
}

/** The same again. */
export function writeRateLimits({ requests, values }: RateLimits) {
  return {
    ...(requests === undefined ? {} : { requests_per_second: requests }),
    ...(values === undefined ? {} : { values_per_second: values }),
  };
}

/** What an answer says of the limits that its caller comes under. */
export function rateLimitHeaders(standings: readonly RateStanding[]): Record<string, string> {
  const named = standings.map((standing) => {
    const { owner, unit, perSecond, left, fullInSeconds } = standing;
    const name = `"${owner}-${unit}"`;
    return {
      policy: `${name};q=${perSecond};qu="${unit}";w=1`,
      limit: `${name};r=${left};t=${fullInSeconds}`,
    };
  });
  return {
    "ratelimit-policy": named.map(({ policy }) => policy).join(", "),
    ratelimit: named.map(({ limit }) => limit).join(", "),
  };
}
