// State tokens: a two-letter code of a US state, first alone, then with digits behind it.
import { SPACES } from "../../spaces.ts";
import { countedStage, type FixedForm, idStage, type Stage } from "../../stages.ts";

/**
 * Two-letter abbreviations of USPS Publication 28, Postal Addressing Standards, appendix B: the 50 states. A work
 * of the United States government, in the public domain.
 */
export const STATE_CODES =
  "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC " +
  "ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY";
/** With the District of Columbia, 8 territories and freely associated states, and 3 military "states". */
const CODES = `${STATE_CODES} DC AS FM GU MH MP PW PR VI AA AE AP`.split(" ");
const KNOWN = new Set(CODES);

/** Digits behind the code: none, then each of these in turn ("TX48"), and enough for every id. */
const COUNTED_DIGITS = [0, 2, 4, 6];
const ID_DIGITS = 12;

type InCase = (code: string) => string;

function stagesIn(inCase: InCase): readonly Stage[] {
  const text = (digits: number) => (number: number) => {
    const code = inCase(CODES[number % CODES.length] ?? "");
    if (digits === 0) return code;
    return code + String(Math.floor(number / CODES.length)).padStart(digits, "0");
  };
  const stages = COUNTED_DIGITS.map((digits) =>
    countedStage(SPACES.state + digits, CODES.length * 10 ** digits, text(digits)),
  );
  stages.push(idStage(SPACES.state + ID_DIGITS, CODES.length * 10 ** ID_DIGITS, text(ID_DIGITS)));
  return stages;
}

const UPPER = stagesIn((code) => code);
const LOWER = stagesIn((code) => code.toLowerCase());
const CAPITAL = stagesIn((code) => code.charAt(0) + code.charAt(1).toLowerCase());

/**
 * Every value has state tokens. A value of two ASCII letters gives its letter case ("tn": "il", "Tn":
 * "Il"), any other one gets capitals. The codes are soon used up; then two, four, six and at last twelve
 * digits follow.
 */
export const stateForm: FixedForm = {
  stages(value) {
    if (/^[a-z]{2}$/.test(value)) return LOWER;
    return /^[A-Z][a-z]$/.test(value) ? CAPITAL : UPPER;
  },
  mayBe: (text) =>
    /^[A-Za-z]{2}(?:\d\d|\d{4}|\d{6}|\d{12})?$/.test(text) &&
    KNOWN.has(text.slice(0, 2).toUpperCase()),
};
