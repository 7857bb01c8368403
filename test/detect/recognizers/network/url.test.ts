import { describe, expect, it } from "vitest";
import { url } from "../../../../src/detect/recognizers/network/url.ts";
import { compare } from "../../../support/detect/marked.ts";

describe("URLs", () => {
  it.each([
    "see «https://example.com/u/bd24c18e».",
    "see «https://portal.example.org/reset?token=0f27&id=43»",
    "(«http://example.com/a»)",
    "«https://en.wikipedia.org/wiki/Rust_(language)»",
    "(see «https://en.wikipedia.org/wiki/Rust_(language)»)",
    '<a href="«https://example.com/x?a=1»">',
    "<«https://example.com»>",
    "[text](«https://example.com/a»)",
    "«ftp://files.example.com/pub»",
    "«s3://bucket/key»",
    "«https://user:pw@example.com:8080/»",
    "«http://[2001:db8::1]/x»",
    "«file:///etc/hosts»",
    "«https://münchen.de/straße»",
    "“«https://example.com»”",
    "见«https://example.com/a»。",
    "see «www.example.net/~kavya», ok",
    "«WWW.Example.NET»!",
    "go to «example.com».",
    "go to «example.com/path?q=1», then «sub.example.co.uk»",
    "«example.com:8080/x»",
    "«youtu.be/abc»",
    "«http://a.com» «http://b.com»",
  ])("finds the URL without the punctuation around it: %s", (marked) => {
    const { found, expected } = compare(url, marked);
    expect(found).toEqual(expected);
  });

  it.each([
    "e.g. this, i.e. that",
    "file.txt and main.rs",
    "version 1.2.3",
    "a.b.c",
    "jane@example.com",
    "jane.com@example.org",
    "The end.It was late.In time",
    "ASP.NET",
    "St.James and Node.js in script.py, README.md",
    "user.email and this.group",
    "it was good.Tv was off",
    "logger.info(x)",
    "this.info=x",
    "http://",
    "://example",
    "http://...",
    "http://<b>",
    "src/app.dev",
    "3.5",
    "www.",
  ])("leaves a look-alike alone: %s", (text) => {
    expect(url.scan(text)).toEqual([]);
  });
});
