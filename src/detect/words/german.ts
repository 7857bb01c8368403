import type { LanguageWords } from "./language-words.ts";

/** Words of German. */
export const german: LanguageWords = {
  language: "de",
  birth: "geb geboren geborene geborener geburtsdatum geburtstag geburt gebdatum",
  discharge: "entlassen entlassung entlassungsdatum",
  otherEvents:
    "gestorben verstorben aufgenommen aufnahme eingestellt ausgestellt termin unterzeichnet erstellt",
  phone:
    "handynr mobilnr telefonnr telnr rufnr festnetz durchwahl anrufen erreichbar fon telefon handy mobil rufnummer " +
    "telefonnummer mobilnummer handynummer",
  fax: "telefax faxnummer faxnr",
  phoneToReach: "unter nummer",
  titles: "herr herrn hr. frau fräulein dr. med. prof.",
  notNamesAfterTitles:
    "präsident präsidentin bundespräsident minister ministerin ministerpräsident kanzler kanzlerin bundeskanzler bundeskanzlerin bürgermeister bürgermeisterin oberbürgermeister doktor professor professorin direktor direktorin vorsitzender vorsitzende kollege kollegin nachbar lehrer lehrerin pfarrer staatsanwalt richter richterin rechtsanwalt rechtsanwältin abgeordneter abgeordnete staatssekretär staatssekretärin senator gott jesus und oder bundespräsidentin ministerpräsidentin vizepräsident vizepräsidentin landeshauptmann bundesminister bundesministerin stadtrat stadträtin landrat landrätin gemeinderat konsul botschafter botschafterin kommissar kommissarin berichterstatter berichterstatterin ratspräsident ratspräsidentin kommissionspräsident parlamentspräsident bischof general oberst hauptmann major dekan rektor intendant generalsekretär gemahlin gemahl sohn tochter ober leutnant wachtmeister",
  notNames:
    "betreff datum gesendet anlage anlagen anhang hallo moin servus grüezi gruß grüße grüsse freundliche herzliche danke mfg lg vg sg lieber liebe",
  labels: {
    introduction: "mein name ist|mein name lautet|ich heisse|ich heiße",
    name:
      "vorname|vornamen|nachname|familienname|geburtsname|name vorname|vor und nachname|vorname nachname|" +
      "vollstandiger name|name des patienten|name der patientin|name des kunden|name des versicherten|kontoinhaber|" +
      "versicherungsnehmer|ansprechpartner|sachbearbeiter|sachbearbeiterin|unterzeichner|" +
      "fahrer|fahrerin|halter|halterin|fahrzeughalter|karteninhaber|absender|empfanger|bearbeiter|auftraggeber",
    town: "ort|stadt|geburtsort|land|geburtsland|bundesland",
    address:
      "anschrift|strase|strasse|strase und hausnummer|strasse und hausnummer|wohnanschrift|adresse|wohnhaft in|wohnort|lieferadresse|rechnungsadresse|rechnungsanschrift|" +
      "meldeadresse|postanschrift|privatanschrift",
    account:
      "kto nr|ktonr|kontonr|depotnummer|depot nr|kreditkartennummer!|konto|kontonummer|bankverbindung!",
    passport: "pass nummer|reisepaesse?|pass nr|reisepassnummer|passnummer|passnr",
    driving:
      "fuhrerscheinklasse!|fuhrerschein|fuehrerschein|fuhrerscheinnummer|fuehrerscheinnummer",
    patient:
      "patientennr|patienten nr|fallnr|fall nr!|krankenaktennr|aufnahmenummer|aufnahme nr|patientennummer|" +
      "patienten id|patientenakte!|fallnummer?|krankenaktennummer",
    insurance:
      "vers nr|versicherungsscheinnummer|versicherten nummer|versichertennr|policen nr|police nr|schaden nr|schadennr|" +
      "krankenversicherung nr|versicherungsnummer|versicherungsnr|versichertennummer|versicherten nr|versicherungs nr|" +
      "versicherungsschein|policennummer|schadennummer|krankenversicherungsnummer|krankenversichertennummer|egk nummer|" +
      "e gk nummer|e gk nr|gesundheitskarte|krankenversicherten nr|versichertennummer egk",
    other:
      "az|schadennummer|akten nr|aktennr|aktennummer|geschaftsnummer|kunden nummer|kundennr|kd nr|kdnr|seriennummer!|seriennr!|bestellnummer|bestell nr|auftragsnummer|" +
      "auftrags nr|vertrags nr|vertragsnr|mitglieds nr|mitgliedsnr|personalnr|personal nummer|matrikelnr|buchungsnr|" +
      "vorgangs nr|ticketnummer|kassenzeichen|mandantennummer|aktenzeichen|geschaftszeichen|kundennummer|kunden nr|" +
      "kunden id|personalnummer|personal nr|mitarbeiternummer|mitarbeiter id|matrikelnummer|matrikel nr|" +
      "rechnungsnummer|rechnung nr|rechnungs nr|vertragsnummer|vorgangsnummer|mitgliedsnummer|buchungsnummer",
    username: "benutzerkennung|nutzername|benutzername|anmeldename|kennung!|benutzer!",
    password: "zugangscode|zugangspasswort|losungswort|geheimzahl",
    vehicle: "kfz!|kennzeichen|kfz kennzeichen|amtliches kennzeichen|nummernschild|autokennzeichen",
    vin: "fahrgestellnummer|fahrgestell nr|fin|fahrzeug identifizierungsnummer|fahrzeugidentifizierungsnummer",
    postcode: "postleitzahl",

    licence: "approbationsnummer|arztnummer|lizenznummer|zulassungsnummer!",
    secret: "api schlussel",
    national:
      "personalausweis|personalausweisnummer|ausweisnummer|ausweis!|aufenthaltstitel|sozialversicherungsnummer|" +
      "sv nummer|rentenversicherungsnummer|versicherungsnummer svnr|sv nr",
    tax:
      "ust id|ustid|ust idnr|ustidnr|umsatzsteuer id|umsatzsteuer identifikationsnummer|steuernummer|steuer nr|" +
      "steuernr|steuer id|steueridentifikationsnummer|steuer identifikationsnummer",
  },
};
