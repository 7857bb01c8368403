// Limits of requests and values per second on the wire: as the operator sets them, and as answers report them in header
// fields of draft-ietf-httpapi-ratelimit-headers (revision 11, section 3; structured fields, RFC 9651).
import * as z from "zod";
import { MAX_RATE, type RateLimits, type RateStanding } from "../core/rate-limits.ts";

const rate = z.int().min(1).max(MAX_RATE);

/** Limits as the operator sets them. Unknown members are refused: a misspelt limit would not limit anything. */
export const rateLimits = z.strictObject({
  requests_per_second: rate.nullish().describe("Requests; absent: any number"),
  values_per_second: rate.nullish().describe("Values, texts and tokens; absent: any number"),
});

/** Limits from their wire form. */
export function readRateLimits(given: z.infer<typeof rateLimits>): RateLimits {
  const { requests_per_second: requests, values_per_second: values } = given;
  return { ...(requests ? { requests } : {}), ...(values ? { values } : {}) };
}

/** Limits in their wire form. */
export function writeRateLimits({ requests, values }: RateLimits) {
  return {
    ...(requests === undefined ? {} : { requests_per_second: requests }),
    ...(values === undefined ? {} : { values_per_second: values }),
  };
}

/** Header fields that report the limits its caller is under. */
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
