// Rules and word lists of auto-detect, each with the edit of its source that removes it, to measure what is
// lost without it. An edit whose text is missing fails, so that this list cannot fall behind the code.

import { CommandFailure } from "../../run/cli/command.ts";

/** A rule, and the edit that removes it. */
export interface Rule {
  readonly name: string;
  /** Path under src/detect. */
  readonly file: string;
  /** Text in the file; of several occurrences, the last one is replaced. */
  readonly text: string;
  readonly without: string;
}

const rule = (file: string, name: string, text: string, without = ""): Rule => ({
  name,
  file,
  text,
  without,
});

/** The source of a rule's file without the rule. Fails when the rule's text is missing. */
export function sourceWithout({ name, file, text, without }: Rule, source: string): string {
  const at = source.lastIndexOf(text);
  if (at < 0) throw new CommandFailure(`"${name}" is not in src/detect/${file} any more.`);
  return source.slice(0, at) + without + source.slice(at + text.length);
}

const TAGGER = "tagger/tagger.ts";
const CORRECTIONS = "tagger/corrections/corrections.ts";
const EDGES = "tagger/corrections/name-edges.ts";
const THINGS = "tagger/corrections/things.ts";
const TYPES = "tagger/corrections/name-types.ts";
const ORGANIZATIONS = "tagger/corrections/organizations.ts";
const NOTATION = "tagger/corrections/names-in-notation.ts";
const KNOWN = "tagger/corrections/known-names.ts";
const DETECTOR = "detector.ts";
const RECOGNIZERS = "recognizer-list.ts";

/** A rule that empties a word list, which is one string or several. */
const words = (file: string, constant: string, name = constant): Rule =>
  rule(
    `tagger/corrections/${file}.ts`,
    `${file}: ${name}`,
    `const ${constant} =`,
    `const ${constant} = true ? "" :`,
  );

/** Corrections of the tagger's findings. */
const NAME_RULES: readonly Rule[] = [
  rule(TAGGER, "names in small letters raised", "raiseNames(read);"),
  rule(TAGGER, "names in notation", "withNamesInNotation(read, corrected, lexicon)", "corrected"),
  rule(TAGGER, "names that stand alone", "withKnownNames(read, inNotation)", "inNotation"),
  rule(TAGGER, "whole edges", "withWholeEdges(read, persons)", "persons"),
  rule(TAGGER, "rest of a person's name", "withRestOfPersons(read, introduced)", "introduced"),
  rule(TAGGER, "name after I'm", "withIntroduced(read, known, HEAD_MARGIN)", "known"),
  rule(TAGGER, "verbs behind a name", "withoutVerbs(read, whole)", "whole"),
  rule(TAGGER, "edges abroad", "withEdgesAbroad(text, tokens, found, group, lexicon)", "found"),
  rule(
    TAGGER,
    "titles abroad",
    "withTitledAbroad(tokens, edged, group, HEAD_MARGIN, lexicon)",
    "edged",
  ),
  rule(TAGGER, "edges by character", "withCharacterEdges(text, tokens, found)", "found"),
  rule(TAGGER, "whole words in Katakana", "withWholeKatakana(text, tokens, edged)", "edged"),
  rule(
    TAGGER,
    "titles by character",
    "withHonoured(text, tokens, whole, { lexicon, margin: HEAD_MARGIN })",
    "whole",
  ),
  rule(TAGGER, "doubts about Katakana", "doubtOf(text, tokens, one, lexicon)", "0"),
  rule(TYPES, "things taken for persons", "? typeOfThing(tokens, name)", "? PERSON"),
  rule(
    TYPES,
    "capitals inside a word",
    "return isOfNames ? PERSON : ORGANIZATION;",
    "return PERSON;",
  ),
  rule(TYPES, "buildings", "if (BUILDINGS.has(word[to - 1] as number) &&", "if (false &&"),
  rule(TYPES, "things behind the", "if (!isAfterThe) return PERSON;", "return PERSON;"),
  rule(TYPES, "persons by their own words", ": isPerson(tokens, name)", ": false"),
  rule(
    CORRECTIONS,
    "parts and edges",
    "else addParts(tokens, tagged, names);",
    "else names.push(tagged);",
  ),
  rule(
    CORRECTIONS,
    "persons behind a title",
    "withTitled(tokens, withPersonsApart(tokens, names), margin);",
    "withPersonsApart(tokens, names);",
  ),
  rule(CORRECTIONS, "persons apart", "withPersonsApart(tokens, names)", "names"),
  rule(CORRECTIONS, "courts and parties", "withParties(tokens, persons, margin)", "persons"),
  rule(CORRECTIONS, "one type for each list", "withListTypes(tokens, short)", "short"),
  rule(CORRECTIONS, "short forms", "withShortForms(tokens, organizations)", "organizations"),
  rule(CORRECTIONS, "one type for each wording", "withOneType(tokens, listed)", "listed"),
  rule(CORRECTIONS, "organizations after words", "organizationAfterWords(tokens, i)", "null"),
  rule(ORGANIZATIONS, "organizations by last word", "organizationEndingAt(tokens, i) ??"),
  rule(ORGANIZATIONS, "what an organization is of", "|| !mayGoOn(tokens, head)", "|| true"),
  rule(ORGANIZATIONS, "known organizations", "?? knownOrganizationAt(tokens, i)"),
  words("known-organizations", "SHORT_NAMES"),
  words("known-organizations", "NAMES"),
  words("known-organizations", "LONG_NAMES"),
  rule(EDGES, "end of a sentence inside", "i + 1 < tagged.to && isSentenceEnd(tokens, i)", "false"),
  rule(EDGES, "numbers around a person", "[from, to] = withoutNumbers(tokens, from, to);", ";"),
  rule(EDGES, "behind a job", "from = afterJob(tokens, tagged);", ";"),
  rule(EDGES, "tail of a name", "to = beforeTail(tokens, from, to);"),
  rule(EDGES, "party before a person", "PERSON_FIRST.has(word[from] as number)", "false"),
  rule(EDGES, "nobody's words", "if (isNobody(tokens, tagged)) return;"),
  rule(THINGS, "words of programs", "isIdentifier(tokens, name) ||"),
  rule(THINGS, "laughs", "|| isSound(tokens, name)"),
  rule(THINGS, "counted by a number", "isOfNumber(tokens, name) ||"),
  rule(THINGS, "doses", "|| isDose(tokens, name)"),
  rule(THINGS, "development", "isDevelopment(tokens, name) ||"),
  rule(THINGS, "feasts", "|| isFeast(tokens, name)"),
  rule(EDGES, "columns apart", "&& !isColumn(tokens, i)"),
  rule(NOTATION, "TODO(name)", "marked(tokens, i) ??"),
  rule(NOTATION, "name behind a label", "?? labelled(tokens, i, lexicon)"),
  rule(NOTATION, "name before a mail address", "beforeMail(tokens, i, lexicon) ??"),
  rule(NOTATION, "given name and one more", "?? (isEnglish ? pairAt(tokens, i, lexicon) : null)"),
  rule(
    "tagger/corrections/name-pairs.ts",
    "given and family name with capitals",
    "return givenAndFamily(tokens, i, lexicon)",
    "return null",
  ),
  words("known-names", "OTHERS"),
  words("known-names", "THINGS"),
  rule(
    KNOWN,
    "who tells something",
    "const isNext = i + 1 < tokens.count &&",
    "const isNext = false &&",
  ),
  ...["PARTIES", "PAPERS", "COURTS", "CARE", "LABELS", "SOFTWARE", "TITLE_WORDS"].map((list) =>
    words("role-words", list),
  ),
  ...["COMPUTING", "SHOUTED", "BUSINESS", "LAW", "CHAT", "MEDICINE", "TRADES"].map((list) =>
    words("abbreviations", list),
  ),
];

