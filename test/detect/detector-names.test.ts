// Names: overlaps with structured values, address parts, repetition.

import { describe, expect, it } from "vitest";
import { detect } from "../../src/detect/detector.ts";
import { by, finding, findingFirst, foundIn } from "../support/detect/fake-recognizers.ts";

describe("names around structured values", () => {
  it("leave a checked value its own, and keep what is a name beside it", () => {
    const text = "Jane Doe jane@example.com of";
    const tagger = finding("tagger", "PERSON", 0.9, text);
    const mail = finding("mail", "EMAIL_ADDRESS", 0.95, "jane@example.com");
    expect(foundIn(text, by([tagger, mail]))).toEqual([
      "PERSON Jane Doe",
      "EMAIL_ADDRESS jane@example.com",
    ]);
  });

  it("keep words in lower case of a name without capitals", () => {
    const text = "jane doe jane@example.com of";
    const tagger = finding("tagger", "PERSON", 0.9, text);
    const mail = finding("mail", "EMAIL_ADDRESS", 0.95, "jane@example.com");
    expect(foundIn(text, by([tagger, mail]))[0]).toBe("PERSON jane doe");
  });

  it("take in what is not checked, a postcode above all", () => {
    const text = "12 Main Street, Springfield 12345";
    const address = finding("address", "ADDRESS", 0.85, text);
    const zip = finding("zip", "ZIP", 1, "12345");
    const phone = finding("phone", "PHONE_NUMBER", 0.75, "12345");
    expect(foundIn(text, by([zip, phone, address]))).toEqual([`ADDRESS ${text}`]);
  });

  it("let a longer structured value settle first with a checked one inside it", () => {
    const secret = finding("secret", "SECRET", 0.8, "k4111111111111111k");
    const card = finding("card", "CREDIT_CARD", 1, "4111111111111111");
    const tagger = finding("tagger", "PERSON", 0.9, "Key k4111111111111111k");
    expect(foundIn("Key k4111111111111111k", by([secret, card]))).toEqual([
      "SECRET k4111111111111111k",
    ]);
    expect(foundIn("Key k4111111111111111k", by([secret, tagger]))).toEqual([
      "PERSON Key k4111111111111111k",
    ]);
  });
});

describe("address parts", () => {
  const street = finding("address", "ADDRESS", 0.85, "12 Main Street");
  const place = finding("tagger", "LOCATION", 0.7, "Springfield", "Illinois", "France");
  const zip = finding("zip", "ZIP", 0.6, "62704");

  it.each([
    "12 Main Street, Springfield, Illinois 62704",
    "12 Main Street\nSpringfield\n62704\nFrance",
    "12 Main Street, \r\n  Springfield ,\n Illinois\n , 62704",
  ])("are one address: %j", (text) => {
    expect(foundIn(`at ${text}.`, by([street, place, zip]))).toEqual([`ADDRESS ${text}`]);
  });

  it("end at an empty line, a full stop or a word", () => {
    for (const gap of ["\n\n", ". ", " in ", "                    "]) {
      expect(foundIn(`12 Main Street${gap}Springfield 62704`, by([street, place, zip]))).toEqual([
        "ADDRESS 12 Main Street",
        "LOCATION Springfield",
        "ZIP 62704",
      ]);
    }
  });

  it("stay two addresses when one recognizer found two", () => {
    const two = finding("address", "ADDRESS", 0.85, "12 Main Street", "14 Elm Street");
    expect(foundIn("12 Main Street\n14 Elm Street", by([two]))).toHaveLength(2);
  });

  it("of two recognizers that overlap are their union", () => {
    const tagger = finding("tagger", "ADDRESS", 0.7, "Main Street, Springfield");
    expect(foundIn("at 12 Main Street, Springfield", by([street, tagger]))).toEqual([
      "ADDRESS 12 Main Street, Springfield",
    ]);
  });

  it("are several where that is asked for", () => {
    const apart = { ...by([street, place, zip]), addresses: "parts" as const };
    expect(foundIn("12 Main Street\nSpringfield, Illinois 62704\nFrance", apart)).toEqual([
      "ADDRESS 12 Main Street",
      "LOCATION Springfield",
      "LOCATION Illinois",
      "ZIP 62704",
      "LOCATION France",
    ]);
  });

  it("leave a single place name what it is", () => {
    expect(foundIn("12 Main Street, Springfield", by([street, place]))).toEqual([
      "ADDRESS 12 Main Street",
      "LOCATION Springfield",
    ]);
    expect(foundIn("12 Main Street 62704", by([street, zip]))).toHaveLength(1);
  });

  it("do not begin with a place", () => {
    expect(foundIn("France, 12 Main Street", by([street, place]))).toHaveLength(2);
  });

  it("stay apart where addresses are not wanted", () => {
    const wanted = new Set(["LOCATION"]);
    expect(
      foundIn("12 Main Street, Springfield 62704", by([street, place, zip], { wanted })),
    ).toEqual(["LOCATION Springfield"]);
  });
});

