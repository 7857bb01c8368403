// NATIONALITY: adjectives and names of nations and peoples, religions and parties, as whole words, singular or with a plural
// s. By list; whether a word describes a person or a dish is not decided. The list was compiled for this project from facts
// (adjectives of the member states of the UN and of well-known peoples).

import type { WordRule } from "../../labels/labelled.ts";
import { codeAt, isUpper, isWord } from "../../text/chars.ts";

/** Words that mean nothing else, even in small letters. */
const NATIONALITIES =
  "afghan|albanian|algerian|american|andorran|angolan|antiguan|argentine|argentinian|argentinean|armenian|" +
  "australian|aussie|austrian|azerbaijani|azeri|bahamian|bahraini|bangladeshi|barbadian|belarusian|belgian|belizean|" +
  "belizian|beninese|bermudian|bhutanese|bolivian|bosnian|botswanan|brazilian|british|briton|bruneian|bulgarian|" +
  "burkinabe|burmese|burundian|cambodian|cameroonian|canadian|cape verdean|catalan|chadian|chechen|chilean|chinese|" +
  "colombian|comoran|comorian|congolese|costa rican|croatian|croat|cuban|cypriot|czech|danish|djiboutian|" +
  "dominican|dutch|dutchman|dutchwoman|ecuadorian|ecuadorean|egyptian|emirati|english|englishman|englishwoman|" +
  "equatorial guinean|eritrean|estonian|eswatini|ethiopian|faroese|fijian|filipino|filipina|finnish|flemish|french|" +
  "frenchman|frenchwoman|gabonese|gambian|georgian|german|ghanaian|gibraltarian|greek|greenlander|greenlandic|grenadian|" +
  "guamanian|guatemalan|guinean|guyanese|haitian|honduran|hungarian|icelander|icelandic|indian|indonesian|" +
  "iranian|iraqi|irish|irishman|irishwoman|israeli|italian|ivorian|jamaican|japanese|jordanian|kazakh|kazakhstani|kenyan|kiwi|" +
  "kosovar|kosovan|kurdish|kurd|kuwaiti|kyrgyz|kyrgyzstani|laotian|latvian|lebanese|liberian|libyan|liechtensteiner|" +
  "lithuanian|luxembourger|luxembourgish|macanese|macedonian|malagasy|malawian|malaysian|maldivian|malian|maltese|maori|" +
  "marshallese|mauritanian|mauritian|mexican|micronesian|moldovan|monacan|monegasque|mongolian|montenegrin|moroccan|" +
  "mozambican|namibian|nauruan|nepalese|nepali|new zealander|nicaraguan|nigerian|nigerien|north korean|norwegian|omani|" +
  "pakistani|palauan|palestinian|panamanian|papua new guinean|paraguayan|persian|peruvian|portuguese|puerto rican|" +
  "qatari|romanian|russian|rwandan|saint lucian|salvadoran|salvadorian|sammarinese|samoan|saudi|saudi arabian|" +
  "scottish|scotsman|senegalese|serbian|serb|seychellois|sierra leonean|singaporean|slovak|slovakian|slovene|slovenian|" +
  "solomon islander|somali|somalian|south african|south korean|korean|south sudanese|spaniard|spanish|sri lankan|sudanese|" +
  "surinamese|swazi|swede|swedish|swiss|syrian|taiwanese|tajik|tajikistani|tanzanian|thai|tibetan|timorese|togolese|" +
  "tongan|trinidadian|tunisian|turkish|turkmen|tuvaluan|ugandan|ukrainian|uruguayan|uyghur|uzbek|uzbekistani|" +
  "venezuelan|vietnamese|vincentian|welsh|welshman|yemeni|yemenite|zambian|zimbabwean|african american|asian american|" +
  "latino|latina|latinx|hispanic|european|scandinavian|caribbean american|native american|muslim|jewish|hindu|buddhist|sikh|" +
  "islamist|atheist|protestant|roman catholic|greek orthodox|russian orthodox|presbyterian|lutheran|zoroastrian|shiite|" +
  "argentinians?|afrikaner|basque|yoruba|igbo|hausa|zulu|tamil|punjabi|bengali|gujarati";

/** Words that also mean something else: they need a capital. */
const CAPITAL_NATIONALITIES =
  "african|arab|arabian|asian|dane|finn|polish|pole|scot|turk|jew|catholic|christians|mormon|methodist|baptist|anglican|" +
  "evangelical christian|quaker|republican|democrat|communist|socialist|tory|tories|marxist|guinea bissauan|sunni|inuit|" +
  "cherokee|navajo|scots|brit|kittitian|cook islander";

const SCORE = 0.7;
const LOWER_SCORE = 0.6;

/** Nationalities, religions and political groups. */
export const nationality: WordRule = {
  name: "nationality",
  entityType: "NATIONALITY",
  words: withPlurals(NATIONALITIES),
  judge(text, start, end) {
    if (!isAlone(text, start, end) || isPlaceOrLanguage(text, start, end)) return null;
    return { end, score: isUpper(codeAt(text, start)) ? SCORE : LOWER_SCORE, reason: REASON };
  },
};

/** The same types, for words that need a capital. */
export const capitalNationality: WordRule = {
  ...nationality,
  words: withPlurals(CAPITAL_NATIONALITIES),
  judge: (text, start, end) =>
    isUpper(codeAt(text, start)) ? nationality.judge(text, start, end) : null,
};

const REASON = "word for a nationality or group";

/** The entries, and with an "s" added those that do not end like a plural. */
function withPlurals(entries: string): string {
  return entries
    .split("|")
    .flatMap((entry) => {
      const word = entry.replace("?", "");
      return /(?:s|sh|ch|ese|man|ies)$/.test(word) ? [word] : [word, `${word}s`];
    })
    .join("|");
}

/** Whether it is not part of a name, an address or an identifier: "@american", "german-42", "italian.com". */
function isAlone(text: string, start: number, end: number): boolean {
  const before = text.charAt(start - 1);
  if (isWord(codeAt(text, start - 1)) || before === "@" || before === "#" || before === "/")
    return false;
  return !(isWord(codeAt(text, end)) || /^[.@]\w/.test(text.slice(end, end + 2)));
}

/** The rest of a place name: "Czech Republic", "Saudi Arabia", "European Union", "English Channel". */
const PLACE_AFTER =
  /^ (?:Republic|Arabia|Emirates|Union|Ocean|Sea|Islands?|Isles?|Channel|Polynesia|Guiana|Guinea|Virgin|Columbia|Samoa|Territory|Riviera|Alps)\b/;
const LANGUAGE_AFTER = /^[ -](?:language|languages|lessons|grammar|alphabet)\b/i;
const LANGUAGE_BEFORE =
  /\b(?:speak|speaks|speaking|spoke|spoken|stud(?:y|ies|ied|ying)|learn(?:s|ed|ing)?|teach|teaches|teaching|taught|into|translate) $/i;
const AFTER_CHARS = 12;
const BEFORE_CHARS = 12;

function isPlaceOrLanguage(text: string, start: number, end: number): boolean {
  const after = text.slice(end, end + AFTER_CHARS);
  if (PLACE_AFTER.test(after) || LANGUAGE_AFTER.test(after)) return true;
  return LANGUAGE_BEFORE.test(text.slice(Math.max(0, start - BEFORE_CHARS), start));
}
