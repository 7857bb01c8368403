import type { LanguageWords } from "./language-words.ts";

/** Words of Turkish. */
export const turkish: LanguageWords = {
  language: "tr",
  birth: "doğum doğdu doğumu",
  bornAfterDate: "doğumlu doğumludur",
  discharge: "taburcu",
  otherEvents: "öldü ölüm vefat yatış işe düzenlenme",
  phone: "telefonu telefonum arayın arayınız telefon",
  phoneInLanguage: "cep cebi",
  fax: "faks",
  titles: "sayın sn. dr. prof. doç. av. uzm.",
  titlesAfterName: "bey hanım beyefendi hanımefendi efendi",
  notNamesAfterTitles:
    "yetkili müşterimiz müşteri başkan bakan bakanım başkanım cumhurbaşkanı başbakan vekil milletvekili üye ilgili hocam meslektaşım veli velimiz başkanı bakanı cumhurbaşkanım başbakanım vekilim milletvekilim milletvekilleri valim vali kaymakam kaymakamım müdür müdürüm hâkim hâkimim hakim savcı savcım genel rektör rektörüm dekan komutan komutanım öğretmenim avukat doktor profesör üyeler konuklar",
  notNames: "konu tarih gönderilen merhaba selam selamlar saygılarımla öptüm sevgiler teşekkürler",
  labels: {
    introduction: "benim adim|benim ismim|adim soyadim",
    name:
      "soyadi|soyad|adi soyadi|ad soyad|adi ve soyadi|isim|isim soyisim|soyisim|hasta adi|musteri adi|" +
      "hesap sahibi|ilgili kisi|alici adi|surucu|alici|gonderen|gonderici",
    town: "sehir|il!|ilce|dogum yeri",
    address:
      "adres|adresi|ev adresi|ikamet adresi|ikametgah|ikametgah adresi|teslimat adresi|fatura adresi|posta adresi|" +
      "is adresi",
    account: "hesap no|hesap numarasi|hesap nosu|banka hesabi|banka hesap no|hesap numaram",
    passport: "pasaport|pasaport seri no",
    driving: "ehliyet|surucu belgesi|surucu belge no",
    patient:
      "hasta no|hasta numarasi|protokol no|protokol numarasi|dosya no!|hasta dosya no|barkod no!",
    insurance:
      "police no|police numarasi|sigorta no|sigorta numarasi|sgk no|sgk sicil no|ssk no|hasar no|hasar dosya no",
    other:
      "musteri no|musteri numarasi|dosya no|dosya numarasi|esas no|karar no|siparis no|siparis numarasi|fatura no|" +
      "fatura numarasi|sozlesme no|sozlesme numarasi|sicil no|sicil numarasi|ogrenci no|ogrenci numarasi|uye no|" +
      "uyelik no|basvuru no|basvuru numarasi|abone no|abone numarasi|referans no|takip no",
    username: "kullanici adi|kullanici kodu",
    password: "sifre|sifreniz|parola|parolaniz|sifresi",
    national:
      "kimlik|kimlik numaraniz|tc kimlik numarasi|t c kimlik numarasi|tc kimlik no|nufus cuzdani seri no|" +
      "nufus cuzdani no|tckn numarasi|tc no|t c no|tc?|t c?",
    tax: "vergi no|vergi numarasi|vergi kimlik",
    vehicle: "plaka|plakasi|arac plakasi",
    vin: "sasi no|sasi numarasi",
    postcode: "posta kodu",
  },
};
