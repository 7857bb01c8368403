// State tokens: the two-letter code of a US state, at first alone, then followed by digits.
import { SPACES } from "../../spaces.ts";
import { countedStage, type FixedForm, idStage, type Stage } from "../../stages.ts";

/** The 50 states by USPS Publication 28, appendix B (a work of the United States government, in the public domain). */
export const STATE_CODES =
  "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC " +
  "ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY";
/** Also the District of Columbia, 8 territories and freely associated states, and 3 military "states". */
const CODES = `${STATE_CODES} DC AS FM GU MH MP PW PR VI AA AE AP`.split(" ");
const KNOWN = new Set(CODES);

/** Digits after the code, stage by stage ("TX48"); with ID_DIGITS there are enough texts for every id. */
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
 * The form of state tokens, which every value has. A value of two ASCII letters keeps its letter case ("tn": "il", "Tn":
 * "Il"), any other gets capitals. The plain codes are soon used up; then two, four, six and finally twelve digits follow.
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
