// Words of Italian.

import type { LanguageWords } from "./language-words.ts";

/** Words of Italian. */
export const italian: LanguageWords = {
  language: "it",
  birth: "nato nata nati nascita",
  discharge: "dimissione dimissioni dimesso dimessa",
  otherEvents:
    "morto morta deceduto deceduta ricoverato ricoverata ricovero assunto assunta rilasciato rilasciata scadenza",
  phone: "cellulari chiamare chiamarla chiamarlo chiami chiamate telefonare recapito recapiti",
  reached: "al numero",
  titles: "sig. signor signora signorina don dott. dottor dottoressa dr. prof. avv. geom.",
  behindTitles:
    "presidente ministro sindaco direttore giudice dio presidentessa vicepresidente ministra sindaca direttrice commissario commissaria senatore senatrice onorevole ambasciatore ambasciatrice prefetto questore procuratore avvocato relatore relatrice professore professoressa rettore assessore segretario generale colonnello capitano maresciallo",
  labels: {
    introduction: "mi chiamo|il mio nome e|mio nome e",
    name:
      "nome|cognome|nome e cognome|cognome e nome|nome completo|nominativo|nome del paziente|nome del cliente|" +
      "intestatario|intestatario del conto",
    address:
      "indirizzo|residenza|domicilio|indirizzo di residenza|indirizzo di spedizione|indirizzo di fatturazione|" +
      "residente in",
    account: "n conto|conto n|n di conto|numero del conto|c c n",
    passport: "passaporto n|n passaporto|numero di passaporto|numero del passaporto",
    driving: "patente n|n patente|numero di patente|numero della patente",
    patient:
      "n cartella|numero cartella|cartella clinica n|numero di cartella clinica|id paziente|codice paziente|" +
      "n nosologico|numero nosologico",
    insurance:
      "n polizza|polizza n|numero di polizza|n sinistro|numero di sinistro|numero sinistro",
    other:
      "n pratica|pratica n|numero pratica|numero di pratica|codice cliente|n cliente|numero di cliente|n fattura|" +
      "fattura n|numero di fattura|n ordine|numero d ordine|numero ordine|n contratto|numero contratto|" +
      "numero di contratto|matricola n|numero di matricola|n matricola|numero di protocollo|protocollo n|r g n|" +
      "numero di ruolo",
    username: "nome utente|id utente|login utente",
    password: "parola d ordine|parola chiave!",
    national:
      "carta d identita n|numero carta d identita|numero della carta d identita|n carta d identita|documento n",
    vehicle: "targa|targa auto|targa n|numero di targa",
    vin: "numero di telaio|n telaio|telaio",
    postcode: "cap|codice di avviamento postale",
  },
};
