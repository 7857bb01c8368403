// Netherlands. BSN, which the tax and health services use too: Besluit burgerservicenummer, "elfproef".

import { passesBsn } from "../../../../checks/weighted-checks.ts";
import { afterLabel, type Country } from "../country.ts";

const forms = [afterLabel("check digit of a BSN", /\d{9}/y, passesBsn)];

/** Numbers of the Netherlands. */
export const netherlands: Country = {
  national: { labels: "bsn|burgerservicenummer|citizen service number", forms },
  tax: {
    labels: "btw|rsin|kvk!",
    forms,
  },
};
