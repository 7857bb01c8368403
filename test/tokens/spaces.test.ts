import { expect, it } from "vitest";
import { EVERY_SPACE, POLICY_IDS, SPACES } from "../../src/tokens/spaces.ts";

// Counters of spaces are stored under these numbers, here and with the Registry, and the order of a space's tokens
// follows from its number: a new number would begin the space anew, and give out what was given out before.
it("spaces of tokens keep their numbers: append only", () => {
  expect({ EVERY_SPACE, POLICY_IDS }).toEqual({ EVERY_SPACE: -1, POLICY_IDS: -2 });
  expect(SPACES).toEqual({
    state: 1_000,
    city: 1_100,
    person: 1_200,
    address: 1_300,
    date: 1_400,
    ssn: 1_500,
    ip: 1_600,
    mac: 1_700,
    card: 1_800,
    jsonNumber: 1_900,
    iban: 10_000,
    phone: 1_000_000,
  });
});
