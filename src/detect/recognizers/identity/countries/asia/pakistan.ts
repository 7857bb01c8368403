// Pakistan. CNIC: form (NADRA).

import { afterLabel, type Country } from "../country.ts";

/** Numbers of Pakistan. */
export const pakistan: Country = {
  national: { labels: "cnic", forms: [afterLabel("form of a CNIC", /\d{5}-\d{7}-\d/y)] },
};
