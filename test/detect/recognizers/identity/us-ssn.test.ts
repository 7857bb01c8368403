import { describe, expect, it } from "vitest";
import { DEFAULT_DETECTION, detect } from "../../../../src/detect/detector.ts";
import { LABEL_SCORE } from "../../../../src/detect/labels/label-values.ts";
import { usSsn } from "../../../../src/detect/recognizers/identity/us-ssn.ts";
import { compare } from "../../../support/detect/marked.ts";

const typesIn = (text: string) =>
  detect(text, { ...DEFAULT_DETECTION, wanted: new Set(["PASSPORT", "US_SSN"]) }).map(
    (span) => span.entityType,
  );

describe("US Social Security numbers", () => {
  it.each([
    "SSN «078-33-5884». Form",
    "&ssn=«795-75-7095»&name",
    "«123 45 6789»",
    "ssn: «123456789»",
    "his social security number is «123456789»",
    "<ssn>«595-55-9595»</ssn>",
    "their SSN «924-34-7094» would be",
    "passport C01X00T47, SSN «123-45-6789»",
    "passport holder, SSN «123-45-6789»; visa 4111 1111 1111 1111, «123-45-6789»",
    "SSN# «912 34 5678», SSN: «000.12.3456»",
    "name,ssn,dob\nA B,«938-38-9038»,x\nC D,«666-12-3456»,y",
    "_«756-45-6689»_, __«756 45 6689»__",
    "file scan_«756-45-6689».pdf, scan_«756-45-6689»_2.pdf",
    "?ssn_«756456689»",
    "ssns «756 45 6689» «512 34 6781» «512 34 6782» «512 34 6783» «512 34 6784»",
    "_«XXX-XX-1234»_, ending «XXX-XX-1234»",
    "«***-**-1234» on file",
  ])("finds the number: %s", (marked) => {
    const { found, expected } = compare(usSsn, marked);
    expect(found).toEqual(expected);
  });

  it.each([
    "000-12-3456",
    "666-12-3456",
    "900-12-3456",
    "999-12-3456",
    "123-00-4567",
    "123-45-0000",
    "123-45 6789",
    "123456789",
    "XX-XX-1234, XXXX-XX-1234",
    "passport 123456789",
    "essn 123456789",
    "1-123-45-6789",
    "123-45-6789-1",
    "0123-45-6789",
    "123-45-67890",
    "SSN form_756456689, SSN 756456689_b",
    "475-66-023",
    "1 123 45 6789",
  ])("leaves a look-alike alone: %s", (text) => {
    expect(usSsn.scan(text)).toEqual([]);
  });

  it("trusts a number behind the word for a passport less than that document's label does", () => {
    for (const text of ["Passport No. 123-45-6789", "I lost my passport, and it is 123 45 6789"]) {
      const scores = usSsn.scan(text).map((span) => span.score);
      expect(scores).toHaveLength(1);
      expect(scores[0]).toBeLessThan(LABEL_SCORE);
    }
    expect(typesIn("Passport No. 123-45-6789")).toEqual(["PASSPORT"]);
    expect(typesIn("Her passport was stolen; 123-45-6789 is her number")).toEqual(["US_SSN"]);
  });

  it("trusts a number that was never issued less", () => {
    const scores = usSsn.scan("SSN 078-33-5884, SSN 924-34-7094").map((span) => span.score);
    expect(scores[0]).toBeGreaterThan(scores[1] ?? 1);
  });
});
