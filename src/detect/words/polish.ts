// Words of Polish.

import type { LanguageWords } from "./language-words.ts";

/** Words of Polish. */
export const polish: LanguageWords = {
  language: "pl",
  birth: "urodzony urodzona urodzonego urodzonej urodzenia urodził urodziła",
  discharge: "wypis wypisu wypisany wypisana",
  otherEvents:
    "zmarł zmarła zgonu przyjęcia przyjęty przyjęta zatrudniony zatrudniona wydany wydana wydania",
  phone:
    "telefonu tel kom komórka komórkowy komórkowego dzwonić zadzwonić zadzwoń kontaktowy stacjonarny faksu faks",
  titles: "pan pana panu panem panie pani panią dr prof. mgr inż. ks. mec.",
  behindTitles:
    "prezydent prezydenta minister ministra premier premiera prezes prezesa dyrektor dyrektora burmistrz marszałek poseł senator bóg boga profesor doktor kierownik przewodniczący prezydencie ministrze premierze prezesie dyrektorze burmistrzu marszałku marszałka pośle senatorze boże profesorze doktorze kierowniku domu",
  labels: {
    name:
      "imie|imiona|nazwisko|imie i nazwisko|nazwisko i imie|nazwisko rodowe|imie i nazwisko pacjenta|" +
      "posiadacz rachunku|osoba kontaktowa",
    address:
      "adres|adres zamieszkania|adres korespondencyjny|adres zameldowania|adres dostawy|adres do korespondencji|" +
      "zamieszkaly|zamieszkala|miejsce zamieszkania",
    account:
      "nr konta|numer konta|nr rachunku|numer rachunku|rachunek bankowy|konto nr|rachunek nr|" +
      "numer rachunku bankowego|konto bankowe",
    passport: "nr paszportu|numer paszportu|paszport nr|paszport numer|seria i numer paszportu",
    driving: "nr prawa jazdy|numer prawa jazdy|prawo jazdy nr",
    patient:
      "nr pacjenta|numer pacjenta|nr historii choroby|numer historii choroby|id pacjenta|nr ksiegi glownej|" +
      "numer ksiegi glownej",
    insurance: "nr polisy|numer polisy|polisa nr|nr szkody|numer szkody|polisa",
    other:
      "nr klienta|numer klienta|nr faktury|numer faktury|faktura nr|nr umowy|numer umowy|umowa nr|nr zamowienia|" +
      "numer zamowienia|zamowienie nr|sygn akt|sygnatura akt|sygnatura|nr sprawy|numer sprawy|nr indeksu|" +
      "numer indeksu|nr albumu|numer albumu|nr pracownika|numer pracownika|numer ewidencyjny|nr ewidencyjny|" +
      "numer zgloszenia|nr zgloszenia",
    username: "nazwa uzytkownika|uzytkownik!",
    password: "haslo|hasla!",
    national:
      "nr pesel|numer pesel|seria i numer dowodu|seria i nr dowodu|dowod osobisty nr|" +
      "seria i numer dowodu osobistego",
    tax: "nr nip|nip nr|nr regon|numer regon",
    vehicle: "nr rejestracyjny|numer rejestracyjny|tablica rejestracyjna|nr rej",
    vin: "nr vin|numer vin|nr nadwozia|numer nadwozia",
    postcode: "kod pocztowy",
  },
};
