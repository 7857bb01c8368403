import isIP from "validator/es/lib/isIP.js";
import { describe, expect, it } from "vitest";
import { ipForm } from "../../../../src/tokens/forms/network/ip.ts";
import { SPACES } from "../../../../src/tokens/spaces.ts";
import { cases, fc } from "../../../support/properties.ts";
import {
  expectLinear,
  expectNeverThrows,
  expectSoundStages,
  spacesOf,
  spelled,
  stagesOf,
  textOf,
} from "../../../support/tokens/forms.ts";

const IPV4 = ["192.168.0.1", "0.0.0.0", "255.255.255.255", "8.8.8.8"];
const IPV6 = [
  "2001:db8::1",
  "::",
  "::1",
  "FE80:0:0:0:0202:B3FF:FE1E:8329",
  "::ffff:192.0.2.128",
  "1::",
  "1:2:3:4:5:6:7::",
];

/** The host as the URL standard writes it: RFC 5952 for IPv6. */
const host = (text: string): string =>
  new URL(`http://${text.includes(":") ? `[${text}]` : text}/`).hostname;

describe("IP address tokens", () => {
  it.each(IPV4)("of %s are in 240.0.0.0/4 but for its last, then in 100::/64", (value) => {
    const fits = (text: string): boolean =>
      isIP(text, 4)
        ? /^2[45]\d\./.test(text) && text !== "255.255.255.255" && host(text) === text
        : isIP(text, 6) && text.startsWith("100::");
    const texts = expectSoundStages(ipForm, value, 1_000);
    expect(texts.filter((text) => !fits(text))).toEqual([]);
  });

  it.each(IPV6)("of %s are in the discard prefix, written as RFC 5952 says", (value) => {
    const fits = (text: string): boolean =>
      isIP(text, 6) &&
      /^100::(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,2})?$/.test(text) &&
      host(text) === `[${text}]`;
    const texts = expectSoundStages(ipForm, value, 1_000);
    expect(texts.filter((text) => !fits(text))).toEqual([]);
  });

  it.each([
    ["10.1.2.3/8", /^\d+\.\d+\.\d+\.\d+\/8$/, /^100::[0-9a-f:]+\/8$/],
    ["10.1.2.3:8080", /^\d+\.\d+\.\d+\.\d+:8080$/, /^\[100::[0-9a-f:]+\]:8080$/],
    ["2001:db8::/32", /^100::[0-9a-f:]+\/32$/, null],
    ["[2001:db8::1]", /^\[100::[0-9a-f:]+\]$/, null],
    ["[2001:db8::1]:443", /^\[100::[0-9a-f:]+\]:443$/, null],
    ["fe80::1%eth0", /^100::[0-9a-f:]+$/, null],
    ["fe80::1%John Smith", /^100::[0-9a-f:]+$/, null],
  ])("of %s keep what is no address, but not the zone", (value, first, second) => {
    const texts = stagesOf(ipForm, value).map((stage) => spelled(stage, 6));
    expect(texts[0]).toMatch(first);
    if (second === null) expect(texts).toHaveLength(1);
    else expect(texts[1]).toMatch(second);
    expectSoundStages(ipForm, value);
  });

  it.each([
    [0, "100::"],
    [1, "100::1"],
    [0xffff, "100::ffff"],
    [0x1_0000, "100::1:0"],
    [0xffff_ffff, "100::ffff:ffff"],
    [0x1_0000_0000, "100::1:0:0"],
    [0x1_8000_0000, "100::1:8000:0"],
    [0xffff_0000_ffff, "100::ffff:0:ffff"],
  ])("write number %i as the URL standard does", (number, text) => {
    expect(textOf(stagesOf(ipForm, "::1")[0], number)).toBe(text);
    expect(host(text)).toBe(`[${text}]`);
  });

  it("reach from 240.0.0.0 to the last but one", () => {
    const stage = stagesOf(ipForm, "1.2.3.4")[0];
    expect(textOf(stage, 0)).toBe("240.0.0.0");
    expect(textOf(stage, 2 ** 28 - 2)).toBe("255.255.255.254");
  });

  it("have two stages: half of IPv4's, then ids", () => {
    expect(spacesOf(ipForm, "1.2.3.4")).toEqual([
      [SPACES.ip + 4, 2 ** 27 - 1],
      [null, Number.POSITIVE_INFINITY],
    ]);
    expect(spacesOf(ipForm, "::1")).toEqual([[null, Number.POSITIVE_INFINITY]]);
  });

  it("are made for the texts that are addresses, and for no others", () => {
    const sign = fc.constantFrom(..."0123456789abcdefF:.:::".split(""));
    const near = fc.string({ unit: sign, maxLength: 24 });
    fc.assert(
      fc.property(fc.oneof(near, fc.ipV4(), fc.ipV6(), fc.ipV4Extended()), (text) => {
        // The one with a port is told by hand.
        if (/^[\d.]+:\d+$/.test(text)) return;
        expect(ipForm.stages(text) !== null, text).toBe(isIP(text));
      }),
      { numRuns: cases(20_000) },
    );
  });

  it.each([
    "",
    "1.2.3",
    "1.2.3.4.5",
    "256.1.1.1",
    "01.2.3.4",
    "1.2.3.4/33",
    "1.2.3.4:65536",
    "1.2.3.4:",
    "1.2.3.4/",
    "1.2.3.4/24:80",
    "::/129",
    "[::1",
    "[1.2.3.4]",
    "[::1]x",
    ":::",
    "1::2::3",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4:5:6:7:8::",
    "::1%",
    "12345::",
    "::1.2.3",
    "1.2.3.4::",
    ":1",
    "1:",
  ])("are not made for %j", (value) => expect(ipForm.stages(value)).toBeNull());

  it("are told from other addresses, in any spelling", () => {
    for (const text of [
      "192.168.0.1",
      "239.255.255.255",
      "2001:db8::1",
      "100:0:0:1::1",
      "word",
      "",
    ]) {
      expect(ipForm.mayBe(text), text).toBe(false);
    }
    for (const text of ["240.0.0.1", "0100:0::0:1", "100::ABCD", "[100::1]:80", "100::1%x"]) {
      expect(ipForm.mayBe(text), text).toBe(true);
    }
  });

  it("are looked for in any text, in time that grows with its length", () => {
    expectNeverThrows(ipForm);
    expectLinear(ipForm, ["1.", ":", "1:", "[", "%"]);
  });
});
