import { describe, expect, it } from "vitest";
import { emailAddress } from "../../../../src/detect/recognizers/network/email-address.ts";
import { compare } from "../../../support/detect/marked.ts";

describe("e-mail addresses", () => {
  it.each([
    "«jane.doe@example.com»",
    "Write to «jane+news@mail.example.co.uk», please.",
    "Write to «jane@example.com».",
    '{"email":"«j6454@example.io»"}',
    "Jane <«jane@example.com»>",
    "mailto:«jane@example.com»?subject=x",
    "user=jane&email=«jane@example.com»&x=1",
    "(«o'brien@example.ie»)",
    "'«jane@example.com»'",
    "«_jane_@example.com»",
    "«jürgen@müller.de»",
    "«用户@例子.公司»",
    "请联系«jane@example.com»谢谢",
    "«jane@xn--mller-kva.xn--p1ai»",
    "«jane@example.com»-based",
    "«jane@example.com».2",
    "«a@b.com»,«c@d.org»",
    "🙂«jane@example.com»🙂",
    "«𝒶𝒷@example.com»",
    '«"jane doe"@example.com», and',
    "write to «jane.doe [at] example [dot] com» or «jim(at)example.org»",
    "«jane{at}mail(dot)example(dot)co(dot)uk».",
    "«jane@example.com»2 and «zed.leak@example.com»3.",
    "mine is «jane.doe at example dot com», thanks",
  ])("finds the address and nothing around it: %s", (marked) => {
    const { found, expected } = compare(emailAddress, marked);
    expect(found).toEqual(expected);
  });

  it.each([
    "@handle",
    "jane@localhost",
    "root@10.0.0.1",
    "lodash@4.17.21",
    "logo@2x.png",
    "logo@2x.mp4",
    "a@b",
    "jane@-example-.com",
    "jane@ example.com",
    "@@@@",
    '"@example.com',
    "look at the dot com bubble, meet at noon",
    "meet (at) noon",
    "we saw it at one dot",
    "jane@example..com",
    `jane@${"a".repeat(64)}.com`,
    `jane@${"a.".repeat(200)}com`,
  ])("leaves a look-alike alone: %s", (text) => {
    expect(emailAddress.scan(text)).toEqual([]);
  });
});
