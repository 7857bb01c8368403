// Typical prompts for language models, from templates and values invented for this purpose.

import { luhnDigit } from "../../../src/reference/check-digits.ts";

const GIVEN =
  "Sarah Marcus Chloé Wei Ahmed Priya Linh Jonas Fatima Diego Anna Tom Olga Kwame Ines".split(" ");
const FAMILY =
  "O'Connell Whitfield Dubois Nakamura Al-Rashid Patel Nguyen Bergström Okafor Ramirez Kovacs Baker Petrova Mensah Duarte".split(
    " ",
  );
const COMPANIES = [
  "Northwind Logistics",
  "Harbor & Vale LLP",
  "Bluepeak Energy Inc.",
  "Castellan Bank",
  "Osprey Robotics GmbH",
];
const DOMAINS = ["northwind.test", "harborvale.org", "bluepeak.io", "castellan.eu", "mailbox.net"];
const STREETS = ["Maple Street", "Harbor Road", "Linden Avenue", "Kingsway", "Old Mill Lane"];
const TOWNS = [
  "Portland, OR 97205",
  "Austin, TX 78701",
  "Leeds LS1 4AP",
  "Dublin 2",
  "Madison, WI 53703",
];
const IBANS = [
  "DE89 3704 0044 0532 0130 00",
  "GB29 NWBK 6016 1331 9268 19",
  "FR14 2004 1010 0505 0001 3M02 606",
  "NL91 ABNA 0417 1643 00",
  "ES91 2100 0418 4502 0005 1332",
];
const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

const TEMPLATES = [
  "Please write a friendly reminder to {name} ({mail}) that invoice 4471 of {company} is due on Friday. Call {phone} for questions.",
  "Summarize this ticket: {name} reports that the portal at {url} has been down since noon. Server {ip} answers pings. Reply to {mail}.",
  "Patient {name}, DOB {dob}, SSN {ssn}, was seen today. Rewrite the note in plain English and keep all facts.",
  "Translate into formal English: Hi {mail}, can you ship the parcel for {name} to {address}? Thanks, {name2}",
  "Extract the fields as JSON: customer {name}, phone {phone}, card {card}, address {address}.",
  "Draft a reply to {name2}. She asked why {name} was charged twice on card {card}. Apologize, and offer to call {phone}.",
  "Turn these notes into an e-mail: met {name} of {company}, wants a quote by Monday, send it to {mail} and copy {mail2}.",
  "Is this address complete? {name}, {address}. If not, ask {name2} at {mail} for what is missing.",
  "Write a bank letter: account {iban} of {name} was closed on request. Contact {company} at {phone}.",
  "Review this log line: login of {mail} from {ip} failed three times, then {mail2} from {ip2} succeeded. What happened?",
  "{name} wants to change the direct debit to {iban}. Explain the three steps and sign as {name2}, {company}.",
  "Write minutes: {name} and {name2} agreed that {company} pays until June. {name} sends the contract to {mail}.",
  "Compare the two applicants {name} (born {dob}, {mail}) and {name2} ({mail2}) in a short table.",
  "Make this shorter: We have tried to reach {name} by phone under {phone} and under {phone2}, without success so far.",
  "Check the form: name {name}, SSN {ssn}, born {dob}, lives at {address}, e-mail {mail}. List what looks wrong.",
  "Write a thank-you note from {name2} to {name} for the visit at {company}, and mention the slides at {url}.",
  "Explain to a beginner what this rule does: allow {ip} and {ip2} to reach {url}, tell {mail} about everything else.",
  "Prepare a refund for {name}: card {card}, amount 129.90. Confirmation goes to {mail}; the shop is {company}.",
  "Turn this into bullet points: {name} moved to {address}, the new phone is {phone}, the mail address stays {mail}.",
  "Write a reference for {name}, who worked for {company} for four years. Questions go to {name2}, {phone}, {mail2}.",
];

/** Maximum number of prompts. */
export const MAX_PROMPTS = 200;

/** The first `count` prompts; always the same ones. */
export function prompts(count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const template = TEMPLATES[i % TEMPLATES.length] ?? "";
    const draw = drawer(i);
    return template.replace(/\{(\w+?)2?\}/g, (_place, kind: string) => MAKERS[kind]?.(draw) ?? "");
  });
}

/** Returns a whole number from 0 to `below` - 1. */
type Draw = (below: number) => number;

/** Pseudo-random numbers (the multiplier of Numerical Recipes); the same for the same prompt, always. */
function drawer(seed: number): Draw {
  let state = (seed + 1) * 2_654_435_761;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const oneOf = (list: readonly string[], draw: Draw) => list[draw(list.length)] ?? "";
const withLuhn = (number: string) => `${number}${luhnDigit(number)}`;
const digits = (count: number, draw: Draw) =>
  Array.from({ length: count }, () => String(draw(10))).join("");
const plain = (name: string) =>
  name
    .normalize("NFD")
    .replace(/[^A-Za-z]/g, "")
    .toLowerCase();

const MAKERS: Readonly<Record<string, (draw: Draw) => string>> = {
  name: (draw) => `${oneOf(GIVEN, draw)} ${oneOf(FAMILY, draw)}`,
  mail: (draw) =>
    `${plain(oneOf(GIVEN, draw))}.${plain(oneOf(FAMILY, draw))}${draw(90) + 10}@${oneOf(DOMAINS, draw)}`,
  phone: (draw) => `(${201 + draw(700)}) ${220 + draw(700)}-${1000 + draw(9000)}`,
  card: (draw) => (withLuhn(`4${digits(14, draw)}`).match(/.{4}/g) ?? []).join(" "),
  ssn: (draw) => `${100 + draw(500)}-${10 + draw(80)}-${1000 + draw(9000)}`,
  dob: (draw) => `${1 + draw(28)} ${oneOf(MONTHS, draw)} ${1940 + draw(65)}`,
  ip: (draw) => `${11 + draw(80)}.${draw(256)}.${draw(256)}.${1 + draw(254)}`,
  url: (draw) => `https://www.${oneOf(DOMAINS, draw)}/accounts/${1000 + draw(9000)}?view=full`,
  iban: (draw) => oneOf(IBANS, draw),
  company: (draw) => oneOf(COMPANIES, draw),
  address: (draw) => `${1 + draw(980)} ${oneOf(STREETS, draw)}, ${oneOf(TOWNS, draw)}`,
};
