// United Arab Emirates. Emirates ID: form (Federal Authority for Identity, Citizenship, Customs and Port Security).

import { type Country, labelled } from "../country.ts";

/** Numbers of the United Arab Emirates. */
export const emirates: Country = {
  national: {
    labels: "emirates id",
    forms: [labelled("form of an Emirates ID", /784-?\d{4}-?\d{7}-?\d/y)],
  },
};
