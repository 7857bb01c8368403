// Finland. Personal identity code: check character modulo 31 (Digital and Population Data Services Agency).

import { passesHetu } from "../../../../checks/weighted-checks.ts";
import { type Country, DAY, MONTH, withOrWithoutLabel } from "../country.ts";

const HETU = new RegExp(`${DAY}${MONTH}\\d{2}[-+A-FU-Y]\\d{3}[0-9A-FHJ-NPR-Y]`, "y");
const HOW = { run: [6, 11], score: 0.95 } as const;

/** Numbers of Finland. */
export const finland: Country = {
  national: {
    labels: "henkilotunnus|hetu",
    forms: [withOrWithoutLabel("check character of a Finnish code", HETU, HOW, passesHetu)],
  },
};
