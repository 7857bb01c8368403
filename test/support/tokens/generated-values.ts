// Generated values for tests of tokens: for each token name and format, some that fit and some that do not.
// Made of parts from tables, which is cheap, because every kind is tested with 20,000 values.

import { FORMAT } from "../../../src/tokens/kinds.ts";
import { fc } from "../properties.ts";
import type { Context } from "./validators.ts";

/** A value, with what validators need to know about it. `fits`: it has the requested form. */
export interface Sample extends Context {
  readonly fits: boolean;
}

const digits = (number: number, count: number): string =>
  String(number % 10 ** count).padStart(count, "0");
const fitting = (value: string, context: Partial<Sample> = {}): Sample => ({
  fits: true,
  value,
  ...context,
});

const WORDS =
  'George|williams|O\'Connor|Jean-Luc|de|la|Šimůnek|Żółć|Иван|محمد|王小明|नरेन्द्र|Jo\u0308rg|İST|ß|ǅ|x|A|42|007|3.14|👩\u200d💻|e\u0301|\u200b|\0|１２|Street|straße|12/A|#4|Rd.|<b>|\\n|"q"|a@b|-|..|https:|:|\u202e|ﬀ|𝟙|Ⅷ|10/10|+|%20|—|“|\u00a0|LLC'.split(
    "|",
  );
const BLANKS = [" ", " ", " ", "", "-", ", ", "  ", "\n", "\t", ".", "@", "/", "'"];
const word = fc.constantFrom(...WORDS);
const blank = fc.constantFrom(...BLANKS);

/** Any text: one to four words in any script with punctuation between them, or any code points. */
const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: word },
  {
    weight: 8,
    arbitrary: fc.tuple(word, blank, word, fc.nat(9999)).map(([a, b, c, n]) => a + b + c + n),
  },
  { weight: 8, arbitrary: fc.tuple(word, blank, word, blank, word).map((parts) => parts.join("")) },
  { weight: 1, arbitrary: fc.tuple(word, fc.nat(300)).map(([a, n]) => a.repeat(1 + n)) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 12 }) },
);

const label = fc.constantFrom(
  "a",
  "mail",
  "Example",
  "xn--bcher-kva",
  "b-c",
  "1st",
  "bücher",
  "例子",
  "LONG".repeat(9),
);
const top = fc.constantFrom("com", "net", "org", "co.uk", "de", "рф", "X", "museum");
const local = fc.constantFrom(
  "jane",
  "jane.doe",
  "J.D",
  "a+b",
  "o'x",
  "_x_",
  "1-2",
  "..",
  "юзер",
  "!#$%",
  "x".repeat(64),
  '"q"',
);

const emails = fc
  .tuple(local, fc.nat(99_999), label, top)
  .map(([name, n, host, end]) => fitting(`${name}${n}@${host}.${end}`));

const scheme = fc.constantFrom(
  "https://",
  "http://",
  "HTTP://",
  "ftp://",
  "wss://",
  "u:p@",
  "https://me@",
  "http://a:b@",
  "",
  "www.",
);
const port = fc.constantFrom("", "", ":80", ":8443");
const path = fc.constantFrom(
  "",
  "/",
  "/a/b",
  "/a%20b/",
  "?q=1&r[]=2",
  "#top",
  "/x?y#z",
  "//",
  "/ü/路径",
  "/@1.5,2.5z",
  "/~me/:id;v=1",
);
const urls = fc
  .tuple(scheme, label, fc.nat(99_999), top, port, path)
  .map(([begin, host, n, end, colon, rest]) =>
    fitting(`${begin}${host}${n}.${end}${colon}${rest}`),
  );

