import { describe, expect, it } from "vitest";
import { usSsn } from "../../src/detect/recognizers/us-ssn.ts";
import { compare } from "./marked.ts";

describe("US Social Security numbers", () => {
  it.each([
    "SSN «078-33-5884». Form",
    "&ssn=«795-75-7095»&name",
    "«123 45 6789»",
    "ssn: «123456789»",
    "his social security number is «123456789»",
    "<ssn>«595-55-9595»</ssn>",
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
    "passport 123456789",
    "essn 123456789",
    "1-123-45-6789",
    "123-45-6789-1",
    "0123-45-6789",
    "123-45-67890",
    "475-66-023",
    "1 123 45 6789",
  ])("leaves a look-alike alone: %s", (text) => {
    expect(usSsn.scan(text)).toEqual([]);
  });
});
