import validator from "validator";
import { describe, expect, it } from "vitest";
import { systemRandom } from "../../../../src/platform/random.ts";
import { tokenCipher } from "../../../../src/tokens/cipher/cipher.ts";
import { emailForm } from "../../../../src/tokens/forms/network/email.ts";
import { cases, fc } from "../../../support/properties.ts";
import { anyId, VALUES } from "../../../support/tokens/sample-values.ts";

const cipher = tokenCipher(systemRandom(16));
/** The production of the HTML standard, section 4.10.5.1.5, as it is given there. */
const WHATWG_EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

describe("e-mail tokens", () => {
  it("are valid addresses under a reserved name, in lower case, with a short local part", () => {
    fc.assert(
      fc.property(anyId, VALUES.email, (id, value) => {
        const token = emailForm.token(cipher, id, value);
        const isValid =
          WHATWG_EMAIL.test(token) &&
          validator.isEmail(token) &&
          /^[0-9a-z](?:[._+-]?[0-9a-z])*@[0-9a-z]{6}\.example\.(?:com|net|org)$/.test(token) &&
          token.indexOf("@") <= 14;
        if (!isValid) throw new Error(token);
      }),
      { numRuns: cases(20_000) },
    );
  });

  it.each([
    ["jane@x.com", /^\w{10}@\w{6}\.example\.com$/],
    ["jane@x.net", /^\w{10}@\w{6}\.example\.net$/],
    ["jane@mail.x.ORG", /^\w{10}@\w{6}\.example\.org$/],
    ["jane@x.de", /^\w{10}@\w{6}\.example\.com$/],
    ["jane@localhost", /^\w{10}@\w{6}\.example\.com$/],
    ["jane.doe@x.com", /^[^._]{5}\.[^._]{5}@/],
    ["jane_van-doe+tag@x.com", /^[^._+-]{3}_[^._+-]{3}-[^._+-]{2}\+[^._+-]{2}@/],
    ["a.b.c.d.e.f.g@x.com", /^..\...\...\...\...@/],
    [".a..b.@x.com", /^[^.]{5}\.[^.]{5}@/],
    ["a.-+b@x.com", /^[^.]{5}\.[^.]{5}@/],
    ["...@x.com", /^[^.]{10}@/],
    ["o'hara@x.com", /^[^']{10}@/],
    ["用户.名@例子.公司", /^[^.]{5}\.[^.]{5}@/],
  ])("lay out %s", (value, form) => {
    expect(emailForm.fits(value)).toBe(true);
    expect(emailForm.token(cipher, 12345, value)).toMatch(form);
  });

  it.each([
    "",
    "x",
    "@",
    "a@",
    "@b",
    "a@b@c",
    " a@b",
    "a@b ",
    "a b@c",
    "a@b\n",
    "a\u3000b@c",
    "a＠b",
  ])("are not made for %j", (value) => {
    expect(emailForm.fits(value)).toBe(false);
  });

  it("are read in either letter case, and are still the mapping's token", () => {
    const value = "jane.doe@x.com";
    const token = emailForm.token(cipher, 5, value);
    for (const text of [token.toUpperCase(), token.replace("example", "Example")]) {
      expect(emailForm.read(cipher, text)).toBe(5);
      expect(emailForm.matches(cipher, 5, value, text)).toBe(true);
      expect(emailForm.find(cipher, `to ${text}`)).toEqual([
        { id: 5, at: 3, end: 3 + text.length },
      ]);
    }
  });

  it("do not fit another value's shape", () => {
    const token = emailForm.token(cipher, 5, "jane.doe@x.com");
    for (const value of ["jane@x.com", "jane-doe@x.com", "jane.doe@x.org"]) {
      expect(emailForm.matches(cipher, 5, value, token)).toBe(false);
    }
  });

  it("fit a value of several megabytes in good time", () => {
    for (const part of ["a", ".", "a.", "@", "a@"]) {
      const value = `${part.repeat(2_000_000)}@x`;
      emailForm.fits(value);
      emailForm.read(cipher, value);
      expect(emailForm.token(cipher, 1, value).length).toBeLessThan(40);
    }
  });
});
