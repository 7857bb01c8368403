import validator from "validator";
import { describe, expect, it } from "vitest";
import { systemRandom } from "../../../../src/platform/random.ts";
import { tokenCipher } from "../../../../src/tokens/cipher/cipher.ts";
import { urlForm } from "../../../../src/tokens/forms/network/url.ts";
import { cases, fc } from "../../../support/properties.ts";
import { anyId, VALUES } from "../../../support/tokens/sample-values.ts";

const cipher = tokenCipher(systemRandom(16));
const token = (value: string): string => urlForm.token(cipher, 12345, value);
const PROTOCOLS = ["http", "https", "ftp", "ftps", "ws", "wss", "sftp"];
const HOST = /^(?:www\.)?[0-9a-z]{16}\.example\.(?:com|net|org)$/;

/** Why a token is no good, or null. */
function fault(value: string, made: string): string | null {
  const whole = /^[a-z]+:\/\//.test(made) ? made : `https://${made}`;
  if (!URL.canParse(whole)) return "not parsed";
  const url = new URL(whole);
  if (!HOST.test(url.hostname)) return "host";
  if (!PROTOCOLS.includes(url.protocol.slice(0, -1))) return "scheme";
  if (url.port !== "" && (Number(url.port) < 49152 || Number(url.port) > 65535)) return "port";
  if (!/^[-0-9a-zA-Z._~!$&()*+,;=/?:@#]*$/.test(made)) return "characters";
  if (made.length > value.length + 64) return "length";
  const isUrl = validator.isURL(whole, { protocols: PROTOCOLS, validate_length: false });
  return isUrl ? null : "validator";
}

describe("URL tokens", () => {
  it("are parsed by the URL class and another library, with our host and RFC 3986 characters only", () => {
    fc.assert(
      fc.property(anyId, VALUES.url, (id, value) => {
        const made = urlForm.token(cipher, id, value);
        const why = fault(value, made);
        if (why !== null) throw new Error(`${why}: ${made}`);
      }),
      { numRuns: cases(20_000) },
    );
  });

  it.each([
    ["https://x.de", /^https:\/\/[0-9a-z]{16}\.example\.com$/],
    ["HTTP://www.x.net/", /^http:\/\/www\.[0-9a-z]{16}\.example\.net\/$/],
    ["git+ssh://x.org", /^https:\/\/[0-9a-z]{16}\.example\.org$/],
    ["WWW.x.org/path", /^www\.[0-9a-z]{16}\.example\.org\/[0-9a-z]{4}$/],
    ["x.co/path", /^[0-9a-z]{16}\.example\.com\/[0-9a-z]{4}$/],
    ["x.y:80/?a", /^[0-9a-z]{16}\.example\.com:\d{5}\/\?[0-9a-z]$/],
    ["ftp://u:secret@x.y/", /^ftp:\/\/[0-9a-z]:[0-9a-z]{4}@[0-9a-z]{16}\.example\.com\/$/],
    ["ftp://a@b:c:d@x.y", /^ftp:\/\/[0-9a-z]{2}:[0-9a-z]{2}@[0-9a-z]{16}\.example\.com$/],
    ["https://:@x.y", /^https:\/\/[0-9a-z]{16}\.example\.com$/],
    ["https://@x.y", /^https:\/\/[0-9a-z]{16}\.example\.com$/],
    ["http://[2001:db8::1]:8080/a", /^http:\/\/[0-9a-z]{16}\.example\.com:\d{5}\/[0-9a-z]$/],
    ["http://[::1]/a", /^http:\/\/[0-9a-z]{16}\.example\.com\/[0-9a-z]$/],
    ["https://x.y/a/bcd/%20é/\\/", /\.com\/[0-9a-z]\/[0-9a-z]{2}\/[0-9a-z]{4}\/[0-9a-z]\/$/],
    ["https://x.y?q=abcdefghi&r#f#g", /\.com\?[0-9a-z]=[0-9a-z]{8}&[0-9a-z]#[0-9a-z]{2}$/],
    [`https://x.y/${"a".repeat(1000)}`, /\.com\/[0-9a-z]{32}$/],
    ["https://münchen.de/straße 1", /^https:\/\/[0-9a-z]{16}\.example\.com\/[0-9a-z]{8}$/],
    ["file:///etc/passwd", /^https:\/\/[0-9a-z]{16}\.example\.com\/[0-9a-z]{2}\/[0-9a-z]{4}$/],
    ["x.co/?u=https://y", /^[0-9a-z]{16}\.example\.com\/\?[0-9a-z]=[0-9a-z]{4}:\/\/[0-9a-z]$/],
  ])("lay out %s", (value, form) => {
    expect(urlForm.fits(value)).toBe(true);
    expect(token(value)).toMatch(form);
    expect(fault(value, token(value))).toBeNull();
  });

  it.each([
    "",
    "x",
    "x/y.z",
    "...",
    "a. b",
    "://x",
    "1http://x",
    "/x.y",
    "?x.y",
    "javascript:alert(a.b)",
  ])("are not made for %j", (value) => {
    expect(urlForm.fits(value)).toBe(false);
  });

  it("are read in either letter case of scheme and host; behind the host it counts", () => {
    const value = "https://www.x.org/path";
    const made = urlForm.token(cipher, 7, value);
    const at = made.indexOf(".org") + 4;
    const host = made.slice(0, at).toUpperCase() + made.slice(at);
    expect(urlForm.read(cipher, host)).toBe(7);
    expect(urlForm.matches(cipher, 7, value, host)).toBe(true);
    expect(urlForm.find(cipher, host)).toEqual([{ id: 7, at: 12, end: 28 }]);
    const path = made.slice(0, at) + made.slice(at).toUpperCase();
    if (path !== made) expect(urlForm.matches(cipher, 7, value, path)).toBe(false);
  });

  it("have every letter equally often, alone and in pairs, and every port", () => {
    const counts = new Map<string, number>();
    let low = 0;
    const rounds = 20_000;
    for (let id = 0; id < rounds; id++) {
      const [, port = "", one = "", two = ""] =
        /:(\d+)\/(.)\/(..)$/.exec(urlForm.token(cipher2, id, "x.y:1/a/bc")) ?? [];
      for (const letter of [`1${one}`, `2${two[0]}`, `3${two[1]}`]) {
        counts.set(letter, (counts.get(letter) ?? 0) + 1);
      }
      if (Number(port) < 49152 + 8192) low++;
    }
    expect(counts.size).toBe(3 * 36);
    let chi2 = 0;
    for (const count of counts.values()) chi2 += (count - rounds / 36) ** 2 / (rounds / 36);
    // 105 degrees of freedom; the key is fixed.
    expect(chi2).toBeLessThan(180);
    expect(Math.abs(low - rounds / 2)).toBeLessThan(400);
  });

  it("are made from values of 64 KiB and more in good time", () => {
    for (const part of ["a", "/", "a/", "@", ":", "a.", "#", "://", "é", "[", "?a"]) {
      for (const before of ["https://", "x.y/", "x.y@"]) {
        const value = before + part.repeat(500_000);
        urlForm.fits(value);
        urlForm.read(cipher, value);
        expect(urlForm.token(cipher, 1, value).length).toBeLessThan(value.length + 64);
      }
    }
  });
});

const cipher2 = tokenCipher(new Uint8Array(16).fill(9));
