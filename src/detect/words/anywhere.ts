// Words that count in every text: those of languages without a model (Danish, Norwegian, Finnish), whose texts cannot be
// identified, and those of other languages that mean nothing else anywhere and are costly to miss.

import type { LanguageWords } from "./language-words.ts";

/** Words that count in every text. */
export const anywhere: LanguageWords = {
  birth: "fødselsdato",
  phone: "tlf puhelin",
  labels: {
    driving: "kørekort|ajokortti",
    passport: "reisepass|pasaporte|passeport|passaporto|passaporte|paspoort|paszport|passi|pas nr!",
    password:
      "passwort|kennwort|contrasena|mot de passe|senha|wachtwoord|haslo|losenord|adgangskode|salasana|mdp!",
    branch: "blz|bankleitzahl",
    postcode: "postinumero|plz|cep",
    tax: "nip?|rut!|rfc!",
  },
};
