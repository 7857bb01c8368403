// Nouns of German that name nobody. All of its nouns have capitals, and a noun that the training texts lack looked like a
// name: six of ten places of low score were none, in news that the model had not seen.

/** Number of nouns, by frequency: with twice as many the model was larger than it may be, and found fewer organizations. */
const MOST = 20_000;
/** Parts of speech of names, as in Wiktionary's entries. */
const NAMES = new Set(
  "Eigenname Toponym Nachname Vorname Straßenname Abkürzung Buchstabe".split(" "),
);
const NOUN = /^[A-ZÄÖÜ][a-zäöüß]{2,}$/;
/** Least letters of a word that makes nouns ending in it names of organizations: "Bundesverwaltungsgericht". */
const LEAST_ENDING = 4;

/** Words of a language by frequency, without those of other languages, which have many of them in names. */
export interface FrequentWords {
  readonly german: readonly string[];
  readonly others: ReadonlySet<string>;
}

/** Read the words that Python has written: a line a language, its code and its words, separated by blanks. */
export function readFrequentWords(lines: string): FrequentWords {
  const [german = [], ...others] = lines
    .trimEnd()
    .split("\n")
    .map((line) => line.split(" ").slice(1));
  return { german, others: new Set(others.flat()) };
}

/**
 * The most frequent nouns, in lower case and in all forms. `table` is nouns.csv of german-nouns; `given` has given names,
 * `organizations` words of organizations, both in lower case.
 */
export function germanNouns(
  table: string,
  { german, others }: FrequentWords,
  given: readonly string[],
  organizations: readonly string[],
): string[] {
  const nouns = new Set<string>();
  const names = new Set<string>(given);
  const [head = "", ...lines] = table.split("\n");
  const isForm = fieldsOf(head).map((name) => name !== "pos" && !name.startsWith("genus"));
  const partsOfSpeech = fieldsOf(head).indexOf("pos");
  for (const line of lines) {
    const fields = fieldsOf(line);
    const isName = (fields[partsOfSpeech] ?? "").split(",").some((part) => NAMES.has(part));
    const forms = fields.filter((_, i) => isForm[i]).flatMap((form) => form.split(/[;,/ ]+/));
    for (const form of forms) if (NOUN.test(form)) (isName ? names : nouns).add(form.toLowerCase());
  }
  const endings = organizations.filter((word) => word.length >= LEAST_ENDING);
  const isKept = (word: string) =>
    nouns.has(word) &&
    !names.has(word) &&
    !others.has(word) &&
    !endings.some((ending) => word.endsWith(ending));
  return german.filter(isKept).slice(0, MOST);
}

/** Fields of a line of comma-separated values, some in quotes. */
function fieldsOf(line: string): string[] {
  return Array.from(line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g), ([, quoted, plain]) => {
    return (quoted ?? plain ?? "").trim();
  });
}
