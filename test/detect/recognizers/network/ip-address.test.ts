import { describe, expect, it } from "vitest";
import { ipAddress } from "../../../../src/detect/recognizers/network/ip-address.ts";
import { compare } from "../../../support/detect/marked.ts";

describe("IP addresses", () => {
  it.each([
    "from «106.52.175.35».",
    '"ip":"«10.0.0.1»"',
    "«192.168.0.1»/24 and «192.168.0.2»:8080",
    "«0.0.0.0» «255.255.255.255»",
    "«192.168.001.010»",
    "lease «23e2:2702:5e66:7fd2:dc84:7b64:f048:d7dc» for",
    "«2001:db8::bcff:561»",
    "«::1»",
    "«2001:db8::»/32",
    "«fe80::1»%eth0",
    "«::ffff:192.0.2.128»",
    "«64:ff9b::192.0.2.33»",
    "«1:2:3:4:5:6:7::»",
    "[«2001:DB8::1»]:443",
    "ip:«2001:db8::1»",
    "mac:«fe80::1»",
    "host «2001:db8::1»: timeout",
    "It was «2001:db8::1».",
  ])("finds the address without prefix, zone or port: %s", (marked) => {
    const { found, expected } = compare(ipAddress, marked);
    // An embedded quad is also found on its own; the detector keeps the longer span.
    const outer = found.filter(
      ([s, e]) => !found.some(([a, b]) => a <= s && e <= b && b - a > e - s),
    );
    expect(outer).toEqual(expected);
  });

  it.each([
    "1.2.3.4.5",
    "v1.2.3.4",
    "driver v9.0.2.1",
    "version 1.2.3.4",
    "firmware: 4.2.8.2",
    "§ 1.2.3.4",
    "256.1.1.1",
    "01.02.03.04",
    "1.2.3",
    "12:30:45",
    "::",
    "std::a::b",
    "ab::cd",
    "list[::2]",
    "1::2::3",
    "1:2:3:4:5:6:7:8:9",
    "cc:e3:88:4a:3b:2b",
    "12345::1",
    "2001:db8::xyz",
    "fe80::1g",
    ":::::",
  ])("leaves a look-alike alone: %s", (text) => {
    expect(ipAddress.scan(text)).toEqual([]);
  });
});
