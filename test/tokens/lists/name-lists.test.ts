import { describe, expect, it } from "vitest";
import { CITY_NAMES } from "../../../src/tokens/lists/city-names.ts";
import { FAMILY_NAMES } from "../../../src/tokens/lists/family-names.ts";
import { GIVEN_NAMES } from "../../../src/tokens/lists/given-names.ts";
import {
  cityNames,
  familyNames,
  givenNames,
  LIST_SIZE,
  wordList,
} from "../../../src/tokens/lists/name-lists.ts";

const LISTS = { given: GIVEN_NAMES, family: FAMILY_NAMES, city: CITY_NAMES };

describe("the name lists", () => {
  it.each(Object.entries(LISTS))(
    "have 2,048 capitalised ASCII words in order (%s)",
    (_, packed) => {
      const words = packed.split(/\s/);
      expect(words).toHaveLength(LIST_SIZE);
      expect(words.filter((word) => !/^[A-Z][a-z]{2,10}$/.test(word))).toEqual([]);
      expect(words).toEqual([...words].sort());
    },
  );

  it("share no word, and repeat none, in any letter case", () => {
    const all = Object.values(LISTS).flatMap((packed) => packed.toLowerCase().split(/\s/));
    expect(new Set(all).size).toBe(3 * LIST_SIZE);
  });

  it("have no everyday words, months, states or countries", () => {
    const shunned =
      "will may price rose mark grace hope young king rich april june august summer mobile reading " +
      "orange hill black white green brown smith cook baker virginia georgia carolina texas china " +
      "israel jordan london paris berlin new the and for man son day love major general bishop";
    const found = shunned
      .split(" ")
      .filter((word) => givenNames.has(word) || familyNames.has(word) || cityNames.has(word));
    expect(found).toEqual([]);
  });
});

describe("a word list", () => {
  it("finds words by number, and by their small letters", () => {
    const list = wordList("One Two\nThree");
    expect([0, 1, 2].map((i) => list.at(i))).toEqual(["One", "Two", "Three"]);
    expect(list.has("three")).toBe(true);
    expect(list.has("Three")).toBe(false);
    expect(list.has("")).toBe(false);
  });

  it("has no word beyond its end", () => {
    expect(() => wordList("One").at(1)).toThrow("no such word");
  });
});
