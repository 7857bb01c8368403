// What people at a help desk write down: free text with personal data anywhere in it.

import { makeCard, makeIpAddress, makeUrl } from "./contacts.ts";
import type { SeededRandom } from "./random.ts";

/** The customer a note is about. */
export type NoteSubject = { name: string; email: string; phone: string; card: string };

/**
 * Sentences. {name}, {email}, {phone} and {card} are the customer's own; {card2} is another one;
 * {ip}, {url}, {iban}, {mac}, {order} and {day} are made up on the spot.
 */
const SENTENCES: readonly [string, ...string[]] = [
  "Called from {phone} about order {order}, wants a reply to {email}.",
  "Prefers e-mail ({email}) over phone.",
  "Asked us to stop sending the newsletter to {email}; confirmed on {day}.",
  'Said: "please, no calls before 10", then gave {phone} anyway.',
  "Card {card} was declined twice, tried {card2} instead, which went through.",
  "Paid order {order} with {card}.",
  "Login from {ip} looked odd, password reset link sent to {email}.",
  "Blocked {ip} after 20 failed logins on {day}.",
  "See {url} for the whole story.",
  "Uploaded the invoice: {url} (opened from {ip}).",
  "Refund for order {order} goes to IBAN {iban}, not to the card.",
  "Router with MAC {mac} sent back, replacement shipped {day}.",
  "New number since {day}: {phone}; the old one is dead.",
  "{name} picked the parcel up in person, showed a passport.",
  "VIP, do not upsell.",
  "Complained about the delay of order {order}, got a 10 % voucher.",
  "Left a message on the answering machine, no reply so far.",
  'Signed as "{name}", mail came from {email}',
  "Kundin bittet um Rückruf unter {phone}, Rechnung bitte an {email} schicken.",
  "Le client préfère être joint par courriel : {email}, jamais le soir.",
  "El cliente pagó con la tarjeta {card}; enviar el recibo a {email}.",
  "Kunden ringde från {phone} och ville ändra adressen.",
  "お客様より {email} に返信希望。注文番号 {order}。",
  "客户来电 {phone}，请回复到 {email} 。",
  "Клієнт просить писати на {email}, дзвонити лише вдень.",
  "العميل يفضل البريد {email} على الهاتف.",
  "Happy customer 🎉, sent us a photo: {url}",
  "Wants everything deleted when the contract ends (GDPR), contact {email}.",
];

/** Published as examples in the IBAN registry and in banks' own manuals. */
const EXAMPLE_IBANS = [
  "GB29 NWBK 6016 1331 9268 19",
  "DE89 3704 0044 0532 0130 00",
  "FR14 2004 1010 0505 0001 3M02 606",
  "SE4550000000058398257466",
  "ES9121000418450200051332",
] as const;

/** One to three sentences, sometimes on several lines; empty for one customer in twenty-five. */
export function makeNote(random: SeededRandom, subject: NoteSubject): string {
  if (random.oneIn(25)) return "";
  const gap = random.oneIn(6) ? "\n" : " ";
  const sentences = Array.from({ length: random.pick([1, 1, 2, 2, 3]) }, () =>
    fillIn(random, random.pick(SENTENCES), subject),
  );
  return sentences.join(gap);
}

function fillIn(random: SeededRandom, sentence: string, subject: NoteSubject): string {
  const makers: Record<string, () => string> = {
    name: () => subject.name,
    email: () => subject.email,
    phone: () => subject.phone,
    card: () => subject.card,
    card2: () => makeCard(random),
    ip: () => makeIpAddress(random),
    url: () => makeUrl(random),
    iban: () => random.pick(EXAMPLE_IBANS),
    // The block for documentation (RFC 9542).
    mac: () => `00:00:5E:00:53:${random.between(16, 255).toString(16).toUpperCase()}`,
    order: () => random.fill("?-#####"),
    day: () => `2026-0${random.between(1, 9)}-${random.between(10, 28)}`,
  };
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => makers[name]?.() ?? "");
}
