// Words of dates: month names in languages of Europe, and the words that tell which date it is. The names
// are facts of the Unicode CLDR (calendar "gregorian", Unicode License V3); languages that inflect give
// the form that stands behind a day.

// January to December, one language a line; "/" between forms of one month.
const FULL_NAMES = `
january february march april may june july august september october november december
januar/jänner/jaenner februar/feber märz/maerz april mai juni juli august september oktober november dezember
janvier février/fevrier mars avril mai juin juillet août/aout septembre octobre novembre décembre/decembre
enero febrero marzo abril mayo junio julio agosto septiembre/setiembre octubre noviembre diciembre
gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
janeiro fevereiro março/marco abril maio junho julho agosto setembro outubro novembro dezembro
januari februari maart april mei juni juli augustus september oktober november december
januari februari mars april maj juni juli augusti september oktober november december
januar februar marts/mars april maj/mai juni juli august september oktober november december/desember
stycznia lutego marca kwietnia maja czerwca lipca sierpnia września/wrzesnia października/pazdziernika listopada grudnia
ledna února března dubna května června července srpna září října listopadu prosince
tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta
ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie
jan feb mar apr may jun jul aug sep/sept oct nov dec`;

// Short forms of other languages: many are words of English, so they need a day and a year beside them.
const SHORT_NAMES = `
- - mär/mrz - - - - - - okt - dez
janv févr/fevr/fév - avr - - juil - - - - déc
ene - - abr - - - ago - - - dic
gen - - - mag giu lug - set ott - -
- fev - - - - - - - out - -
- - mrt - mei - - - - - - -
sty lut - kwi - cze lip sie wrz paź lis gru`;

/** A month as a word names it. */
export interface MonthName {
  /** 1 to 12. */
  readonly month: number;
  /** The word is also something else: a day and a year have to stand beside it. */
  readonly isWeak: boolean;
}

/** The longest name. */
export const MAX_MONTH_CHARS = 12;

const MONTHS: ReadonlyMap<string, MonthName> = new Map([
  ...entriesOf(SHORT_NAMES, true),
  ...entriesOf(FULL_NAMES, false),
  // A planet.
  ["mars", { month: 3, isWeak: true }],
]);

function entriesOf(table: string, isWeak: boolean): [string, MonthName][] {
  return table
    .trim()
    .split("\n")
    .flatMap((line) =>
      line.split(" ").flatMap((forms, i) =>
        forms
          .split("/")
          .filter((form) => form !== "-")
          .map((form): [string, MonthName] => [form, { month: i + 1, isWeak }]),
      ),
    );
}

/** All names and short forms of months, in small letters. */
export const MONTH_NAMES: readonly string[] = [...MONTHS.keys()];

/** The month that `word` names, in whatever letter case; null: none. */
export function monthNamed(word: string): MonthName | null {
  return word.length > MAX_MONTH_CHARS ? null : (MONTHS.get(word.toLowerCase()) ?? null);
}

/** Words after which a date is a date of birth. */
export const BIRTH_WORDS: ReadonlySet<string> = new Set(
  (
    "dob born birth birthday birthdate bday geb geboren geburtsdatum geburtstag geburt né née " +
    "naissance nacido nacida nacimiento nato nata nascita nascimento geboortedatum född fødselsdato"
  ).split(" "),
);

/** Words after which a date is the date of a patient's discharge. */
export const DISCHARGE_WORDS: ReadonlySet<string> = new Set(
  "discharge discharged discharging entlassen entlassung entlassungsdatum".split(" "),
);

/** Words of other events: a date behind one of them is neither. */
export const OTHER_EVENT_WORDS: ReadonlySet<string> = new Set(
  (
    "died death deceased admitted admission hired hire joined visit visited seen issued issue expires " +
    "expiry expiration started married diagnosed appointment effective signed updated created"
  ).split(" "),
);

/** Words before a bare year. */
export const YEAR_WORDS: ReadonlySet<string> = new Set(
  (
    "in since during until till year years circa early mid late spring summer autumn fall winter " +
    "anno jahr seit année en depuis año desde nel anno dal"
  ).split(" "),
);

/** Words before a bare year that is one of two: "from 1990 to 1995", "between 1990 and 1995". */
export const YEAR_RANGE_WORDS: ReadonlySet<string> = new Set(["from", "between"]);

/** Words behind a number of four digits that make it an amount. */
export const UNIT_WORDS: ReadonlySet<string> = new Set(
  (
    "people persons men women children patients employees workers users customers members students " +
    "soldiers troops dollars euros pounds cents percent copies units items pages words characters " +
    "rows records hours minutes seconds days weeks months years miles meters metres feet km kg mg ml " +
    "m mm cm ft lb lbs mb gb kb tb hz mhz watts volts homes houses villages cities copies times"
  ).split(" "),
);
