// Which entity types the caller receives, and what effect findings of the other types still have.

import { describe, expect, it } from "vitest";
import { ENTITIES, type EntityName } from "../../src/core/entities.ts";
import { DEFAULT_DETECTION, detect, EVERYTHING, reportedAs } from "../../src/detect/detector.ts";
import { date } from "../../src/detect/recognizers/date/date.ts";
import { isNameType } from "../../src/detect/span.ts";
import { by, fake, finding, foundIn } from "../support/detect/fake-recognizers.ts";
import { fc } from "../support/properties.ts";

const only = (...types: EntityName[]) => ({ wanted: new Set<EntityName>(types) });

describe("thresholds", () => {
  const text = "a@example.com 12345";
  const mail = finding("mail", "EMAIL_ADDRESS", 0.8, "a@example.com");
  const number = finding("number", "ACC_NO", 0.6, "12345");

  it("drops what scores less, keeps what scores as much", () => {
    expect(foundIn(text, by([mail, number], { threshold: 0.8 }))).toEqual([
      "EMAIL_ADDRESS a@example.com",
    ]);
  });

  it("prefers the threshold of the type", () => {
    const thresholds = new Map([
      ["ACC_NO", 0.5],
      ["EMAIL_ADDRESS", 0.9],
    ]);
    expect(foundIn(text, by([mail, number], { threshold: 0.8, thresholds }))).toEqual([
      "ACC_NO 12345",
    ]);
  });

  it("lets a finding below its threshold hide nothing", () => {
    const wide = finding("wide", "SECRET", 0.3, text);
    expect(foundIn(text, by([wide, mail], { threshold: 0.5 }))).toEqual([
      "EMAIL_ADDRESS a@example.com",
    ]);
  });
});