/** "#" is any digit. */
const PHONES: readonly (readonly [country: string, template: string])[] = [
  ...["US +1 4## ### ####", "US +14#########", "CA +1 (50#) 234-####", "GB +44 7400 ######"],
  ...["GB +44 20 79## ####", "FR +33 6 12 ## ## ##", "DE +49 1512 3######", "DE +49 30 1#####"],
  ...["ES +34 612 ### ###", "IT +39 312 3## ####", "PL +48 512 ### ###", "BR +55 11 9#### ####"],
  ...["MX +52 222 ### ####", "IN +91 81### #####", "CN +86 131 #### ####", "JP +81 90 #### ####"],
  ...["KR +82 10 2### ####", "AU +61 412 ### ###", "ZA +27 71 ### ####", "NG +234 802 ### ####"],
  ...["EG +20 10 0#######", "TR +90 501 ### ## ##", "SE +46 70 ### ## ##", "NL +31 6 1#######"],
  ...["SG +65 8### ####", "IL +972 50 ### ####", "UA +380 50 ### ####", "AR +54 9 11 #### ####"],
].map((line) => [line.slice(0, 2), line.slice(3)] as const);
const LOCAL_PHONES = [
  "(408) 426-####",
  "408.426.####",
  "1-408-426-####",
  "07400 ######",
  "06 12 ## ## ##",
  "0151 2######",
  "090-####-####",
  "4######",
  "11 9####-####",
];
const fill = (template: string, number: number): string => {
  let rest = number;
  return template.replace(/#/g, () => {
    const digit = rest % 10;
    rest = Math.floor(rest / 10);
    return String(digit);
  });
};
const phones = fc.tuple(fc.nat(PHONES.length + LOCAL_PHONES.length - 1), fc.nat()).map(([i, n]) => {
  const international = PHONES[i];
  if (international === undefined) {
    return fitting(fill(LOCAL_PHONES[i - PHONES.length] ?? "", n));
  }
  return fitting(fill(international[1], n), { country: international[0] });
});

const octet = fc.nat(255);
const group = fc.nat(0xffff);
const ips = fc.oneof(
  fc.tuple(octet, octet, octet, octet).map((octets) => fitting(octets.join("."))),
  fc
    .tuple(group, group, group, group, fc.constantFrom("2001:db8::", "::", "fe80::", "FE80:0:0:0:"))
    .map(([a, b, c, d, begin]) =>
      fitting(begin + [a, b, c, d].map((n) => n.toString(16)).join(":")),
    ),
);

const cards = fc
  .tuple(
    fc.constantFrom("4", "51", "37", "6011", "3528", "62", "2200"),
    fc.nat(),
    fc.nat(),
    fc.constantFrom(12, 13, 14, 15, 16, 16, 19),
    fc.constantFrom("", " ", "-"),
  )
  .map(([brand, a, b, length, between]) => {
    const number = (brand + digits(a, 9) + digits(b, 9)).slice(0, length).padEnd(length, "7");
    return fitting((number.match(/.{1,4}/g) ?? []).join(between));
  });

const ssns = fc.tuple(fc.nat(999_999_999), fc.constantFrom("-", " ", "")).map(([n, between]) => {
  const text = digits(n, 9);
  return fitting([text.slice(0, 3), text.slice(3, 5), text.slice(5)].join(between));
});

const IBANS = [
  "DE 18n",
  "GB NWBK14n",
  "FR 23n",
  "ES 20n",
  "IT X22n",
  "NL ABNA10n",
  "BE 12n",
  "CH 17n",
  "AT 16n",
  "NO 11n",
  "PL 24n",
  "TR 22n",
  "SA 20n",
  "MT MALT23n",
  "XX 15n",
];
const ibans = fc
  .tuple(fc.constantFrom(...IBANS), fc.nat(), fc.nat(), fc.constantFrom("", " ", "-"), fc.boolean())
  .map(([pattern, a, b, between, isLower]) => {
    const [, country = "", letters = "", length = ""] = /^(..) ([A-Z]*)(\d+)n$/.exec(pattern) ?? [];
    const account = (digits(a, 9) + digits(b, 9) + digits(a + b, 9)).slice(0, Number(length));
    const bban = letters + account;
    const check = 98n - (BigInt(inDigits(`${bban}${country}00`)) % 97n);
    const text = `${country}${String(check).padStart(2, "0")}${bban}`;
    const blocks = (text.match(/.{1,4}/g) ?? []).join(between);
    return fitting(isLower ? blocks.toLowerCase() : blocks);
  });
