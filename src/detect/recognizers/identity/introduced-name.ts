// PERSON: names after phrases with which people introduce themselves: "my name is", "mein Name ist", "je
// m'appelle", "मेरा नाम … है", "私の名前は…です", "我叫", "제 이름은 …입니다". What follows is a name even if the model has not learned it.

import { wordSet } from "../../../core/word-set.ts";
import { FORM_SCORE, matching } from "../../labels/label-values.ts";
import type { LabelRule } from "../../labels/labelled.ts";
import { matchAt, writtenAt } from "../../text/sticky.ts";
import { wordsIn } from "../../words/all-words.ts";
import { FIRST_PARTICLES, PARTICLES } from "../../words/particles.ts";

const WORD = "\\p{Lu}(?:[\\p{L}\\p{M}]|['’-](?=\\p{L})){0,30}";
const oneOf = (words: string) => `(?:${words.replaceAll(" ", "|")})[ \\u00a0]`;
const BETWEEN = `(?:${oneOf(PARTICLES)})`;
const LATIN = new RegExp(
  `(?:\\p{Lu}\\. ?){0,3}(?:${oneOf(FIRST_PARTICLES)}${BETWEEN}{0,2})?${WORD}(?:[ \u00a0]${BETWEEN}{0,3}${WORD}){0,4}`,
  "uy",
);
/** Names as many write them in chats, behind a verb that says nothing but a name, up to a sign or a word for "and". */
const SMALL =
  /(?<=\b(?:name is|name's|heiße|heisse|appelle|nomme|llamo|chiamo|chamo|heet|heter|nazywam się|nazywam sie)[ \u00a0])\p{Ll}[\p{Ll}\p{M}'’-]{1,20}(?: (?!(?:and|from|und|et|e|y|en|och|i|a|aus|de)[ ,.])\p{Ll}[\p{Ll}\p{M}'’-]{1,20}){0,2}(?=[ \u00a0]?(?:[,.;!?)\n]|$)| (?:and|from|und|et|e|y|en|och|i)[ ,])/uy;
/** Words of a sentence that goes on otherwise: "ich heiße dich willkommen", "me llamo así". */
const NO_SMALL =
  /(?<!\p{L})(?:not|on|in|at|the|a|an|my|his|her|your|it|this|that|there|also|misspelled|misspelt|wrong|missing|incorrect|spelled|spelt|required|private|secret|unknown|changed|different|irrelevant|important|mud|here|now|is|was|la|el|los|las|le|les|il|lo|der|die|den|een|ett|något|annat|welkom|fuori|fuera|sempre|immer|weder|nicht|so|wie|auch|dich|euch|sie|das|es|nun|jetzt|pas|comme|ainsi|aussi|así|asi|como|igual|también|tampoco|no|così|cosi|come|anche|pure|non|assim|também|não|niet|zo|ook|inte|så|som|också|tak|jak|też|nie|tym)(?!\p{L})/u;
/** A title before the name, which is not part of it. */
const TITLE =
  /(?:(?:Mrs?|Ms|Dr|Prof|Mag|Ing|Herr|Frau|Fru|Mme|Mlle|M|Monsieur|Madame|Sr|Sra|Señora?|Sig|Dott|Pan|Pani|Senhora?)\.? ){1,3}/y;
/** Capitalized words that name nobody: forms of address, and other words that may follow the phrases. */
const NOBODY = wordSet(
  "sie ihnen ihr euch gott programm ja nein oui non sì dieu dios dio deus gud bóg allah la le el il lo los las les",
);
/** A Hindi name, and the verb that ends the sentence. */
const HINDI =
  /([\u0900-\u0963\u0970-\u097f]{2,20}(?: [\u0900-\u0963\u0970-\u097f]{2,20}){0,3}?) (?:है|हैं|हूँ|था|थी)(?![\u0900-\u0963\u0970-\u097f])/y;
const NO_HINDI =
  /(?:^| )(?:क्या|नहीं|मत|में|से|पर|को|का|की|के|भी|ही|तो|ने|तक|यह|वह|बहुत|अच्छा|लिखा|सूची)(?= |$)/;
/** A Japanese name, and what ends the sentence. */
const JAPANESE =
  /([\p{sc=Han}\p{sc=Katakana}ー々・]{2,14}|\p{sc=Han}{1,4}[ \u3000]?[\p{sc=Han}\p{sc=Hiragana}]{1,5}?|\p{sc=Hiragana}{2,6}?)(?:です|でございます|だ(?![\p{L}])|と申します|と言います|といいます)/uy;
const NO_JAPANESE = /^(?:何|秘密|内緒|不明|同じ|まだ|なん|ない|あれ|これ|それ)/;
/** Any character except those with which a sentence continues after a name; few names contain them. */
const CHINESE_PART = "[^\\P{sc=Han}是在今来來自年和也的了去很到有不住做从從刚剛想要会會正就叫过過]";
/** A family name or a prefix of pet names, with one or two characters; then parts of foreign names after a dot. */
const CHINESE = new RegExp(
  `[${wordsIn(["zh"], "familyNames")}小阿老]${CHINESE_PART}{1,2}(?:[·・]${CHINESE_PART}{1,6}){0,2}`,
  "uy",
);

/** A Korean name, and what ends the sentence. */
const KOREAN = /([\uac00-\ud7a3]{2,4}?) ?(?:입니다|이에요|예요|이라고|라고)/y;

/** Names after a phrase of introduction. */
export const introducedName: LabelRule = {
  name: "introduced-name",
  entityType: "PERSON",
  labels:
    "my name is|my full name is|my first name is|my last name is|my surname is|my name s|his name is|her name is|" +
    "maiden name is|maiden name was|birth name is|real name is|calls me",
  abroad: "introduction",
  read(text, from) {
    const at = from + writtenAt(TITLE, text, from).length;
    const end = at + nameAt(text, at).length;
    return end === at
      ? null
      : { start: at, end, score: FORM_SCORE, reason: "gives one's own name" };
  },
};

/** Names spelled letter by letter, as on the phone: "spelled O-L-U". */
export const spelledName: LabelRule = {
  name: "spelled-name",
  entityType: "PERSON",
  labels: "spelled|spelt|spelling|spell it|buchstabiert|ich buchstabiere|j epelle|se deletrea",
  read: matching(/\p{Lu}(?:[-. ]{1,2}\p{Lu}){2,24}(?![\p{L}\p{N}])/uy),
};

/** The name that begins at `at`, or "". */
function nameAt(text: string, at: number): string {
  const hindi = matchAt(HINDI, text, at)?.[1];
  if (hindi !== undefined) return NO_HINDI.test(hindi) ? "" : hindi;
  const japanese = matchAt(JAPANESE, text, at)?.[1];
  if (japanese !== undefined) return NO_JAPANESE.test(japanese) ? "" : japanese;
  const korean = matchAt(KOREAN, text, at)?.[1];
  if (korean !== undefined) return korean;
  const chinese = writtenAt(CHINESE, text, at);
  if (chinese !== "") return chinese;
  const small = writtenAt(SMALL, text, at);
  if (small !== "") return NO_SMALL.test(small) ? "" : small;
  const latin = writtenAt(LATIN, text, at);
  const first = latin.split(/[ \u00a0.]/)[0] ?? "";
  return latin.length < 2 || NOBODY.has(first.toLowerCase()) ? "" : latin;
}
