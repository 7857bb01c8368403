// Judges tokens with independent validators: the libraries validator, ibantools and libphonenumber-js, the
// URL class, Intl and Date. Facts that no library has (reserved names and ranges) are written out here from
// their sources, independently of the forms.
import {
  type CountryCode,
  isPossiblePhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/max";
import validator from "validator";

/** What a validator may need to know besides the token. */
export interface Context {
  readonly value: string;
  /** ISO 3166 code of the country in which a telephone number without prefix is dialled. */
  readonly country?: string | undefined;
  /** Order of a date's parts: "dmy", "mdy" or "ymd". */
  readonly order?: string | undefined;
  /** BCP 47 language of a date's names. */
  readonly language?: string | undefined;
}

type Validator = (token: string, context: Context) => boolean;

/** HTML, section 4.10.5.1.5: "a valid e-mail address", copied literally. */
const WHATWG_EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
/** RFC 2606 sections 2 and 3, RFC 6761 section 6. */
const RESERVED_HOST = /(?:^|\.)(?:example(?:\.com|\.net|\.org)?|test|invalid)$/;
/** Brands that the library knows, without Mastercard, whose pattern there is not anchored. */
const BRANDS = ["amex", "dinersclub", "discover", "jcb", "unionpay", "visa"] as const;
const MASTERCARD = /^(?:5[0-8]|6|2[2-7])/;
/** USPS Publication 28, appendix B. */
const STATES =
  "AL AK AS AZ AR CA CO CT DE DC FM FL GA GU HI ID IL IN IA KS KY LA ME MH MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND MP OH OK OR PW PA PR RI SC SD TN TX UT VT VI VA WA WV WI WY AA AE AP".split(
    " ",
  );

const digitsOf = (text: string): string => text.replace(/\D/g, "");
const isPunctuated = (text: string, pieces: RegExp): boolean =>
  text.split(/[!-/:-@[-`{-~\s]+/).every((piece) => piece === "" || pieces.test(piece));

/** Validators by name. */
const VALID: Readonly<Record<string, Validator>> = {
  email: (token) =>
    WHATWG_EMAIL.test(token) && validator.isEmail(token) && isReservedHost(token.split("@")[1]),
  url(token) {
    const text = token.includes("://") ? token : `https://${token}`;
    return URL.canParse(text) && /^[!-~]+$/.test(token) && isReservedHost(new URL(text).hostname);
  },
  card: (token) =>
    /^[\d -]+$/.test(token) &&
    validator.isLuhnNumber(digitsOf(token)) &&
    !BRANDS.some((provider) => validator.isCreditCard(digitsOf(token), { provider })) &&
    !MASTERCARD.test(digitsOf(token)),
  phone(token, { country }) {
    const text = token.replace(/^00/, "+");
    const place = country as CountryCode | undefined;
    return place === undefined ? isPossiblePhoneNumber(text) : isPossiblePhoneNumber(text, place);
  },
  iban(token) {
    const text = token.replace(/[ -]/g, "").toUpperCase();
    if (!/^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/.test(text)) return false;
    // ISO 13616-1, annex A.
    const digits = (text.slice(4) + text.slice(0, 4)).replace(/[A-Z]/g, (c) =>
      String(c.charCodeAt(0) - 55),
    );
    return BigInt(digits) % 97n === 1n;
  },
  ipv4: (token) => validator.isIP(token, 4) && Number.parseInt(token, 10) >= 240,
  ipv6: (token) =>
    validator.isIP(token, 6) && new URL(`http://[${token}]`).hostname.startsWith("[100::"),
  ip: (token, { value }) =>
    isValid(token.includes(":") || value.includes(":") ? "ipv6" : "ipv4", token, { value }),
  mac: (token) =>
    validator.isMACAddress(token) || validator.isMACAddress(token, { no_separators: true })
      ? /^.[26ae]/i.test(token)
      : false,
  ssn: (token) => /^(?:000|666|9\d\d)[ -]?\d\d[ -]?\d{4,}$/.test(token),
  state: (token) => STATES.includes(token.toUpperCase()),
  digits: (token) => isPunctuated(token, /^\d+$/),
  letters: (token) => isPunctuated(token, /^[0-9A-Za-z]+$/),
  opaque: (token) => /^[0-9A-Za-z]{15,24}$/.test(token),
  name: (token) => /^[\p{L}\p{M}]/u.test(token) && /^[\p{L}\p{M}\p{Pd}'’,.\s]+$/u.test(token),
  address: (token) =>
    /[\p{L}\p{N}]/u.test(token) && !/[\p{Cc}\p{Cf}]/u.test(token.replace(/\s/g, "")),
  isodate: (token) => validator.isISO8601(token, { strict: true }) && token.length === 10,
  date: isDate,
};

/** Whether a token is valid according to a named validator. */
export function isValid(name: string, token: string, context: Context): boolean {
  const validate = VALID[name];
  if (validate === undefined) throw new Error(`no validator "${name}"`);
  return validate(token, context);
}

function isReservedHost(host: string | undefined): boolean {
  return host !== undefined && RESERVED_HOST.test(host.toLowerCase());
}

const monthNames = new Map<string, readonly string[]>();

/** The twelve months of a language as Intl writes them: with a day and alone, long and short. */
function monthsOf(language: string): readonly string[] {
  let names = monthNames.get(language);
  if (names === undefined) {
    names = Array.from({ length: 12 }, (_, month) => {
      const day = new Date(Date.UTC(2023, month, 1));
      const spellings = (["long", "short"] as const).flatMap((width) =>
        [{ month: width }, { month: width, day: "numeric" as const }].map((options) =>
          new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" })
            .formatToParts(day)
            .filter(({ type }) => type === "month")
            .map(({ value }) => value.replace(".", "").toLowerCase())
            .join(""),
        ),
      );
      return `/${spellings.join("/")}/`;
    });
    monthNames.set(language, names);
  }
  return names;
}

/** Whether a token is a date of the calendar in this order; a two-digit year is in this or the last century. */
function isDate(token: string, { order = "ymd", language = "en" }: Context): boolean {
  const date = /^\d{8}(?!\d)/.test(token) ? token.replace(/^(\d{4})(\d\d)/, "$1 $2 ") : token;
  const months = monthsOf(language);
  const parts: { digits: string; month: number }[] = [];
  for (const piece of date.match(/\d+|\p{L}[\p{L}\p{M}]*/gu) ?? []) {
    const month = months.findIndex((names) => names.includes(`/${piece.toLowerCase()}/`));
    if (/^\d/.test(piece)) parts.push({ digits: piece, month: 0 });
    else if (month >= 0) parts.push({ digits: "", month: month + 1 });
  }
  const numbers = [0, 1, 2].map((i) => {
    const part = parts[i];
    const isMonth = order[i] === "m";
    if (part === undefined || (part.month > 0 && !isMonth)) return Number.NaN;
    return part.month > 0 ? part.month : Number(part.digits);
  });
  const at = (letter: string): number => numbers[order.indexOf(letter)] ?? Number.NaN;
  const year = at("y");
  const day = new Date(0);
  day.setUTCFullYear(year, at("m") - 1, at("d"));
  return (
    year >= 0 &&
    day.getUTCFullYear() === year &&
    day.getUTCMonth() === at("m") - 1 &&
    day.getUTCDate() === at("d")
  );
}

type Keeper = (token: string, context: Context) => boolean;

const separatorsOf = (text: string): string => text.replace(/[^!-/:-@[-`{-~\t\n\v\f\r ]/g, "");
const hasPiece = (text: string): boolean => separatorsOf(text) !== text;
const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => word !== "").length;

/** Properties that a token keeps from its value, by name. */
const KEPT: Readonly<Record<string, Keeper>> = {
  // A value without letters and digits is exempt: its token must differ from it.
  punctuation: (token, { value }) =>
    !hasPiece(value) || separatorsOf(token) === separatorsOf(value),
  length: (token, { value }) => [...token].length === [...value].length,
  digits: (token, { value }) => digitsOf(token).length === digitsOf(value).length,
  words: (token, { value }) => wordsOf(token) === wordsOf(value),
  case: (token, { value }) => caseOf(token) === caseOf(value) || caseOf(value) === "mixed",
  scheme: (token, { value }) => token.split("://")[0] === value.split("://")[0]?.toLowerCase(),
  segments: (token, { value }) => token.split("/").length === value.split("/").length,
  country(token, { value, country }) {
    const codeOf = (text: string) =>
      parsePhoneNumberFromString(text.replace(/^00/, "+"), (country ?? "US") as CountryCode)
        ?.countryCallingCode;
    return codeOf(token) === codeOf(value);
  },
};

/** Whether a token keeps a named property of its value. */
export function isKept(name: string, token: string, context: Context): boolean {
  const keeper = KEPT[name];
  if (keeper === undefined) throw new Error(`nothing is known of "${name}"`);
  return keeper(token, context);
}

function caseOf(text: string): string {
  const letters = text.replace(/[^\p{L}]/gu, "");
  if (letters.length < 2) return "mixed";
  if (letters === letters.toUpperCase()) return "upper";
  if (letters === letters.toLowerCase()) return "lower";
  return /^\p{Lu}\p{Ll}+$/u.test(letters) ? "capital" : "mixed";
}
