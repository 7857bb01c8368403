// Names of months and weekdays, and the small words of written dates, by language.
//
// Names: Unicode CLDR 48 (Gregorian calendar, months and days, wide and abbreviated, format context), Unicode License v3;
// languages that inflect give the form used after a day. Abbreviations are stored without a dot: a token writes one where
// its value has one. Where people also write three letters for every month (German "Mär", which CLDR has only stand-alone;
// Swedish "mar"), these are a list of their own.

/** Languages of the dates that tokens imitate, most preferred first. */
export const DATE_LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl", "sv", "pl"] as const;
export type DateLanguage = (typeof DATE_LANGUAGES)[number];

/** How a list writes its names: `full`, `short`, or `dotted` for short names that take a dot. */
export type NameWidth = "full" | "short" | "dotted";

/** Names of the months (12) or the weekdays (7, Monday first), in small letters. */
export interface DateNames {
  readonly language: DateLanguage;
  readonly width: NameWidth;
  readonly names: readonly string[];
}

/** The second English list of short names is that of en-GB and en-AU. */
export const MONTHS = listsOf(`
en full january february march april may june july august september october november december
en short jan feb mar apr may jun jul aug sep oct nov dec
en short jan feb mar apr may jun jul aug sept oct nov dec
de full januar februar märz april mai juni juli august september oktober november dezember
de short jan feb mär apr mai jun jul aug sep okt nov dez
de dotted jan feb märz apr mai juni juli aug sept okt nov dez
fr full janvier février mars avril mai juin juillet août septembre octobre novembre décembre
fr short janv févr mars avr mai juin juil août sept oct nov déc
es full enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
es short ene feb mar abr may jun jul ago sept oct nov dic
it full gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
it short gen feb mar apr mag giu lug ago set ott nov dic
pt full janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
pt short jan fev mar abr mai jun jul ago set out nov dez
nl full januari februari maart april mei juni juli augustus september oktober november december
nl short jan feb mrt apr mei jun jul aug sep okt nov dec
sv full januari februari mars april maj juni juli augusti september oktober november december
sv short jan feb mar apr maj jun jul aug sep okt nov dec
sv dotted jan feb mars apr maj juni juli aug sep okt nov dec
pl full stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
pl short sty lut mar kwi maj cze lip sie wrz paź lis gru`);

export const WEEKDAYS = listsOf(`
en full monday tuesday wednesday thursday friday saturday sunday
en short mon tue wed thu fri sat sun
de full montag dienstag mittwoch donnerstag freitag samstag sonntag
de short mo di mi do fr sa so
fr full lundi mardi mercredi jeudi vendredi samedi dimanche
fr short lun mar mer jeu ven sam dim
es full lunes martes miércoles jueves viernes sábado domingo
es short lun mar mié jue vie sáb dom
it full lunedì martedì mercoledì giovedì venerdì sabato domenica
it short lun mar mer gio ven sab dom
pt full segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo
pt short seg ter qua qui sex sáb dom
nl full maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
nl short ma di wo do vr za zo
sv full måndag tisdag onsdag torsdag fredag lördag söndag
sv short mån tis ons tors fre lör sön
pl full poniedziałek wtorek środa czwartek piątek sobota niedziela
pl short pon wt śr czw pt sob niedz`);

/**
 * Month names that detection finds but tokens do not imitate, January first; "/" separates forms of one month, "-" means
 * none. Rows: other spellings, Danish and Norwegian, Czech, Finnish, Romanian, Turkish, Hindi.
 */
export const OTHER_MONTHS = `
jänner/jaenner feber maerz - - - - - setiembre - - -
januar februar marts/mars april maj/mai juni juli august september oktober november december/desember
ledna února března dubna května června července srpna září října listopadu prosince
tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta
ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie
ocak şubat/subat mart nisan mayıs/mayis haziran temmuz ağustos/agustos eylül/eylul ekim kasım/kasim aralık/aralik
जनवरी फ़रवरी/फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर/सितम्बर अक्टूबर/अक्तूबर नवंबर/नवम्बर दिसंबर/दिसम्बर`
  .trim()
  .split("\n")
  .map((row) => row.split(" ").map((forms) => forms.split("/").filter((form) => form !== "-")));

/** Other short forms that detection finds, with their month. */
export const OTHER_SHORT_MONTHS: readonly (readonly [name: string, month: number])[] = [
  ["fév", 2],
  ["mrz", 3],
];

/** A spelling that tokens read as another name, which is in the lists of that language. */
export type Spelling = readonly [word: string, language: DateLanguage, name: string];
export const MONTH_SPELLINGS: readonly Spelling[] = [["sep", "es", "sept"]];
export const WEEKDAY_SPELLINGS: readonly Spelling[] = [
  ["tues", "en", "tue"],
  ["weds", "en", "wed"],
  ["thur", "en", "thu"],
  ["thurs", "en", "thu"],
  ["sonnabend", "de", "samstag"],
];

/** Words of dates other than names; "cjk" has the Chinese, Japanese and Korean signs for year, month and day. */
export const SMALL_WORDS: Readonly<Record<DateLanguage | "cjk", string>> = {
  en: "of the at on",
  de: "den der am um uhr",
  fr: "le à",
  es: "de del el a las la",
  it: "il alle ore",
  pt: "de do em às",
  nl: "op om uur",
  sv: "den kl klockan",
  pl: "r o godz dnia",
  cjk: "年 月 日 년 월 일",
};

/** A name as typed on a keyboard without accents. */
export function withoutAccents(name: string): string {
  return name.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l");
}

function listsOf(table: string): readonly DateNames[] {
  return table
    .trim()
    .split("\n")
    .map((row) => {
      const [language, width, ...names] = row.split(" ");
      return { language: language as DateLanguage, width: width as NameWidth, names };
    });
}
