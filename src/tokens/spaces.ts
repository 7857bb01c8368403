// Numbers of the spaces that fixed-shape tokens are taken from. Stored with their counters: append only,
// and never give a number to another set of texts. Texts of n digits (numeric tokens) are space n.

/**
 * Stands for all spaces where it is told how far they may have been used. Not 0: earlier restores wrote that
 * one, among the spaces of digits.
 */
export const EVERY_SPACE = -1;

/** No tokens: the ids of policies, which must not be given out twice either. */
export const POLICY_IDS = -2;

/** First space of each form; what follows it is the form's own affair, up to the next one. */
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
