// Numbers of the spaces that fixed-shape tokens are taken from. Stored with their counters: append only, and never reuse a
// number for another set of texts. Texts of n digits (numeric tokens) are space n.

/** All spaces, in a report of how far they are used. Earlier restores wrote 0, which is a space. */
export const EVERY_SPACE = -1;

/** Not a space of tokens but of policy ids, which must not be reused either. */
export const POLICY_IDS = -2;

/** First space of each form. The form divides the numbers from there up to the next one as it likes. */
export const SPACES = {
  state: 1_000,
  city: 1_100,
  person: 1_200,
  address: 1_300,
  date: 1_400,
  ssn: 1_500,
  ip: 1_600,
  mac: 1_700,
  card: 1_800,
  jsonNumber: 1_900,
  iban: 10_000,
  phone: 1_000_000,
} as const;
