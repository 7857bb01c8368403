// Callers who send bad credentials to `npm run serve` are slowed down, by address; callers with good ones are not.

import { afterEach, describe, expect, it } from "vitest";
import { BadCredentials } from "../../../scripts/run/serve/bad-credentials.ts";
import { newToken, send } from "../../support/node/api-client.ts";
import { cleanUp } from "../../support/node/run-script.ts";
import { startService } from "../../support/node/service.ts";

const REFUSED = Buffer.from("HTTP/1.1 401 Unauthorized\r\n\r\n");
const HOUR = 3_600_000;

afterEach(cleanUp);

/** How long each of so many answers is held that come at once. */
function holds(slowed: BadCredentials, count: number, address: string, now: number) {
  return Array.from({ length: count }, () => slowed.holdOf(REFUSED, address, now));
}

describe("answers that refuse a credential", () => {
  it("go out so many a second to an address; when 5 seconds of them wait, connections close", () => {
    const slowed = new BadCredentials(2);
    const first = holds(slowed, 14, "192.0.2.1", HOUR);
    expect(first).toEqual([
      0,
      0,
      500,
      1_000,
      1_500,
      2_000,
      2_500,
      3_000,
      3_500,
      4_000,
      4_500,
      5_000,
      null,
      null,
    ]);
    expect(holds(slowed, 1, "192.0.2.2", HOUR)).toEqual([0]);
    expect(holds(slowed, 2, "192.0.2.1", HOUR + 1_000)).toEqual([4_500, 5_000]);
    // The clock was set back.
    expect(holds(slowed, 1, "192.0.2.1", 0)).toEqual([null]);
    expect(holds(slowed, 1, "192.0.2.1", 1_000)).toEqual([4_500]);
    expect(new BadCredentials(0).holdOf(REFUSED, "192.0.2.1", HOUR)).toBe(0);
  });

  it("count by whom an IPv6 address was given to", () => {
    const slowed = new BadCredentials(1);
    const held = [
      "2001:db8::1",
      "2001:db8:0:0:5::",
      "2001:db8::ff:1:2:3",
      "2001:db8:0:1::1",
      "::ffff:192.0.2.1",
    ];
    expect(held.map((address) => slowed.holdOf(REFUSED, address, HOUR))).toEqual([
      0, 1_000, 2_000, 0, 0,
    ]);
  });

  it("are told from texts about them, and counted when several come at once", () => {
    const slowed = new BadCredentials(1);
    const about = Buffer.from(`HTTP/1.1 200 OK\r\n\r\n${REFUSED}${REFUSED}`);
    expect(slowed.holdOf(about, "192.0.2.1", HOUR)).toBe(0);
    expect(slowed.holdOf(Buffer.concat([REFUSED, REFUSED, REFUSED]), "192.0.2.1", HOUR)).toBe(
      2_000,
    );
  });

  it.each([
    ["one runtime", []],
    ["two cells", ["--cells", "2"]],
  ])(
    "are held back under serve with %s, and nobody is who is let in from the same address",
    async (_, more) => {
      const service = await startService({ args: ["--bad-credentials", "2", ...more] });
      const token = await newToken(service, "n", "app", ["mask"]);
      const mask = [{ value: "x", token_name: "Text Token" }];
      const began = Date.now();
      const bad = Promise.all(
        Array.from({ length: 6 }, () => send(service, "no token", "mask", { mask })),
      );
      for (let i = 0; i < 5; i++) {
        expect((await send(service, token, "mask", { mask })).status).toBe(200);
      }
      const goodMs = Date.now() - began;
      expect((await bad).map(({ status }) => status)).toEqual(Array(6).fill(401));
      const badMs = Date.now() - began;
      expect([badMs >= 1_900, goodMs < badMs]).toEqual([true, true]);
    },
  );
});
