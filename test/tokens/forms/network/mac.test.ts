import isMACAddress from "validator/es/lib/isMACAddress.js";
import { describe, expect, it } from "vitest";
import { macForm } from "../../../../src/tokens/forms/network/mac.ts";
import { fc } from "../../../support/properties.ts";
import {
  expectLinear,
  expectNeverThrows,
  expectSoundStages,
  spelled,
  stagesOf,
  textOf,
} from "../../../support/tokens/forms.ts";

const ADDRESSES = [
  "00:1B:44:11:3A:B7",
  "00-1b-44-11-3a-b7",
  "001b.4411.3ab7",
  "001B.4411.3AB7",
  "001b44113ab7",
  "001122334455",
  "aA:bb:cc:dd:ee:ff",
];

describe("MAC address tokens", () => {
  it.each(ADDRESSES)("of %s are valid, local, of one device, and all different", (value) => {
    const texts = expectSoundStages(macForm, value, 2_000);
    const valid = (text: string): boolean =>
      isMACAddress(text) || isMACAddress(text, { no_separators: true });
    const first = (text: string): number => Number.parseInt(text.slice(0, 2), 16);
    expect(texts.filter((text) => !valid(text) || (first(text) & 0b11) !== 0b10)).toEqual([]);
  });

  it.each(ADDRESSES)("of %s are written alike", (value) => {
    const text = spelled(stagesOf(macForm, value)[0], 12);
    expect(text.replace(/[0-9a-f]/gi, "0")).toBe(value.replace(/[0-9a-f]/gi, "0"));
    const capital = /[A-F]/.test(value) && !/[a-f]/.test(value);
    expect(text).toBe(capital ? text.toUpperCase() : text.toLowerCase());
  });

  it.each([
    [0, "02:00:00:00:00:00"],
    [2 ** 24, "02:00:01:00:00:00"],
    [2 ** 40 - 1, "02:ff:ff:ff:ff:ff"],
    [2 ** 40, "06:00:00:00:00:00"],
    [2 ** 46 - 1, "fe:ff:ff:ff:ff:ff"],
  ])("have %i at %s", (number, text) => {
    expect(textOf(stagesOf(macForm, "00:00:00:00:00:00")[0], number)).toBe(text);
  });

  it("are the same address in any spelling, and vary in every free bit", () => {
    let ones = 0;
    let zeros = 0;
    for (let place = 0; place < 200; place++) {
      const texts = ADDRESSES.map((value) =>
        spelled(stagesOf(macForm, value)[0], place)
          .replace(/[^0-9a-f]/gi, "")
          .toLowerCase(),
      );
      expect(new Set(texts).size).toBe(1);
      const low = Number.parseInt(texts[0]?.slice(4) ?? "", 16);
      const high = Number.parseInt(texts[0]?.slice(0, 4) ?? "", 16);
      ones |= low | 0;
      zeros |= ~low;
      expect(high & 0x300).toBe(0x200);
    }
    expect([ones >>> 0, zeros >>> 0]).toEqual([0xffffffff, 0xffffffff]);
  });

  it.each([
    "",
    "00:1b:44:11:3a",
    "00:1b:44:11:3a:b7:00",
    "00:1b-44:11:3a:b7",
    "00:1b:44:11:3a:g7",
    "001b.44113ab7",
    "00:1b:44:11:3ab7",
  ])("are not made for %j", (value) => expect(macForm.stages(value)).toBeNull());

  it("are told from the addresses of manufacturers and groups", () => {
    for (const text of [
      "00:1b:44:11:3a:b7",
      "01:00:5e:00:00:01",
      "ff:ff:ff:ff:ff:ff",
      "",
      "word",
    ]) {
      expect(macForm.mayBe(text)).toBe(false);
    }
    const octets = fc.array(fc.nat(255), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(octets, (address) => {
        const text = address.map((octet) => octet.toString(16).padStart(2, "0")).join(":");
        expect(macForm.mayBe(text)).toBe(((address[0] ?? 0) & 3) === 2);
      }),
    );
  });

  it("are looked for in any text, in time that grows with its length", () => {
    expectNeverThrows(macForm);
    expectLinear(macForm, ["0", "0a:", "001b."]);
  });
});
