import type { LanguageWords } from "./language-words.ts";

/** Words of Dutch. */
export const dutch: LanguageWords = {
  language: "nl",
  birth: "geb geboren geboortedatum geboortedag geboorte",
  discharge: "ontslag ontslagen",
  otherEvents: "overleden opgenomen opname aangenomen afgegeven ondertekend",
  phone: "bellen telefoonnummer mobiele mobieltje bereikbaar telefoon mobiel gsm",
  fax: "faxnummer",
  phoneToReach: "op nummer",
  titles:
    "zoon dochter broer zus collega buurman buurvrouw oom tante echtgenoot echtgenote dhr. dhr heer mevr. mevr mevrouw mw. dr. drs. ir. prof. mr. ing.",
  notNamesAfterTitles:
    "president minister burgemeester voorzitter directeur presidente minister-president premier commissaris staatssecretaris voorzitster rapporteur ambassadeur rechter officier wethouder professor doctor kolonel generaal",
  notNames:
    "onderwerp datum verzonden hallo hoi groet groeten groetjes kusjes geachte bedankt beste lieve",
  labels: {
    introduction: "ik heet|mijn naam is",
    name:
      "naam|voornaam|voornamen|achternaam|volledige naam|naam en voornaam|voor en achternaam|naam patient|" +
      "naam van de patient|naam client|naam klant|geslachtsnaam|rekeninghouder|tenaamstelling|contactpersoon|" +
      "bestuurder|ontvanger|afzender|kaarthouder|ondertekenaar",
    town: "plaats|woonplaats|stad|geboorteplaats|land|geboorteland|provincie",
    address:
      "adres|straat|straat en huisnummer|woonadres|postadres|huisadres|bezoekadres|afleveradres|factuuradres|wonende te|woonachtig te",
    account: "rekeningnr|bankrekeningnummer|bankrekeningnr|rekeningnummer|rekening!|bankrekening",
    passport: "paspoortnr|paspoortnummer",
    driving: "rijbewijsnr|rijbewijs|rijbewijsnummer",
    patient:
      "patientnr|patient nr|patientennummer|dossiernr|opnamenummer|zorgnummer|patientnummer|patient nummer",
    insurance:
      "polisnr|verzekerdennummer|verzekeringsnummer|relatienummer|schadenummer|schadenr|zorgverzekering nr|" +
      "polisnummer|polis!",
    other:
      "klantnr|klant nr|klant nummer|zaaknr|zaak nr|rolnummer|parketnummer|factuurnr|factuur nr|ordernummer|" +
      "ordernr|bestelnummer|contractnummer|contractnr|personeelsnr|studentnr|lidmaatschapsnummer|lidnummer|" +
      "kenmerk!|ons kenmerk|uw kenmerk|referentienummer|klantnummer|personeelsnummer|factuurnummer|" +
      "dossiernummer|studentnummer|zaaknummer",
    username: "gebruikersnaam|inlognaam",
    password: "toegangscode",
    vehicle: "kenteken|kentekennummer",
    vin: "chassisnummer|chassisnr",
    postcode: "postcode",
    licence: "big nummer",
    national:
      "rijksregisternummer|rijksregister|identiteitskaart|identiteitsbewijs|burger service nummer|sofinummer",
  },
};
