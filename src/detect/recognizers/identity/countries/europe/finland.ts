// Finland. Personal identity code: check character modulo 31 (Digital and Population Data Services Agency).

import { passesHetu } from "../../../../checks/weighted-checks.ts";
import { form } from "../../../../labels/label-values.ts";
import { type Country, DAY, MONTH } from "../country.ts";

const HETU = new RegExp(`${DAY}${MONTH}\\d{2}[-+A-FU-Y]\\d{3}[0-9A-FHJ-NPR-Y]`, "y");
const SHOWN = "check character of a Finnish code";

/** Numbers of Finland. */
export const finland: Country = {
  national: {
    labels: "henkilotunnus|hetu",
    forms: [form(SHOWN, HETU, passesHetu)],
    alone: (row) => [row(HETU, [6, 11], 0.95, `form and ${SHOWN}`, passesHetu)],
  },
};
