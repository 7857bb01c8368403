// The rows of samples/customers.csv and its text. The same seed gives the same bytes.

import { makeCard, makeEmail } from "./contacts.ts";
import { makeName } from "./names.ts";
import { makeNote } from "./notes.ts";
import { makePlace } from "./places.ts";
import { SeededRandom } from "./random.ts";

/** What the committed file was made with. */
export const SAMPLE_SEED = 20_261_121;
/** Rows of the committed file: 18,000 cells to mask, and well under 1 MB. */
export const SAMPLE_ROWS = 3_000;

const HEADER = ["customer_id", "name", "email", "phone", "address", "card", "note"];

/** A customer file as CSV text (RFC 4180, UTF-8, CRLF). */
export function makeCustomerFile(seed: number, rowCount: number): string {
  const random = new SeededRandom(seed);
  const rows = Array.from({ length: rowCount }, (_, index) => makeRow(random, index));
  return [HEADER, ...rows].map((row) => `${row.map(quote).join(",")}\r\n`).join("");
}

function makeRow(random: SeededRandom, index: number): string[] {
  const person = makeName(random);
  const name = person.written;
  const email = makeEmail(random, person);
  const { address, phone } = makePlace(random, person.home);
  const card = makeCard(random);
  const note = makeNote(random, { name, email, phone, card });
  return [`C-${100_001 + index}`, name, email, phone, address, card, note];
}

/** Quoted only where the format needs it. */
function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