describe("types that are not wanted", () => {
  it("end their ways along the table: no type counts as itself", () => {
    for (const type of Object.keys(ENTITIES)) expect(reportedAs(type, new Set())).toBeNull();
  });

  it("count as another wanted type, over several steps", () => {
    expect(reportedAs("IBAN", new Set(["ACC_NO"]))).toBe("ACC_NO");
    expect(reportedAs("IBAN", new Set(["ACC_NO", "IBAN"]))).toBe("IBAN");
    expect(reportedAs("MEDICAL_RECORD_NUMBER", new Set(["PERSON"]))).toBeNull();
    expect(reportedAs("MADE_UP", new Set(["PERSON"]))).toBeNull();
    expect(reportedAs("MADE_UP", new Set(["MADE_UP"]))).toBe("MADE_UP");
    const iban = finding("iban", "IBAN", 1, "GB82WEST12345698765432");
    expect(foundIn("GB82WEST12345698765432", by([iban], only("ACC_NO")))).toEqual([
      "ACC_NO GB82WEST12345698765432",
    ]);
  });

  it("stay the better explanation: a date is no phone number", () => {
    const dated = finding("date", "DATE", 0.8, "12.03.2024");
    const phone = finding("phone", "PHONE_NUMBER", 0.75, "12.03.2024", "03.2024");
    expect(foundIn("on 12.03.2024", by([phone, dated], only("PHONE_NUMBER")))).toEqual([]);
  });

  it("explain what is nobody's: a month and its year", () => {
    const text = "April 2023: sales";
    const name = finding("name", "PERSON", 0.9, "April");
    expect(foundIn(text, by([name, date]))).toEqual([]);
    expect(foundIn(`Born ${text}`, by([name, date]))).toEqual(["DATE_OF_BIRTH April 2023"]);
  });

  it("do not hide what is surer: a login name that is an e-mail address", () => {
    const text = "login jane@example.com ok";
    const user = finding("user", "USERNAME", 0.9, "login jane@example.com");
    const mail = finding("mail", "EMAIL_ADDRESS", 0.95, "jane@example.com");
    expect(foundIn(text, by([user, mail]))).toEqual(["USERNAME login jane@example.com"]);
    expect(foundIn(text, by([user, mail], only("EMAIL_ADDRESS")))).toEqual([
      "EMAIL_ADDRESS jane@example.com",
    ]);
    // A weaker finding inside stays hidden, even beside the surer one.
    const word = finding("word", "ACC_NO", 0.5, "login");
    expect(foundIn(text, by([user, mail, word], only("EMAIL_ADDRESS", "ACC_NO")))).toEqual([
      "EMAIL_ADDRESS jane@example.com",
    ]);
  });

  it("hide no value with a form of its own when a label is all that speaks for them", () => {
    for (const label of ["password:", "national id:", "NI number"]) {
      expect(foundIn(`${label} 212-555-0123 ok`, DEFAULT_DETECTION)).toEqual([
        "PHONE_NUMBER 212-555-0123",
      ]);
    }
    const text = "login 5550123";
    const user = { ...finding("user", "USERNAME", 0.85, "5550123"), isLabelled: true };
    const weak = finding("phone", "PHONE_NUMBER", 0.6, "5550123");
    const name = finding("tagger", "PERSON", 0.8, "5550123");
    expect(foundIn(text, by([user, weak, name], only("PHONE_NUMBER", "PERSON")))).toEqual([]);
    const sure = finding("phone", "PHONE_NUMBER", 0.7, "5550123");
    const found = ["PHONE_NUMBER 5550123"];
    expect(foundIn(text, by([user, sure], only("PHONE_NUMBER")))).toEqual(found);
    // A check digit is no label.
    const checked = { ...finding("id", "NATIONAL_ID", 0.95, "5550123"), isLabelled: true };
    expect(foundIn(text, by([checked, sure], only("PHONE_NUMBER")))).toEqual([]);
  });

  it("hide nothing that stands in them when they are e-mail addresses, names excepted", () => {
    const wanted = new Set(DEFAULT_DETECTION.wanted);
    wanted.delete("EMAIL_ADDRESS");
    const text = "756-45-6689@example.com, ada@example.com";
    const ada = finding("tagger", "PERSON", 0.8, "ada");
    const recognizers = [...DEFAULT_DETECTION.recognizers, ada];
    expect(foundIn(text, { ...DEFAULT_DETECTION, wanted, recognizers })).toEqual([
      "US_SSN 756-45-6689",
    ]);
  });

  it("hide no other type that stands in the same value", () => {
    const without = (type: EntityName) => {
      const wanted = new Set(EVERYTHING.wanted);
      wanted.delete(type);
      return { ...EVERYTHING, wanted };
    };
    const encoded = btoa("jane@example.com ssn 536-22-1234");
    expect(foundIn(encoded, EVERYTHING)).toEqual([`EMAIL_ADDRESS ${encoded}`]);
    expect(foundIn(encoded, without("EMAIL_ADDRESS"))).toEqual([`US_SSN ${encoded}`]);
    const pair = "credentials: jhill / Elm4417";
    expect(foundIn(pair, EVERYTHING)).toEqual(["USERNAME jhill", "PASSWORD Elm4417"]);
    expect(foundIn(pair, without("PASSWORD"))).toEqual(["USERNAME jhill"]);
    expect(foundIn("login: jhill:Elm4417", without("USERNAME"))).toEqual(["PASSWORD Elm4417"]);
    const url = "postgres://jane:s3cretPw@db/x";
    expect(foundIn(url, EVERYTHING)).toEqual([`URL ${url}`]);
    expect(foundIn(url, without("URL"))).toEqual(["USERNAME jane", "PASSWORD s3cretPw"]);
    expect(foundIn("redis://:s3cretPw@db", without("URL"))).toEqual(["PASSWORD s3cretPw"]);
  });

  it("hide no structured value when they are names", () => {
    const text = "Box 5550123 Lane";
    const place = finding("tagger", "LOCATION", 0.9, text);
    const phone = finding("phone", "PHONE_NUMBER", 0.6, "5550123");
    expect(foundIn(text, by([place, phone], only("PHONE_NUMBER", "PERSON")))).toEqual([
      "PHONE_NUMBER 5550123",
    ]);
  });

  it("never costs a recognizer of names its run when no name is wanted", () => {
    let runs = 0;
    const tagger = {
      ...fake("tagger", "PERSON", 0.9, [[0, 4]]),
      scan: () => {
        runs++;
        return [];
      },
    };
    const mail = finding("mail", "EMAIL_ADDRESS", 1, "x");
    detect("text", by([tagger, mail], only("EMAIL_ADDRESS")));
    expect(runs).toBe(0);
    detect("text", by([tagger, mail], only("EMAIL_ADDRESS", "PERSON")));
    expect(runs).toBe(1);
  });

  it("gives what all recognizers together give, whichever of them are left out", () => {
    const types = ["PERSON", "LOCATION", "ADDRESS", "DATE", "PHONE_NUMBER", "EMAIL_ADDRESS"];
    const span = fc.record({
      start: fc.nat(20),
      length: fc.integer({ min: 1, max: 9 }),
      type: fc.constantFrom(...types),
      score: fc.constantFrom(0.5, 0.7, 0.9, 0.95, 1),
    });
    fc.assert(
      fc.property(
        fc.array(span, { maxLength: 8 }),
        fc.subarray(types.filter((type) => !isNameType(type))),
        (spans, wanted) => {
          const text = "Abcdefghij klmnopqrst uvwxyz";
          const recognizers = spans.map(({ start, length, type, score }, i) =>
            fake(`r${i}`, type, score, [[start, start + length]]),
          );
          const lean = detect(text, by(recognizers, only(...wanted)));
          // A recognizer that may also report a wanted type is never left out.
          const all = recognizers.map((r) => ({
            ...r,
            entityTypes: [...r.entityTypes, ...wanted],
          }));
          expect(lean).toEqual(detect(text, by(all, only(...wanted))));
        },
      ),
    );
  });
});

describe("ready-made detections", () => {
  const text = "GB82WEST12345698765432, card 4111 1111 1111 1111";

  it("wants by default what is on from the start", () => {
    expect(DEFAULT_DETECTION.wanted.has("EMAIL_ADDRESS")).toBe(true);
    expect(DEFAULT_DETECTION.wanted.has("DATE")).toBe(false);
    expect(foundIn(text, DEFAULT_DETECTION)[0]).toBe("ACC_NO GB82WEST12345698765432");
  });

  it("wants everything on demand", () => {
    expect(EVERYTHING.wanted.has("DATE")).toBe(true);
    expect(EVERYTHING.wanted.has("LOCATION")).toBe(true);
  });

  it("finds nothing where nothing is wanted", () => {
    expect(detect(text, { ...EVERYTHING, wanted: new Set() })).toEqual([]);
  });
});
