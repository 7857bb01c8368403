// Pakistan. CNIC: form (NADRA).

import { form } from "../../../../labels/label-values.ts";
import type { Country } from "../country.ts";

/** Numbers of Pakistan. */
export const pakistan: Country = {
  national: { labels: "cnic", forms: [form("the form of a CNIC", /\d{5}-\d{7}-\d/y)] },
};
