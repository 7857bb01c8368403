// Words that count in every text: of languages that have no model (Danish, Norwegian, Finnish), since nobody can tell which texts
// are in them, and of others those that mean nothing else anywhere and are costly to miss.

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
    tax: "nip!|rut!|rfc!",
  },
};