describe("names found once", () => {
  const person = (...names: string[]) => findingFirst("tagger", "PERSON", 0.9, ...names);
  const values = (text: string, detection: Parameters<typeof foundIn>[1]) =>
    foundIn(text, detection).map((line) => line.replace(/^\w+ /, ""));

  it("are found again as whole words, in capitals too, and by one word of the name", () => {
    const text =
      "Ana Kovač called. Later Ana and Kovač's aunt met ANA KOVAČ; Anaconda, Kovačs, banAna.";
    expect(values(text, by([person("Ana Kovač")]))).toEqual([
      "Ana Kovač",
      "Ana",
      "Kovač",
      "ANA KOVAČ",
    ]);
  });

  it("say that they repeat, and are a little less sure", () => {
    const [, again] = foundSpans("Zoltan met Zoltan");
    expect(again).toMatchObject({ recognizer: "repetition", entityType: "PERSON" });
    expect(again?.score).toBeLessThan(0.9);
    expect(again?.reason).not.toContain("Zoltan");
  });

  it("are taken for names in spite of an everyday word only inside a sentence", () => {
    const text = "Mary Brown. Brown bread is for Brown, says Mr. Brown.\nBrown rice. BROWN!";
    expect(values(text, by([person("Mary Brown")]))).toEqual(["Mary Brown", "Brown", "Brown"]);
  });

  it("count as everyday words if the text has them in lower case", () => {
    const text = "Lena Quill wrote. Quill and ink: a quill.";
    expect(values(text, by([person("Lena Quill")]))).toEqual(["Lena Quill"]);
  });

  it("lend no titles, particles, initials or months", () => {
    const text = "Dr. May van Al saw Dr. No in May, Al in Van.";
    expect(values(text, by([person("Dr. May van Al")]))).toEqual(["Dr. May van Al"]);
  });

  it("are repeated whole for organisations, with the full stop of the name", () => {
    const org = findingFirst("tagger", "ORGANIZATION", 0.9, "Acme Labs Inc.");
    const text = "Acme Labs Inc. sued. Acme Labs Inc. lost; Acme Labs and Labs did not.";
    expect(values(text, by([org]))).toEqual(["Acme Labs Inc.", "Acme Labs Inc."]);
  });

  it("need a good score, and a wanted type", () => {
    const weak = findingFirst("tagger", "PERSON", 0.55, "Zoltan");
    expect(values("Zoltan met Zoltan", by([weak]))).toHaveLength(1);
    const wanted = new Set(["ORGANIZATION"]);
    expect(values("Zoltan met Zoltan", by([person("Zoltan")], { wanted }))).toEqual([]);
  });

  it("never reach into another finding", () => {
    const text = "Ana Kovač; Ana Kovač Street";
    const street = finding("address", "LOCATION", 0.9, "Kovač Street");
    expect(foundIn(text, by([person("Ana Kovač"), street]))).toEqual([
      "PERSON Ana Kovač",
      "PERSON Ana",
      "LOCATION Kovač Street",
    ]);
  });

  function foundSpans(text: string) {
    return detect(text, by([person("Zoltan")]));
  }
});
