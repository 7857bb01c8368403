// An example token of each name and format, made by the real forms with a key that no namespace has, so that the examples
// never go out of date.
import { TOKEN_KEY_BYTES, tokenCipher } from "./cipher/cipher.ts";
import { DEFAULT_POLICY, FORMAT, kindOf, TOKEN } from "./kinds.ts";
import { makerOf } from "./makers.ts";

/** A value and its token. */
export interface TokenExample {
  readonly value: string;
  readonly token_value: string;
}

/** Example values by token name. */
const VALUES_OF_NAMES: Readonly<Record<number, string>> = {
  [TOKEN.default]: "George",
  [TOKEN.text]: "12 Main Street, Springfield",
  [TOKEN.numeric]: "(408) 426-9989",
  [TOKEN.special]: "john.doe@example.com",
  [TOKEN.person]: "George Williams",
  [TOKEN.date]: "6/12/1967",
  [TOKEN.state]: "TN",
  [TOKEN.city]: "Bangalore",
  [TOKEN.address]: "24 Mark Street",
};

const VALUES_OF_FORMATS: Readonly<Record<number, string>> = {
  [FORMAT.personName]: "George Williams",
  [FORMAT.emailAddress]: "george@company.com",
  [FORMAT.phoneNumber]: "(408) 426-9989",
  [FORMAT.address]: "1234 Elm Street, Los Angeles",
  [FORMAT.ipAddress]: "192.168.0.1",
  [FORMAT.socialId]: "856-45-6789",
  [FORMAT.creditCard]: "5000 2368 7954 3214",
  [FORMAT.url]: "https://shop.company.com/orders?id=42",
  [FORMAT.default]: "George",
  [FORMAT.date]: "March 10, 2023",
  [FORMAT.iban]: "DE89 3704 0044 0532 0130 00",
  [FORMAT.macAddress]: "00:1B:44:11:3A:B7",
};

/** The example of a token name, given by its code. */
export function exampleOfTokenName(code: number): TokenExample {
  return example(code, FORMAT.none, VALUES_OF_NAMES[code] ?? "");
}

/** The example of a format, given by its code, under a token name that allows it. */
export function exampleOfFormat(code: number): TokenExample {
  return example(TOKEN.text, code, VALUES_OF_FORMATS[code] ?? "");
}

/** The counter or id of the examples: one whose tokens look typical. */
const PLACE = 4;

function example(tokenName: number, format: number, value: string): TokenExample {
  const cipher = tokenCipher(new Uint8Array(TOKEN_KEY_BYTES));
  const maker = makerOf(kindOf(DEFAULT_POLICY, tokenName, format), value);
  if (maker.family === "free")
    return { value, token_value: maker.form.token(cipher, PLACE, value) };
  const stage = maker.family === "fixed" ? maker.stages[0] : undefined;
  if (stage === undefined) throw new Error("an example without a token");
  const token_value = stage.spell(cipher, PLACE, (length) => new Uint8Array(length));
  return { value, token_value };
}
