import type { LanguageWords } from "./language-words.ts";

/** Words of Polish. */
export const polish: LanguageWords = {
  language: "pl",
  birth: "urodzony urodzona urodzonego urodzonej urodzenia urodził urodziła",
  discharge: "wypis wypisu wypisany wypisana",
  otherEvents:
    "zmarł zmarła zgonu przyjęcia przyjęty przyjęta zatrudniony zatrudniona wydany wydana wydania",
  phone:
    "telefonu tel komórka komórkowy komórkowego dzwonić zadzwonić zadzwoń zadzwonił zadzwoniła dzwonił dzwoniła kontakt kontaktowy stacjonarny telefon",
  phoneInLanguage: "kom",
  fax: "faks faksu",
  phoneToReach: "pod numer",
  titles:
    "syn syna córka córki żona żony mąż męża brat siostra kolega koleżanka pan pana panu panem panie pani panią dr prof. mgr inż. ks. mec.",
  notNamesAfterTitles:
    "prezydent prezydenta prezydentowi prezydentem prezydencie wiceprezydent wiceprezydenta wiceprezydencie minister ministra ministrowi ministrem ministrze wiceminister wiceministra wiceministrze premier premiera premierowi premierem premierze wicepremier wicepremiera wicepremierze prezes prezesa prezesowi prezesem prezesie wiceprezes dyrektor dyrektora dyrektorowi dyrektorem dyrektorze burmistrz burmistrza burmistrzu wójt wójta wójcie marszałek marszałka marszałkowi marszałkiem marszałku marszałkini wicemarszałek wicemarszałka wicemarszałku poseł posła posłowi posłem pośle posłanka posłanko posłankę posłanki senator senatora senatorowi senatorem senatorze senatorko przewodniczący przewodniczącego przewodniczącemu przewodniczącym przewodnicząca przewodniczącej przewodniczącą wiceprzewodniczący wiceprzewodnicząca profesor profesora profesorowi profesorem profesorze doktor doktora doktorowi doktorem doktorze kierownik kierownika kierowniku kierowniczko redaktor redaktora redaktorze mecenas mecenasa mecenasie sędzia sędziego sędzio prokurator prokuratora prokuratorze komisarz komisarza komisarzu sekretarz sekretarza sekretarzu rzecznik rzecznika rzeczniku generał generała generale pułkownik pułkownika pułkowniku kapitan kapitana kapitanie wojewoda wojewodo starosta starosto ambasador ambasadorze rektor rektorze dziekan dziekanie sprawozdawca sprawozdawcy sprawozdawco inżynier inżynierze kolega kolego radny radna radnego koleżanko bóg boga bogu boże domu",
  notNames:
    "temat data wysłano cześć dzień witam szanowny szanowna kochana kochany całuję pozdrawiam dziękuję pesel nip regon",
  labels: {
    introduction: "nazywam sie|mam na imie|moje imie to|moje nazwisko to",
    name:
      "imie|imiona|nazwisko|imie i nazwisko|nazwisko i imie|nazwisko rodowe|imie i nazwisko pacjenta|" +
      "posiadacz rachunku|osoba kontaktowa|kierowca|odbiorca|nadawca|wlasciciel",
    town: "miasto|miejscowosc|miejsce urodzenia",
    address:
      "adres|ulica|adres zamieszkania|adres korespondencyjny|adres zameldowania|adres dostawy|adres do korespondencji|" +
      "zamieszkaly|zamieszkala|miejsce zamieszkania",
    account:
      "numer konta|numer rachunku|rachunek bankowy|rachunek nr|numer rachunku bankowego|konto bankowe|konto",
    passport: "numer paszportu|seria i numer paszportu",
    driving: "numer prawa jazdy|prawo jazdy",
    patient: "numer pacjenta|numer historii choroby|id pacjenta|numer ksiegi glownej",
    insurance: "numer polisy|numer szkody|szkode nr|szkody nr|szkoda nr|polisa",
    other:
      "numer klienta|numer faktury|faktura nr|numer umowy|umowa nr|numer zamowienia|zamowienie nr|sygn akt|" +
      "sygnatura akt|sygnatura|sprawa!|numer sprawy|numer indeksu|numer albumu|numer pracownika|numer ewidencyjny|numer seryjny!|" +
      "numer zgloszenia",
    username: "nazwa uzytkownika|uzytkownik!",
    password: "hasla!",
    national:
      "numer pesel|seria i numer dowodu|seria i nr dowodu|seria i numer dowodu osobistego|dowod osobisty|" +
      "numer dowodu|numer dowodu osobistego|dowod?",
    tax: "numer regon|numer nip",
    vehicle: "numer rejestracyjny|tablica rejestracyjna|numer rej|rejestracja!",
    vin: "numer vin|numer nadwozia",
    postcode: "kod pocztowy",
  },
};
