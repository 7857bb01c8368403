// ZIP: a postcode on its own: after a label, US ZIP+4 after a state (USPS Publication 28), and the unmistakable British
// (Royal Mail PAF) and Canadian (Canada Post) forms.

import { form, type IdentifierForm, readForm } from "../../labels/label-values.ts";
import type { LabelRule } from "../../labels/labelled.ts";
import { formsLike, type UnlabelledForm } from "../../labels/unlabelled-forms.ts";

const BRITISH =
  "(?:GIR ?0AA|[A-PR-UWYZ](?:\\d{1,2}|[A-HK-Y]\\d|[A-HK-Y]\\d\\d|\\d[A-HJKPSTUW]|[A-HK-Y]\\d[ABEHMNPRV-Y]) ?\\d[ABD-HJLNP-UW-Z]{2})";
const CANADIAN = "[ABCEGHJ-NPRSTVXY]\\d[ABCEGHJ-NPRSTV-Z][ -]?\\d[ABCEGHJ-NPRSTV-Z]\\d";

const FORMS: readonly IdentifierForm[] = [
  form("the British form", new RegExp(BRITISH, "iy")),
  form("the Canadian form", new RegExp(CANADIAN, "iy")),
  form("the Dutch form", /\d{4} ?[A-Z]{2}(?![a-z])/y),
  form("country with digits", /[A-Z]{1,2}-?\d{3,5}(?: \d{2})?/y),
  form("digits", /\d{3,5}-\d{3,4}/y),
  form("the Polish form", /\d{2}-\d{3}/y),
  form("digits", /\d{3} \d{2}(?!\d| \d)/y),
  form("digits", /\d{3,7}/y),
  form("the Brazilian form", /\d{8}/y),
];

/** Postcodes after a label. */
export const postcode: LabelRule = {
  name: "postcode",
  entityType: "ZIP",
  labels:
    "zip|zipcode|zip plus|postcode|post code|postal code|postalcode|pin code|pincode|eircode|billing zip",
  abroad: "postcode",
  read: (text, at) => readForm(text, at, FORMS),
};

const STATE_BEFORE =
  /\b(?:A[KLRZ]|C[AOT]|D[CE]|FL|G[AU]|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY]) $/;
const STATE_CHARS = 4;
const SCORE = 0.6;
const unlabelled = formsLike(postcode);

/** Postcodes that need no label. */
export const UNLABELLED_POSTCODES: readonly UnlabelledForm[] = [
  unlabelled(
    new RegExp(`${BRITISH.replaceAll(" ?", " ")}(?!-)`, "y"),
    [2, 4],
    SCORE,
    "form of a British postcode",
  ),
  unlabelled(
    new RegExp(`${CANADIAN.replace("[ -]?", " ")}(?!-)`, "y"),
    [3, 3],
    SCORE,
    "form of a Canadian postcode",
  ),
  unlabelled(/\d{5}-\d{4}(?!-)/y, [5, 5], SCORE, "ZIP+4 behind a state", (_, text, start) =>
    STATE_BEFORE.test(text.slice(Math.max(0, start - STATE_CHARS), start)),
  ),
];
