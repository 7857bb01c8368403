// PERSON: names after labels of forms and records ("first_name": "Grace", "Vorname:", "Nom :", "氏名:", "नाम:", "성명:"), even if they
// look like no name; in web addresses, too ("lastname=J%C3%BCrgensen"). The tagger finds others in English forms
// (tagger/corrections/names-in-notation.ts). LOCATION: towns after labels, in all languages ("city: Bree").

import { wordSet } from "../../../core/word-set.ts";
import type { Separator } from "../../labels/label-separator.ts";
import { type Evidence, FORM_SCORE } from "../../labels/label-values.ts";
import { having, type LabelRule } from "../../labels/labelled.ts";
import { isUnfilled } from "../../labels/secret-values.ts";
import { writtenAt } from "../../text/sticky.ts";
import { PARTICLES, PARTICLES_IN_FIELDS } from "../../words/particles.ts";

const WORD = "\\p{Lu}[\\p{L}\\p{M}'’-]{0,30}";
const BETWEEN = `(?:${`${PARTICLES} ${PARTICLES_IN_FIELDS}`.replaceAll(" ", "|")})[ \\u00a0]`;
/** In web addresses and forms: "Jos%C3%A9+Mart%C3%ADnez". */
const ENCODED =
  /(?<==)(?=[^%+\s&]{0,40}[%+])(?:\p{Lu}|%C[3-5]%[89AB][\dA-F])(?:\p{L}|%[\dA-F]{2}|['’.-](?=[\p{L}%])|\.?\+(?=\p{Lu}|%C[3-5])){1,100}/uy;
const NAMES: readonly RegExp[] = [
  ENCODED,
  new RegExp(`(?:${BETWEEN}){0,2}${WORD}(?:[^:：]?[ \u00a0](?:${BETWEEN}){0,3}${WORD}){0,4}`, "uy"),
  /[\u0900-\u0963\u0970-\u097f]{2,20}\.?(?: [\u0900-\u0963\u0970-\u097f]{1,20}\.?){0,3}/y,
  /[\u3041-\u30ff\u3400-\u9fff]{2,12}(?:[ \u3000・·][\u3041-\u30ff\u3400-\u9fff]{1,10}){0,2}/y,
  /[\uac00-\ud7a3]{2,5}(?: [\uac00-\ud7a3]{1,4})?/y,
];
/** The end of the field after a name. */
const CLOSED =
  /[ \u00a0\u3000]{0,3}(?:[\n\r\t,;|()<"'“”«»。、，；（）।/}\]\\]|\.(?:\s|$)|$)|&[\w%[\]-]{1,40}=| HTTP\/|様|さん|氏| ?[씨님]/y;
/** A colon after the last word, which is then the next label. */
const LABEL_AFTER = /[ \u00a0]?[:：]/y;
/** Contents of a name field in which no name is given. */
const NOBODY = wordSet(
  "bitte ver se test champ pole produkt produit producto prodotto produto abteilung kundendienst kundenservice support " +
    "service servicio servizio serviço klantenservice kundtjänst string str text varchar char enter your please first last " +
    "middle name given family surname required optional unknown none null anonymous alle alla oui non nein inget brak " +
    "team service oficina ufficio urząd firma société societe sociedad ministerio ministero " +
    "copper stranded solid tinned bare aluminium aluminum cobre aluminio",
);
/** A company, which may also be an addressee, sender or holder. The tagger finds it. */
const COMPANY =
  / (?:AG|KG|OHG|GmbH|Ltda?|LLC|LLP|Inc|Corp|PLC|S\.[AL]|SLU|SAS|SARL|SRL|S\.?[rR]\.?l|S\.?p\.?A|BV|NV|Oyj|A\/S)\.?$/;
/** What stands in the field of a place that is none, also as types in programs. */
const NOWHERE = wordSet(
  "online virtual virtuell zoom teams microsoft webex skype google all alle tous toutes todas todos various city town place hometown",
);
const NOBODY_WITHOUT_BLANKS =
  /^(?:अज्ञात|नहीं|अनिवार्य|कृपया|विभाग|なし|不明|未[入定登記记填知设設]|同上|必須|カタカナ|ひらがな|无|無し|不详|必填|请|請|暂|暫|待定|客服|默认|미정|미상|없음|익명|고객|담당|관리자)|入力|ください|(?:営業|総務|人事|経理|開発|広報|企画|技術)部$|[課係]$/;

/** Names after labels. */
export const labelledName: LabelRule = {
  name: "labelled-name",
  entityType: "PERSON",
  labels:
    "full name|fullname|first name|firstname|fname|middle name|middlename|last name|lastname|lname|surname|forename|" +
    "given name|givenname|family name|familyname|maiden name|customer name|patient name|cardholder|card holder",
  abroad: "name",
  read: readName,
};

/** Towns after labels. */
export const labelledTown: LabelRule = {
  name: "labelled-town",
  entityType: "LOCATION",
  labels: "city|town|hometown|home town|city of birth|place of birth|birthplace|birth place",
  abroad: "town",
  read: having(readName, (written) => !NOWHERE.has((written.split(" ")[0] ?? "").toLowerCase())),
};

function readName(text: string, at: number, _evidence: Evidence, separator: Separator) {
  if (!separator.isAssigned) return null;
  const end = nameEnd(text, at);
  const written = text.slice(at, end);
  const first = written.split(/[ .]/)[0] ?? "";
  const isNobody = isUnfilled(first) || NOBODY.has(first.toLowerCase()) || COMPANY.test(written);
  if (written.length < 2 || isNobody || NOBODY_WITHOUT_BLANKS.test(written)) return null;
  return { end, score: FORM_SCORE, reason: "label of a name" };
}

/** End of the name that begins at `at`; `at` if there is none. */
function nameEnd(text: string, at: number): number {
  const written = NAMES.map((shape) => writtenAt(shape, text, at)).find((one) => one !== "") ?? "";
  let end = at + written.length;
  while (end > at && writtenAt(LABEL_AFTER, text, end) !== "") {
    end = at + Math.max(0, text.slice(at, end).search(/[.,]?[ \u00a0][^ \u00a0]*$/));
  }
  return end > at && writtenAt(CLOSED, text, end) === "" && end < text.length ? at : end;
}
