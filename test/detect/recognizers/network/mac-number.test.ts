import { describe, expect, it } from "vitest";
import { macNumber } from "../../../../src/detect/recognizers/network/mac-number.ts";
import { compare } from "../../../support/detect/marked.ts";

describe("hardware addresses", () => {
  it.each([
    "for «cc:e3:88:4a:3b:2b» expires",
    "«2D-85-33-C3-46-D9».",
    "MAC:«00:11:22:33:44:55»",
    "(MAC: «b8:cd:92:6c:65:c4»)",
    "«0011.22aa.33bb»",
    'mac_address: «cce3884a3b2b», "mac":"«CCE3884A3B2B»"',
  ])("finds the address: %s", (marked) => {
    const { found, expected } = compare(macNumber, marked);
    expect(found).toEqual(expected);
  });

  it.each([
    "cc:e3-88:4a-3b:2b",
    "cc:e3:88:4a:3b",
    "cc:e3:88:4a:3b:2b:11",
    "11:cc:e3:88:4a:3b:2b",
    "aa:bb:cc:dd:ee:ff:00:11:22:33:44:55:66:77:88:99",
    "gg:e3:88:4a:3b:2b",
    "1234.5678.9012",
    "dead.beef.cafe",
    "commit cce3884a3b2b",
    "mac cce3884a3b2b1",
    "0011.22aa.33bb.44cc",
    "x0011.22aa.33bb",
  ])("leaves a look-alike alone: %s", (text) => {
    expect(macNumber.scan(text)).toEqual([]);
  });
});
