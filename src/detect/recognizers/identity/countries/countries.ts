// The numbers of all countries by kind. When a value fits several countries, the first one counts.

import { form, type IdentifierForm } from "../../../labels/label-values.ts";
import type { LabelRule } from "../../../labels/labelled.ts";
import { afterWord, formsLike, type UnlabelledForm } from "../../../labels/unlabelled-forms.ts";
import { argentina } from "./americas/argentina.ts";
import { brazil } from "./americas/brazil.ts";
import { canada } from "./americas/canada.ts";
import { chile } from "./americas/chile.ts";
import { mexico } from "./americas/mexico.ts";
import { unitedStates } from "./americas/united-states.ts";
import { china } from "./asia/china.ts";
import { emirates } from "./asia/emirates.ts";
import { hongKong } from "./asia/hong-kong.ts";
import { india } from "./asia/india.ts";
import { japan } from "./asia/japan.ts";
import { korea } from "./asia/korea.ts";
import { pakistan } from "./asia/pakistan.ts";
import { singapore } from "./asia/singapore.ts";
import { turkey } from "./asia/turkey.ts";
import type { Country, Kind, NumberForm } from "./country.ts";
import { australia } from "./elsewhere/australia.ts";
import { southAfrica } from "./elsewhere/south-africa.ts";
import { austria } from "./europe/austria.ts";
import { belgium } from "./europe/belgium.ts";
import { finland } from "./europe/finland.ts";
import { france } from "./europe/france.ts";
import { germany } from "./europe/germany.ts";
import { italy } from "./europe/italy.ts";
import { netherlands } from "./europe/netherlands.ts";
import { poland } from "./europe/poland.ts";
import { portugal } from "./europe/portugal.ts";
import { spain } from "./europe/spain.ts";
import { sweden } from "./europe/sweden.ts";
import { switzerland } from "./europe/switzerland.ts";
import { unitedKingdom } from "./europe/united-kingdom.ts";

/** Every country, in order of precedence. */
const COUNTRIES: readonly Country[] = [
  ...[unitedKingdom, germany, spain, india, canada, netherlands, france, switzerland, belgium],
  ...[poland, finland, sweden, mexico, singapore, emirates, hongKong, italy, brazil, portugal],
  ...[chile, unitedStates, pakistan, australia, austria, turkey, china, japan, korea, argentina],
  southAfrica,
];

/** The labels for numbers of a kind in all countries, as `LabelPhrases.add` takes them. */
export function labelsOf(kind: Kind): string {
  return COUNTRIES.flatMap((country) => country[kind]?.labels ?? []).join("|");
}

function numbersOf(kind: Kind): readonly NumberForm[] {
  return COUNTRIES.flatMap((country) => country[kind]?.forms ?? []);
}

/** The forms of a kind's numbers after a label; those with a check come first. */
export function labelledFormsOf(kind: Kind): readonly IdentifierForm[] {
  const labelled = numbersOf(kind).filter(({ countsAfterLabel }) => countsAfterLabel);
  return [...labelled.filter(({ check }) => check), ...labelled.filter(({ check }) => !check)].map(
    ({ shown, pattern, check }) => form(shown, pattern, check),
  );
}

/** The forms of a kind's numbers that need no label, as findings of `rule`. */
export function unlabelledFormsOf(kind: Kind, rule: LabelRule): readonly UnlabelledForm[] {
  const row = formsLike(rule);
  return numbersOf(kind).flatMap(({ shown, pattern, check, withoutLabel }) => {
    if (withoutLabel === undefined) return [];
    const { run, score, words, ...place } = withoutLabel;
    const reason = check === undefined ? shown : `form and ${shown}`;
    const wordCheck = words === undefined ? check : afterWord(words, check);
    return [{ ...row(pattern, run, score, reason, wordCheck), ...place }];
  });
}
