// Underscores: those used for emphasis are not part of a word, those that join names are.

import { describe, expect, it } from "vitest";
import { EVERYTHING } from "../../../src/detect/detector.ts";
import { foundIn } from "../../support/detect/fake-recognizers.ts";

describe("values in emphasis", () => {
  it.each([
    ["_", "CREDIT_CARD", "4111 1111 1111 1111"],
    ["_", "CREDIT_CARD", "4111111111111111"],
    ["__", "US_SSN", "756-45-6689"],
    ["___", "PHONE_NUMBER", "212-555-0123"],
    ["_", "PHONE_NUMBER", "+44 20 7946 0018"],
    ["_", "IP_ADDRESS", "1.2.3.4"],
    ["_", "IP_ADDRESS", "fe80::1"],
    ["_", "MAC_NUMBER", "00:1A:2B:3C:4D:5E"],
    ["_", "IBAN", "DE89370400440532013000"],
    ["_", "VEHICLE_IDENTIFICATION_NUMBER", "1HGCM82633A004352"],
    ["__", "URL", "www.example.com"],
    ["_", "DATE", "12/05/1990"],
  ])("are found: %s%s %s", (mark, type, value) => {
    expect(foundIn(`see ${mark}${value}${mark} ok`, EVERYTHING)).toEqual([`${type} ${value}`]);
  });

  it("may be plain digits behind their label", () => {
    expect(foundIn("call _2125550123_", EVERYTHING)).toEqual(["PHONE_NUMBER 2125550123"]);
    expect(foundIn("SSN __756456689__", EVERYTHING)).toEqual(["US_SSN 756456689"]);
    expect(foundIn("passport number _123456789_", EVERYTHING)).toEqual(["PASSPORT 123456789"]);
  });
});

describe("values that underscores join to names", () => {
  it.each([
    ["CREDIT_CARD 4111-1111-1111-1111", "scan_4111-1111-1111-1111.pdf"],
    ["US_SSN 756-45-6689", "scan_756-45-6689.pdf"],
    ["PHONE_NUMBER 212-555-0123", "20240115_212-555-0123_call.wav"],
    ["PHONE_NUMBER +12125550123", "rec_+12125550123.wav"],
    ["IP_ADDRESS 192.168.0.1", "host_192.168.0.1"],
    ["IP_ADDRESS 8.8.8.8", "dns_8.8.8.8"],
    ["IP_ADDRESS 2001:db8:85a3::8a2e:370:7334", "host_2001:db8:85a3::8a2e:370:7334"],
    ["MAC_NUMBER 00-1A-2B-3C-4D-5E", "if_00-1A-2B-3C-4D-5E_b"],
    ["IBAN DE89370400440532013000", "account_DE89370400440532013000.pdf"],
  ])("are found by their form: %s in %s", (found, text) => {
    expect(foundIn(text, EVERYTHING)).toContain(found);
  });

  it.each([
    "snake_case_12345",
    "call user_2125550123, tel_5550123_x",
    "id_756456689",
    "card_4111111111111112",
    "lib_1.2.3.4, pkg_1.2.3.4_amd64.deb",
    "a_b::c1, std_ab::cd12",
    "log_24-01-15-12-30-45",
    "my_self.name_",
  ])("stay out when they are plain digits or names of code: %s", (text) => {
    const found = foundIn(text, EVERYTHING);
    const structured = /^(?:PHONE|US_SSN|CREDIT|IP_|MAC|URL|ACC|IBAN)/;
    expect(found.filter((value) => structured.test(value))).toEqual([]);
  });
});
