// The worst inputs of the identifier recognizers: time grows linearly with the length of the text. linear.test.ts does the same for all recognizers with other texts.

import { describe, expect, it } from "vitest";
import { labelledIdentifiers, unlabelledIdentifiers } from "../../../src/detect/recognizer-list.ts";
import { coordinates } from "../../../src/detect/recognizers/address/coordinates.ts";
import { bicBesideIban } from "../../../src/detect/recognizers/payment/account-number.ts";
import { loginForms } from "../../../src/detect/recognizers/secrets/login-forms.ts";
import { privateKey } from "../../../src/detect/recognizers/secrets/private-key.ts";
import { handle } from "../../../src/detect/recognizers/secrets/username.ts";
import { expectLinearTime } from "../../support/linear-time.ts";

const KIB = 1024;
const RECOGNIZERS = [
  ...[labelledIdentifiers, unlabelledIdentifiers, privateKey, handle, bicBesideIban],
  ...[loginForms, coordinates],
];
const UNITS = [
  ...[
    "a",
    "A",
    "aA",
    "1",
    "A1",
    "é",
    "\u200b",
    "passport",
    "passport ",
    "passport: ",
    "passport (",
    "A1 es mi pasaporte",
    "me llamo A ",
    "मेरा नाम आ ",
    "我叫王",
    "id=<",
    "n° ",
    "city: Aa ",
    "spelled A-",
    "spelled N ",
    "MRN<b>",
    "<MRN>",
    "surname=A%20",
    "city=A+A",
    "n° de sécu: 2 91 02 38 185 012 45",
  ],
  ...[
    "password:'",
    'password="',
    "password is ",
    "password for ",
    "token=a1",
    "key: ",
    "no. ",
    "MRN-",
    "MRN-1",
  ],
  ...[
    "account 12345678, ",
    "accounts 1 and ",
    "VIN ",
    "medical record ",
    "national health ",
    "ID ",
    "DL A",
  ],
  ...[
    "eyJ",
    "eyJaaaaaaaa.",
    "eyJaaaaaaaa-",
    "sk-",
    "sk-a_",
    "eyJaaaaaaaa.eyJaaaaaaaa-",
    "1234567:A",
    "1234567:A-",
    "https://a:aaaa",
    "://",
    "credentials a:",
    "sk-a",
    "ghp_",
    "xoxb-",
    "AKIA",
    "0x1",
    "bc1q",
    "1A",
  ],
  ...[
    "-----BEGIN PRIVATE KEY-----",
    "-----BEGIN RSA PRIVATE KEY-----\nA",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEow==\n- and\n",
    "-----END PRIVATE KEY-----",
    "PuTTY-User-Key-File-3: ssh-rsa\nComment: a\n",
    '"kty":"d":"',
    "kty:'d:'",
    "kty:'a',d\\\\\\\\",
    "kty:'d:'aaaaaaaaaaaaaaaaaaaaaaaaa",
    "9:00 a: ",
    "GRANT a TO ",
    "usermod ",
    "AA\\aaa",
    "drwxr-xr-x 2 a ",
    "drop role a",
  ],
  ...[
    "756.",
    "12345678-",
    "1 85 05 78 006 084 ",
    "AB 12 34 56 ",
    "M1 1A",
    "@a",
    "@aaa ",
    "ABCDEFGH ",
    "@a-a.",
    "1.1234",
    "1.1234, ",
    "1° 1' ",
    "N 1.123 ",
    "/home/a.",
    " -u a:b",
    " - a.a",
    "2123 45670 ",
    "policy no 12 34 56 ",
    "invalid user a-",
    "dp.pt.",
    "pw is a1 ",
    "login: a:",
    "login: aaaaaaaa/1",
    "creds a1 / ",
    "seed phrase abc abc ",
    "mysql -p",
    "docker login -p ",
    "sudo -u ",
    "echo aaaa | sudo -S",
    "(a) CMD",
    "aaa@a",
    "auth=('a",
    "env('PASS', '",
    'jwt "aA1',
    "password aA11aaaa",
    "CVV2 1",
    "LEE99 855226 ",
  ],
  ...[
    "氏名：",
    "住所：〒1",
    "電話",
    "नाम: ",
    "पता: अ",
    "Nom : A ",
    "\nAdresse: a1",
    "密码：a",
    "口座番号1",
  ],
  ...["1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb ", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdx "],
  ...["DE89 3704 0044 COBADEFF ", "1HGCM82633A004353 ", "Japanese ", "papua new "],
];

function textOf(unit: string, kib: number): string {
  return unit.repeat(Math.ceil((kib * KIB) / unit.length)).slice(0, kib * KIB);
}

describe("worst inputs", () => {
  it("reads the rest of a key without an end once, words and all", () => {
    for (const unit of ["A", "a ", "aA ", "MIIEow==\n", "aaaaaaaaaaaaaaaa ", "\\n", "Key: a\n"]) {
      const text = `-----BEGIN PRIVATE KEY-----\n${textOf(unit, 512)}`;
      expect(privateKey.scan(text).length).toBe(1);
    }
  }, 8_000);

  it.each(UNITS)("scans 64 KiB of %j without growing pains", (unit) => {
    expectLinearTime(textOf(unit, 64), (text) => {
      for (const recognizer of RECOGNIZERS) recognizer.scan(text);
    });
  });

  it("stops after some thousands of labels", () => {
    const said = [...(labelledIdentifiers.steps?.(textOf("身份证", 64)) ?? [])].map(Number);
    expect(said.length).toBeGreaterThan(64 / 3 / 2);
    expect(Math.max(...said)).toBeLessThanOrEqual(26);
  });
});
