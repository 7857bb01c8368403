// Pakistan. CNIC: form (NADRA).

import { type Country, labelled } from "../country.ts";

/** Numbers of Pakistan. */
export const pakistan: Country = {
  national: { labels: "cnic", forms: [labelled("form of a CNIC", /\d{5}-\d{7}-\d/y)] },
};
