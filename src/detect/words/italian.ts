import type { LanguageWords } from "./language-words.ts";

/** Words of Italian. */
export const italian: LanguageWords = {
  language: "it",
  birth: "nato nata nati nascita",
  discharge: "dimissione dimissioni dimesso dimessa",
  otherEvents:
    "morto morta deceduto deceduta ricoverato ricoverata ricovero assunto assunta rilasciato rilasciata scadenza",
  phone:
    "cellulari chiamare chiamarla chiamarlo chiami chiamate chiamami chiamatemi chiamato telefonami telefonare recapito recapiti cellulare telefono",
  phoneToReach: "al numero",
  titles:
    "figlio figlia fratello sorella moglie marito collega zio zia sig. signor signora signorina don dott. dottor dottoressa dr. prof. avv. geom.",
  notNamesAfterTitles:
    "presidente ministro sindaco direttore giudice dio presidentessa vicepresidente ministra sindaca direttrice commissario commissaria senatore senatrice onorevole ambasciatore ambasciatrice prefetto questore procuratore avvocato relatore relatrice professore professoressa rettore assessore segretario generale colonnello capitano maresciallo",
  notNames:
    "oggetto data inviato buongiorno buonasera ciao gentile egregio egregia cordiali saluti baci abbracci grazie caro cara",
  labels: {
    introduction: "mi chiamo|il mio nome e|mio nome e",
    name:
      "nome|cognome|nome e cognome|cognome e nome|nome completo|nominativo|nome del paziente|nome del cliente|" +
      "intestatario|intestatario del conto|conducente|destinatario|mittente|beneficiario|firmatario|titolare",
    town: "citta|comune|luogo di nascita|localita|paese|provincia|nazione|stato di nascita",
    address:
      "indirizzo|residenza|domicilio|indirizzo di residenza|indirizzo di spedizione|indirizzo di fatturazione|" +
      "residente in",
    account: "conto n|numero del conto|c c n|numero di conto|conto corrente|numero conto",
    passport: "numero di passaporto|numero del passaporto|numero passaporto",
    driving: "patente n|numero di patente|numero della patente|patente di guida|numero patente",
    patient:
      "numero cartella|numero di cartella clinica|id paziente|codice paziente|numero nosologico|" +
      "cartella clinica!|cartella n|numero paziente",
    insurance:
      "numero di polizza|numero di sinistro|numero sinistro|polizza|numero polizza|sinistro!|tessera sanitaria|" +
      "numero tessera sanitaria|codice sanitario",
    other:
      "pratica n|numero pratica|numero di pratica|codice cliente|numero di cliente|numero di fattura|" +
      "numero d ordine|numero ordine|numero contratto|numero di contratto|numero di matricola|numero matricola|" +
      "numero di protocollo|protocollo n|r g n|numero di serie!|numero di ruolo|numero cliente|numero fattura|fattura!|contratto!|ordine!|matricola",
    username: "nome utente|id utente|login utente|utente!",
    password: "parola d ordine|parola chiave!",
    national:
      "numero carta d identita|numero della carta d identita|documento n|carta d identita|carta di identita|" +
      "documento d identita",
    vehicle: "targa|targata|targato|targa auto|numero di targa",
    vin: "numero di telaio|numero telaio|telaio",
    postcode: "cap|codice di avviamento postale|codice postale",
    tax: "cod fiscale|cod fisc|c f?|cf?",
  },
};
