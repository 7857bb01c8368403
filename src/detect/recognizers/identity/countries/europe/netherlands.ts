// Netherlands. BSN, which the tax and health services use, too: Besluit burgerservicenummer, "elfproef".

import { passesBsn } from "../../../../checks/weighted-checks.ts";
import { form } from "../../../../labels/label-values.ts";
import type { Country } from "../country.ts";

/** Numbers of the Netherlands. */
export const netherlands: Country = {
  national: {
    labels:
      "identiteitskaart|identiteitsbewijs|bsn|burgerservicenummer|burger service nummer|citizen service number|sofinummer",
    forms: [form("check digit of a BSN", /\d{9}/y, passesBsn)],
  },
  tax: {
    labels: "btw|btw nummer|btw nr|btw id|rsin|kvk!",
    forms: [form("the check digit of a BSN", /\d{9}/y, passesBsn)],
  },
};
