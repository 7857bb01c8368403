// Names of months and weekdays in nine languages, and the small words that stand in written dates.
//
// Names: Unicode CLDR 48 (gregorian calendar, months and days, wide and abbreviated, format context),
// Unicode License v3. Abbreviations are kept without their dot: a dot is written where the value has one.
// Where three letters are also written throughout (German "Mär" as CLDR has it alone, Swedish "mar") that
// is a list of its own.

/** Bit of each language in a set of languages; the order is the order of preference. */
const EN = 1;
const DE = 2;
const FR = 4;
const ES = 8;
const IT = 16;
const PT = 32;
const NL = 64;
const SV = 128;
const PL = 256;
/** Chinese, Japanese and Korean: only their signs for year, month and day. */
const CJK = 512;
/** The languages that write names of months with a small letter. */
export const SMALL_LETTER_LANGUAGES = FR | ES | IT | PT | NL | SV | PL;
/** Those whose short names of months have a dot, and those whose have none; some are written both ways. */
export const DOTTING_LANGUAGES = EN | DE | FR | PT | SV;
export const UNDOTTING_LANGUAGES = EN | DE | ES | IT | NL | SV | PL;
export const ENGLISH = EN;
export const GERMAN = DE;
export const ALL_LANGUAGES = 2 * CJK - 1;

/** How long the names of a list are: `full`, `short`, or `dotted`, the ones that go with a dot. */
export type NameWidth = "full" | "short" | "dotted";

/** Names in small letters, with blanks between them; weekdays begin on Monday. */
export type PackedNames = readonly [language: number, width: NameWidth, names: string];

export const MONTHS: readonly PackedNames[] = [
  [
    EN,
    "full",
    "january february march april may june july august september october november december",
  ],
  [EN, "short", "jan feb mar apr may jun jul aug sep oct nov dec"],
  // As in en-GB and en-AU; "Jan" is in the list before.
  [EN, "short", "jan feb mar apr may jun jul aug sept oct nov dec"],
  [
    DE,
    "full",
    "januar februar märz april mai juni juli august september oktober november dezember",
  ],
  [DE, "short", "jan feb mär apr mai jun jul aug sep okt nov dez"],
  [DE, "dotted", "jan feb märz apr mai juni juli aug sept okt nov dez"],
  [
    FR,
    "full",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
  ],
  [FR, "short", "janv févr mars avr mai juin juil août sept oct nov déc"],
  [
    ES,
    "full",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
  ],
  [ES, "short", "ene feb mar abr may jun jul ago sept oct nov dic"],
  [
    IT,
    "full",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
  ],
  [IT, "short", "gen feb mar apr mag giu lug ago set ott nov dic"],
  [
    PT,
    "full",
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
  ],
  [PT, "short", "jan fev mar abr mai jun jul ago set out nov dez"],
  [
    NL,
    "full",
    "januari februari maart april mei juni juli augustus september oktober november december",
  ],
  [NL, "short", "jan feb mrt apr mei jun jul aug sep okt nov dec"],
  [
    SV,
    "full",
    "januari februari mars april maj juni juli augusti september oktober november december",
  ],
  [SV, "short", "jan feb mar apr maj jun jul aug sep okt nov dec"],
  [SV, "dotted", "jan feb mars apr maj juni juli aug sep okt nov dec"],
  [
    PL,
    "full",
    "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
  ],
  [PL, "short", "sty lut mar kwi maj cze lip sie wrz paź lis gru"],
];

export const WEEKDAYS: readonly PackedNames[] = [
  [EN, "full", "monday tuesday wednesday thursday friday saturday sunday"],
  [EN, "short", "mon tue wed thu fri sat sun"],
  [DE, "full", "montag dienstag mittwoch donnerstag freitag samstag sonntag"],
  [DE, "short", "mo di mi do fr sa so"],
  [FR, "full", "lundi mardi mercredi jeudi vendredi samedi dimanche"],
  [FR, "short", "lun mar mer jeu ven sam dim"],
  [ES, "full", "lunes martes miércoles jueves viernes sábado domingo"],
  [ES, "short", "lun mar mié jue vie sáb dom"],
  [IT, "full", "lunedì martedì mercoledì giovedì venerdì sabato domenica"],
  [IT, "short", "lun mar mer gio ven sab dom"],
  [PT, "full", "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo"],
  [PT, "short", "seg ter qua qui sex sáb dom"],
  [NL, "full", "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag"],
  [NL, "short", "ma di wo do vr za zo"],
  [SV, "full", "måndag tisdag onsdag torsdag fredag lördag söndag"],
  [SV, "short", "mån tis ons tors fre lör sön"],
  [PL, "full", "poniedziałek wtorek środa czwartek piątek sobota niedziela"],
  [PL, "short", "pon wt śr czw pt sob niedz"],
];

/** Other spellings of names. */
export type Aliases = readonly (readonly [word: string, language: number, name: string])[];

/** Read as the name (in the list of a language and width) that they stand for. */
export const MONTH_ALIASES: Aliases = [["sep", ES, "sept"]];
export const WEEKDAY_ALIASES: Aliases = [
  ["tues", EN, "tue"],
  ["weds", EN, "wed"],
  ["thur", EN, "thu"],
  ["thurs", EN, "thu"],
  ["sonnabend", DE, "samstag"],
];

/** Words that stay as they are. */
export const KEPT_WORDS: readonly (readonly [language: number, words: string])[] = [
  [EN, "of the at on"],
  [DE, "den der am um uhr"],
  [FR, "le à"],
  [ES, "de del el a las la"],
  [IT, "il alle ore"],
  [PT, "de do em às"],
  [NL, "op om uur"],
  [SV, "den kl klockan"],
  [PL, "r o godz dnia"],
  [CJK, "年 月 日 년 월 일"],
];
