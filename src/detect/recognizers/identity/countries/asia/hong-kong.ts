// Hong Kong. Identity card: form, with the check character in brackets (Immigration Department).

import { afterLabel, type Country } from "../country.ts";

/** Numbers of Hong Kong. */
export const hongKong: Country = {
  national: { labels: "hkid", forms: [afterLabel("form of a HKID", /[A-Z]{1,2}\d{6}\([0-9A]\)/y)] },
};
