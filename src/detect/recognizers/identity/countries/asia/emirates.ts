// United Arab Emirates. Emirates ID: form (Federal Authority for Identity, Citizenship, Customs and Port Security).

import { afterLabel, type Country } from "../country.ts";

/** Numbers of the United Arab Emirates. */
export const emirates: Country = {
  national: {
    labels: "emirates id",
    forms: [afterLabel("form of an Emirates ID", /784-?\d{4}-?\d{7}-?\d/y)],
  },
};