const inDigits = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));

const macs = fc
  .tuple(fc.nat(0xffffff), fc.nat(0xffffff), fc.constantFrom(":", "-", "", "."), fc.boolean())
  .map(([a, b, between, isUpper]) => {
    const text = a.toString(16).padStart(6, "0") + b.toString(16).padStart(6, "0");
    const parts = text.match(between === "." ? /.{4}/g : /../g) ?? [];
    const mac = parts.join(between);
    return fitting(isUpper ? mac.toUpperCase() : mac);
  });

const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );
const DATE_STYLES: readonly (readonly [
  order: string,
  write: (y: number, m: number, d: number) => string,
])[] = [
  ["ymd", (y, m, d) => `${y}-${digits(m, 2)}-${digits(d, 2)}`],
  ["ymd", (y, m, d) => `${y}/${digits(m, 2)}/${digits(d, 2)}`],
  ["ymd", (y, m, d) => `${y}年${m}月${d}日`],
  ["ymd", (y, m, d) => `${y}-${digits(m, 2)}-${digits(d, 2)}T10:11:12Z`],
  ["dmy", (y, m, d) => `${digits(d, 2)}.${digits(m, 2)}.${y}`],
  ["dmy", (y, m, d) => `${d}-${m}-${y}`],
  ["mdy", (y, m, d) => `${m}/${d}/${y}`],
  ["mdy", (y, m, d) => `${MONTHS[m - 1]} ${d}, ${y}`],
  ["dmy", (y, m, d) => `${d} ${MONTHS[m - 1]?.slice(0, 3)} ${y}`],
  ["dmy", (y, m, d) => `${digits(d, 2)}-${MONTHS[m - 1]?.slice(0, 3).toUpperCase()}-${y}`],
];
const dates = fc
  .tuple(
    fc.constantFrom(...DATE_STYLES),
    fc.integer({ min: 1900, max: 2099 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([[order, write], year, month, day]) => fitting(write(year, month, day), { order }));

const GIVEN = ["George", "ANNA", "josé", "Иван", "Mary-Jane", "小明", "Ng", "O'Neil", "محمد"];
const names = fc
  .tuple(
    fc.constantFrom(...GIVEN),
    fc.constantFrom("", " ", "  ", ", "),
    fc.constantFrom(...GIVEN),
    fc.nat(9),
  )
  .map(([first, between, last, n]) => fitting(first + between + last + (n < 3 ? " Jr." : "")));

const addresses = fc
  .tuple(
    fc.nat(9999),
    fc.constantFrom("Elm", "rue de la Paix", "Main", "Ленина", "中山"),
    fc.constantFrom(" Street", " 12/A", ", 75002 Paris", "路", "\nLondon"),
  )
  .map(([n, street, rest]) => fitting(`${n} ${street}${rest}`));

const FITTING: Readonly<Record<number, fc.Arbitrary<Sample>>> = {
  [FORMAT.personName]: names,
  [FORMAT.emailAddress]: emails,
  [FORMAT.phoneNumber]: phones,
  [FORMAT.address]: addresses,
  [FORMAT.ipAddress]: ips,
  [FORMAT.socialId]: ssns,
  [FORMAT.creditCard]: cards,
  [FORMAT.url]: urls,
  [FORMAT.date]: dates,
  [FORMAT.iban]: ibans,
  [FORMAT.macAddress]: macs,
};

const texts: fc.Arbitrary<Sample> = anyText.map((value) => ({ fits: false, value }));
const ALL = Object.values(FITTING);

/** Values for a format, two thirds with its form; for no format, values of any form. */
export function samplesOf(format: number): fc.Arbitrary<Sample> {
  const own = FITTING[format];
  if (own !== undefined) {
    return fc.oneof({ weight: 2, arbitrary: own }, { weight: 1, arbitrary: texts });
  }
  const others = fc.oneof(...ALL).map((sample) => ({ ...sample, fits: false }));
  return fc.oneof({ weight: 2, arbitrary: texts }, { weight: 1, arbitrary: others });
}
