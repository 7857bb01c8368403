import { describe, expect, it } from "vitest";
import { loginForms } from "../../../../src/detect/recognizers/secrets/login-forms.ts";
import { compare } from "../../../support/detect/marked.ts";

describe("lines with a login", () => {
  it.each([
    '198.51.100.7 - «frank.ocampo» [10/Oct/2026:13:55:36 +0000] "GET /"',
    "sudo:  «tnguyen» : TTY=pts/3 ; PWD=/home/«tnguyen» ; USER=root",
    "open /Users/«k.adeyemi»/notes.txt",
    'pid=3312 uid=0 acct="«priyanka»" exe="/usr/sbin/sshd"',
    "Failed password for «lpettersson» from 203.0.113.200 port 40031 ssh2",
    "Failed password for invalid user «oracle» from 203.0.113.200",
    'curl -u "«mrossi»:«Vela!2291»" https://x.example',
    "curl --user «mrossi»:«Vela!2291»",
  ])("%s", (marked) => {
    const { found, expected } = compare(loginForms, marked);
    expect(found).toEqual(expected);
  });

  it.each([
    "/home/node/app, /home/, /Users/Shared",
    "git push -u origin main; sort -u a:b; a - b [c]",
    'curl -u "$USER:$PASS" https://x.example; -u name:$TOKEN',
    "Failed password for root from 10.0.0.1",
  ])("leaves %s", (text) => {
    expect(loginForms.scan(text)).toEqual([]);
  });
});
