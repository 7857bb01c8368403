// E-mail addresses, cards and technical addresses that cannot belong to anybody.

import type { PersonName } from "./names.ts";
import type { SeededRandom } from "./random.ts";

// Names that RFC 2606 reserves: they lead nowhere, for ever.
const DOMAINS = [
  "example.com",
  "example.org",
  "example.net",
  "mail.example.com",
  "post.example",
  "uni-nord.example",
  "shop.test",
] as const;

type TestCard = { prefix: string; length: 15 | 16 };

/** First eight digits of the card numbers that payment providers publish for tests, and the length. */
const TEST_CARDS: readonly [TestCard, ...TestCard[]] = [
  { prefix: "42424242", length: 16 },
  { prefix: "40000000", length: 16 },
  { prefix: "41111111", length: 16 },
  { prefix: "55555555", length: 16 },
  { prefix: "52008282", length: 16 },
  { prefix: "22230031", length: 16 },
  { prefix: "60111111", length: 16 },
  { prefix: "37828224", length: 15 },
  { prefix: "37144963", length: 15 },
];

/** An address in one of the usual forms: first.last, flast, first_last99, first+tag. */
export function makeEmail(random: SeededRandom, { given, family }: PersonName): string {
  const local = random.pick([
    `${given}.${family}`,
    `${given.slice(0, 1)}${family}`,
    `${given}_${family}${random.between(1, 99)}`,
    `${given}.${family}+${random.pick(["news", "orders", "2026"])}`,
    `${given}${random.between(1950, 2009)}`,
  ]);
  return `${local}@${random.pick(DOMAINS)}`;
}

/** A card number with a right check digit, written with blanks, dashes or nothing between. */
export function makeCard(random: SeededRandom): string {
  const { prefix, length } = random.pick(TEST_CARDS);
  const body = prefix + random.fill("#".repeat(length - 1 - prefix.length));
  const digits = body + luhnDigit(body);
  const groups = length === 15 ? /^(\d{4})(\d{6})(\d{5})$/ : /^(\d{4})(\d{4})(\d{4})(\d{4})$/;
  const [, ...parts] = groups.exec(digits) ?? [];
  return parts.join(random.pick([" ", " ", "-", ""]));
}

/** An IPv4 or IPv6 address of the ranges for documentation (RFC 5737, RFC 3849). */
export function makeIpAddress(random: SeededRandom): string {
  if (random.oneIn(4)) {
    const part = () => random.between(1, 0xffff).toString(16);
    return `2001:db8:${part()}::${part()}`;
  }
  return `${random.pick(["192.0.2", "198.51.100", "203.0.113"])}.${random.between(1, 254)}`;
}

/** A link under a reserved name. */
export function makeUrl(random: SeededRandom): string {
  return random.pick([
    `https://shop.example.com/orders/${random.fill("######")}?lang=en`,
    `https://support.example.org/t/${random.fill("?##?#?")}`,
    `http://files.example.net/invoice-${random.fill("####")}.pdf`,
  ]);
}

function luhnDigit(body: string): number {
  let sum = 0;
  // The check digit will stand behind, so the last digit of the body is a doubled one.
  for (let i = body.length - 1, isDoubled = true; i >= 0; i--, isDoubled = !isDoubled) {
    const digit = Number(body[i]) * (isDoubled ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return (10 - (sum % 10)) % 10;
}
