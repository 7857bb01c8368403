// Token names and formats: their codes, their accepted spellings, which of them can be combined; and the kind of a mapping,
// one small integer for (policy, token name, format). Codes are stored: append only.

/** A token name or a format, as callers write it. */
export interface Named {
  readonly code: number;
  readonly name: string;
}

/** Codes of token names. */
export const TOKEN = {
  default: 1,
  text: 2,
  numeric: 3,
  special: 4,
  person: 5,
  date: 6,
  state: 7,
  city: 8,
  address: 9,
  /** Only in kinds; no name has them. In a kind of `compact` the format is an entity type's number (compact-form.ts). */
  compact: 253,
  jsonNumber: 254,
  plain: 255,
} as const;

/** Codes of formats; 0 is none: token mode, or an entity type whose rule names no format. */
export const FORMAT = {
  none: 0,
  personName: 1,
  emailAddress: 2,
  phoneNumber: 3,
  address: 4,
  ipAddress: 5,
  socialId: 6,
  creditCard: 7,
  url: 8,
  default: 9,
  date: 10,
  iban: 11,
  macAddress: 12,
} as const;

/** Formats, by code. */
export const FORMATS: readonly Named[] = [
  { code: FORMAT.personName, name: "Person Name" },
  { code: FORMAT.emailAddress, name: "Email Address" },
  { code: FORMAT.phoneNumber, name: "Phone Number" },
  { code: FORMAT.address, name: "Address" },
  { code: FORMAT.ipAddress, name: "IP Address" },
  { code: FORMAT.socialId, name: "Social Identification Numbers" },
  { code: FORMAT.creditCard, name: "Credit Card" },
  { code: FORMAT.url, name: "URL" },
  { code: FORMAT.default, name: "Default Format" },
  { code: FORMAT.date, name: "Date" },
  { code: FORMAT.iban, name: "IBAN" },
  { code: FORMAT.macAddress, name: "MAC Address" },
];

/** A token name and the formats that it can be combined with. */
export interface TokenName extends Named {
  readonly formats: readonly number[];
}

const ANY: readonly number[] = FORMATS.map(({ code }) => code);
/** Formats that digits and punctuation can express. */
const IN_DIGITS = [
  FORMAT.phoneNumber,
  FORMAT.ipAddress,
  FORMAT.socialId,
  FORMAT.creditCard,
  FORMAT.default,
  FORMAT.date,
];

/** Token names, by code. */
export const TOKEN_NAMES: readonly TokenName[] = [
  { code: TOKEN.default, name: "Default Token", formats: ANY },
  { code: TOKEN.text, name: "Text Token", formats: ANY },
  { code: TOKEN.numeric, name: "Numeric Token", formats: IN_DIGITS },
  { code: TOKEN.special, name: "Special Token", formats: ANY },
  { code: TOKEN.person, name: "Person Token", formats: [FORMAT.personName, FORMAT.default] },
  { code: TOKEN.date, name: "Date Token", formats: [FORMAT.date, FORMAT.default] },
  { code: TOKEN.state, name: "State Token", formats: [FORMAT.address, FORMAT.default] },
  { code: TOKEN.city, name: "City Token", formats: [FORMAT.address, FORMAT.default] },
  { code: TOKEN.address, name: "Address Token", formats: [FORMAT.address, FORMAT.default] },
];

/** Id of the policy without a name: requests that name none use it, unless the namespace has chosen another default. */
export const DEFAULT_POLICY = 0;

/** The canonical spelling, and the one with only the first word capitalized; callers use both. */
function spellings({ name, code }: Named): [string, number][] {
  const [first = "", ...rest] = name.split(" ");
  const sentence = [first, ...rest.map((word) => word.toLowerCase())].join(" ");
  return [
    [name, code],
    [sentence, code],
  ];
}

const TOKEN_CODES = new Map(TOKEN_NAMES.flatMap(spellings));
const FORMAT_CODES = new Map([...FORMATS.flatMap(spellings), ["Url", FORMAT.url] as const]);
const FORMATS_OF = new Map(TOKEN_NAMES.map(({ code, formats }) => [code, new Set(formats)]));
const FORMAT_NAMES = new Map(FORMATS.map(({ code, name }) => [code, name]));

/** Code of a token name in an accepted spelling; null when it is unknown. */
export function tokenNameCode(name: string): number | null {
  return TOKEN_CODES.get(name) ?? null;
}

/** Code of a format in an accepted spelling; null when it is unknown. */
export function formatCode(name: string): number | null {
  return FORMAT_CODES.get(name) ?? null;
}

/** Canonical name of a format, by code. Throws for a code that was never assigned. */
export function formatName(code: number): string {
  const name = FORMAT_NAMES.get(code);
  if (name === undefined) throw new Error("unknown format");
  return name;
}

/** Whether tokens of this name can have this format, both given by code. */
export function goTogether(tokenName: number, format: number): boolean {
  return FORMATS_OF.get(tokenName)?.has(format) === true;
}

/** The kind of a mapping. The policy has the upper bits, so policy ids may grow. */
export function kindOf(policy: number, tokenName: number, format: number): number {
  return policy * 0x10000 + tokenName * 0x100 + format;
}

/** Codes of a kind's token name and format. */
export function partsOf(kind: number): { tokenName: number; format: number } {
  return { tokenName: Math.floor(kind / 0x100) % 0x100, format: kind % 0x100 };
}

/** Id of a kind's policy. */
export function policyOf(kind: number): number {
  return Math.floor(kind / 0x10000);
}

/** Kind of texts that auto-detect returned unchanged. */
export const PLAIN_KIND = kindOf(DEFAULT_POLICY, TOKEN.plain, FORMAT.none);
/** Kind of JSON numbers that stay numbers: values as JSON.stringify writes them, tokens positive safe integers. */
export const JSON_NUMBER_KIND = kindOf(DEFAULT_POLICY, TOKEN.jsonNumber, FORMAT.none);
