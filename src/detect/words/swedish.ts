import type { LanguageWords } from "./language-words.ts";

/** Words of Swedish. */
export const swedish: LanguageWords = {
  language: "sv",
  birth: "född födda födelsedatum födelsedag födelsedata",
  discharge: "utskriven utskrivning",
  otherEvents: "död avliden avled inskriven anställd utfärdad undertecknad",
  phone: "tfn telefonnummer mobilnummer mobilnr telefonnr ringa mobilen hemtelefon telefon mobil",
  fax: "faxnr",
  phoneToReach: "på nummer",
  titles: "dotter bror syster kollega granne herr fru fröken hr. dr dr. doktor prof.",
  notNamesAfterTitles:
    "president minister talman ordförande gud statsminister statsministern ministern presidenten ordföranden statsråd statsrådet kommissionär kommissionsordförande kommissionsledamot ålderspresident borgmästare landshövding rektor domare kapten överste general direktör professor doktor",
  notNames: "ämne datum skickat hej hejsan hälsningar kram kramar kära tack",
  labels: {
    introduction: "jag heter|mitt namn ar",
    name:
      "namn|fornamn|efternamn|for och efternamn|fullstandigt namn|tilltalsnamn|patientens namn|kundens namn|" +
      "kontoinnehavare|kontaktperson|forsakringstagare|forare|mottagare|avsandare|kortinnehavare",
    town: "ort|stad|postort|fodelseort|land|fodelseland",
    address:
      "adress|gatuadress|bostadsadress|postadress|hemadress|besoksadress|leveransadress|fakturaadress|folkbokforingsadress|" +
      "bosatt pa",
    account:
      "kontonr|bankkonto|clearingnummer|bankgiro|plusgiro|bg|pg|bankkontonummer|konto|kontonummer",
    passport: "passnr|pass nr|pass nummer|passnummer",
    driving: "korkortsnummer|korkortsnr|korkort",
    patient: "patientnr|patient id|journalnummer|journalnr|journal nr|reservnummer|patientnummer",
    insurance: "forsakringsnummer|forsakringsnr|forsakrings nr|skadenummer|skadenr|policenummer",
    other:
      "kundnummer|kundnr|kund nr|arendenummer|arendenr|arende nr|diarienummer|diarienr|dnr|malnummer|mal nr|" +
      "fakturanummer|fakturanr|faktura nr|ordernummer|ordernr|bestallningsnummer|avtalsnummer|avtalsnr|" +
      "anstallningsnummer|medlemsnummer|medlemsnr|ocr nummer|ocr nr|referensnummer",
    username: "anvandarnamn|anvandar id",
    password: "losenordet",
    national: "personnr|person nr|pnr!|persnr|samordningsnr|id nummer",
    tax: "org nr|organisationsnr|org nummer|momsregistreringsnummer|vat nr|orgnummer|moms!|momsnr|orgnr",
    vehicle: "registreringsnummer|reg nr|regnr|registreringsskylt",
    vin: "chassinummer|chassinr|chassi nr",
    postcode: "postnummer|postnr",
  },
};