/** Steps applied to all findings of a text. */
const MERGING_RULES: readonly Rule[] = [
  rule(DETECTOR, "columns of tables", "const columns = columnsOf(text);", "const columns = null;"),
  rule(DETECTOR, "parts of an address together", "mergeAddressParts(text, resolved)", "resolved"),
  rule(
    DETECTOR,
    "names found elsewhere",
    "repeatNames(text, withoutAllowed(apart, allowed), isReported)",
    "withoutAllowed(apart, allowed)",
  ),
  rule(
    DETECTOR,
    "disguises taken off",
    "const undisguised = undisguise(text);",
    "const undisguised = null;",
  ),
];

/** Rules that remove members of a list of recognizers. */
const members = (indent: string, names: string): Rule[] =>
  names.split(" ").map((name) => rule(RECOGNIZERS, name, `\n${indent}${name},`, ""));

const RECOGNIZER_RULES: readonly Rule[] = [
  ...members(
    "  ",
    "bankAccount creditCard emailAddress macNumber ipAddress url usSsn date age encodedValue privateKey bicBesideIban " +
      "phoneNumber handle loginForms coordinates address addressForms machineReadableZone",
  ),
  ...members(
    "    ",
    "password shortPassword accessCode pin cardCode seedPhrase labelledSecret plainSecret sessionCookie loggedName accountName loginPair " +
      "ownerName username plainUsername passport drivingLicence vehicleIdentification vehicleRegistration nationalId taxId " +
      "bankBranch bic account medicalRecord insuranceNumber professionalLicence labelledWallet postcode labelledCoordinate " +
      "otherId introducedName spelledName labelledName labelledTown labelledAddress plainId plainCookie",
  ),
  ...members(
    "  ",
    "...UNLABELLED_SECRETS ...UNLABELLED_WALLETS ...UNLABELLED_VEHICLE_IDENTIFICATION ...UNLABELLED_DRIVING_LICENCES " +
      "...UNLABELLED_NATIONAL_IDS ...UNLABELLED_PASSPORTS ...UNLABELLED_TAX_IDS ...UNLABELLED_HEALTH_NUMBERS " +
      "UNLABELLED_VEHICLE_REGISTRATION ...UNLABELLED_POSTCODES UNLABELLED_QUOTED ...UNLABELLED_PASSWORDS",
  ),
];

/** All rules. */
export const RULES: readonly Rule[] = [...NAME_RULES, ...MERGING_RULES, ...RECOGNIZER_RULES];
