// Phone numbers that regulators reserve for fiction: films, books, examples. Nobody is assigned them, as long as the
// regulator keeps this rule. Facts from the regulators' publications.

/**
 * First digits of the national numbers, by calling code and by length of the national number. All prefixes of one entry have
 * the same length, and any digits may follow.
 *
 * - 1, North America: 555-0100 to 555-0199 of every geographic area code (ATIS-0300115, 555 NXX Assignment Guidelines;
 *   NANPA), in service or not; see `northAmericanAreas`.
 * - 44, United Kingdom: Ofcom, "Telephone numbers for use in TV and radio drama programmes". 1,000 each in sixteen areas
 *   (01632 is not a place), UK-wide 03069 990, mobile 07700 900, free 08081 570, premium 0909 8790.
 * - 61, Australia: ACMA, "Fictitious numbers": 5550 and 7010 in each of the four regions.
 * - 33, France: Arcep, decision 2018-0881 (national numbering plan): six blocks of 10,000.
 * - 353, Ireland: ComReg, National Numbering Scheme, drama numbers 020 91.
 * - 46, Sweden: PTS, "Telefonnummer för böcker och filmer": 100 each in Stockholm, Gothenburg, Malmö and Kiruna, mobile
 *   070-174 06 05 to 99 (of which 10 to 99 here).
 * - 49, Germany: Bundesnetzagentur, notice 148/2021 (official journal 7/2021), "Rufnummern für Medienproduktionen": 1,000
 *   each in Berlin, Frankfurt, Hamburg, Cologne and Munich; of the mobile ones the two blocks of 100.
 */
export const FICTION_PREFIXES: Readonly<
  Record<string, Readonly<Record<number, readonly string[]>>>
> = {
  "1": { 10: northAmericanAreas().map((area) => `${area}55501`) },
  "33": { 9: ["19900", "26191", "35301", "46571", "53649", "63998"] },
  "44": {
    10: [
      ...["113", "114", "115", "116", "117", "118"].map((area) => `${area}4960`),
      ...["121", "131", "141", "151", "161"].map((area) => `${area}4960`),
      ...["1632960", "1914980", "2079460", "2896496", "2920180"],
      ...["3069990", "7700900", "8081570", "9098790"],
    ],
  },
  "46": {
    9: [
      ...tens(["8465004", "3139006", "4062804", "9803192"]),
      ...["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((ten) => `7017406${ten}`),
    ],
  },
  "49": {
    10: [...tens(["3023125", "6990009", "4066969", "2214710", "8999998"]), "17139200"],
    11: ["176040690"],
  },
  "61": { 9: ["2", "3", "7", "8"].flatMap((region) => [`${region}5550`, `${region}7010`]) },
  "353": { 9: ["2091"] },
};

/**
 * All geographic area codes that the structure of the North American plan allows (NANPA, "NPA codes"): 620. Excluded are
 * codes with 9 in the middle (reserved for expansion), easily recognised codes whose last two digits are equal (services
 * such as 800, and 911), 37X and 96X (reserved as whole blocks), 456, 710, and 52X other than 520 (carriers, government,
 * personal numbers).
 */
function northAmericanAreas(): string[] {
  const areas: string[] = [];
  for (let area = 200; area < 1000; area++) {
    const two = Math.floor(area / 10);
    const second = two % 10;
    const isKept = second === 9 || second === area % 10 || two === 37 || two === 96;
    const isService = area === 456 || area === 710 || (two === 52 && area !== 520);
    if (!isKept && !isService) areas.push(String(area));
  }
  return areas;
}

/** Every prefix followed by each digit. */
function tens(prefixes: readonly string[]): string[] {
  return prefixes.flatMap((prefix) => [..."0123456789"].map((digit) => prefix + digit));
}
