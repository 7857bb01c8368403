// Machine-readable zones: the examples of ICAO Doc 9303 (parts 4, 5, 6 and 7), and text that only looks like one.

import { expect, it } from "vitest";
import { detect, EVERYTHING } from "../../../../src/detect/detector.ts";

const PASSPORT =
  "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10";

it.each([
  [PASSPORT, "PASSPORT"],
  [PASSPORT.replace("\n", "\r\n  "), "PASSPORT"],
  [
    "I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<",
    "NATIONAL_ID",
  ],
  ["I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nD231458907UTO7408122F1204159<<<<<<<6", "NATIONAL_ID"],
  ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nL8988901C4UTO4009078F9612109<<<<<<<8", "PASSPORT"],
  // A wrong check digit is a typo.
  [PASSPORT.replace(/10$/, "17"), "PASSPORT"],
])("%j is found as a whole", (zone, type) => {
  const text = `Scan of her document:\n${zone}\nReceived on Monday.`;
  const start = text.indexOf(zone);
  expect(detect(text, EVERYTHING)).toContainEqual(
    expect.objectContaining({ start, end: start + zone.length, entityType: type }),
  );
});

it.each([`${"P".repeat(44)}\n${"A".repeat(44)}`, PASSPORT.replace("\n", "<\n"), `X${PASSPORT}`])(
  "%j is none",
  (text) => {
    const found = detect(text, EVERYTHING).map(({ recognizer }) => recognizer);
    expect(found).not.toContain("machine-readable-zone");
  },
);
