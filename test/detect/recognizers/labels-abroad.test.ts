// Values after labels of forms in languages other than English, and texts that only look like such values.

import { describe, expect, it } from "vitest";
import { detect, EVERYTHING } from "../../../src/detect/detector.ts";
import type { Language } from "../../../src/detect/language/languages.ts";

/** What rules find in a text, as "TYPE value". */
function found(text: string): string[] {
  return detect(text, EVERYTHING).map(
    ({ entityType, start, end }) => `${entityType} ${text.slice(start, end)}`,
  );
}

describe("keys of JSON, in the small letters of programs", () => {
  it.each([
    ["mdp", "Geheim123!", "PASSWORD"],
    ["passwort", "Geheim123!", "PASSWORD"],
    ["plz", "10115", "ZIP"],
    ["cep", "01310-100", "ZIP"],
    ["nip", "5260250995", "TAX_ID"],
    ["vers_nr", "A987654321", "INSURANCE_NUMBER"],
    ["nr_rej", "SO 12345", "VEHICLE_REGISTRATION_NUMBER"],
    ["strasse", "Hinter der Kirche 3", "ADDRESS"],
    ["rut", "12345678-5", "TAX_ID"],
    ["kundennr", "884213", "ID_OTHER"],
    ["dni", "12345678", "NATIONAL_ID"],
    ["nss", "281234567840", "NATIONAL_ID"],
    ["nif", "B12345678", "TAX_ID"],
    ["btw", "123456789B01", "TAX_ID"],
    ["rib", "30004000031234567", "ACC_NO"],
    ["cnh", "02650306461", "DRIVING_LICENSE_NUMBER"],
    ["ipp", "8004561234", "MEDICAL_RECORD_NUMBER"],
    ["patient_id", "8004561234", "MEDICAL_RECORD_NUMBER"],
  ])("%s tells %s", (key, value, type) => {
    expect(found(`{"${key}": "${value}"}`)).toEqual([`${type} ${value}`]);
    expect(found(`${key}: ${value}`)).toEqual([`${type} ${value}`]);
  });
});

describe("forms in other languages", () => {
  it.each([
    [
      "성명: 김철수 / 생년월일: 1985-03-02\n주민등록번호: 850302-1234567\n연락처: 010-1234-5678\n여권번호: M12345678\n" +
        "주소: 서울특별시 강남구 테헤란로 123\n차량번호: 12가 3456\n계좌번호: 110-123-456789\n비밀번호: blau77see!",
      "PERSON 김철수|DATE_OF_BIRTH 1985-03-02|NATIONAL_ID 850302-1234567|PHONE_NUMBER 010-1234-5678|PASSPORT M12345678|" +
        "ADDRESS 서울특별시 강남구 테헤란로 123|VEHICLE_REGISTRATION_NUMBER 12가 3456|ACC_NO 110-123-456789|PASSWORD blau77see!",
    ],
    [
      "배송지: 부산광역시 해운대구 우동 1408, 우편번호: 48060",
      "ADDRESS 부산광역시 해운대구 우동 1408|ZIP 48060",
    ],
    [
      "제 이름은 김철수입니다. 주민등록번호는 850302-1234567입니다.",
      "PERSON 김철수|NATIONAL_ID 850302-1234567",
    ],
    [
      "Vorname: Hüseyin\nNachname: Krüger-Öztürk\nAnschrift: Postlagernd 12, 10115 Berlin\nKunden-Nr.: 884213\nKennwort: Blau77see",
      "PERSON Hüseyin|PERSON Krüger-Öztürk|ADDRESS Postlagernd 12, 10115 Berlin|ID_OTHER 884213|PASSWORD Blau77see",
    ],
    [
      "Kfz: HAL-KR 482, Fahrer: Uwe Lüttich",
      "VEHICLE_REGISTRATION_NUMBER HAL-KR 482|PERSON Uwe Lüttich",
    ],
    [
      "Conductor: Íñigo Ocaña. conducente: Ciro Esposito, Kierowca: Łucja Żak; bestuurder: Bo Ploeg",
      "PERSON Íñigo Ocaña|PERSON Ciro Esposito|PERSON Łucja Żak|PERSON Bo Ploeg",
    ],
    [
      "Nom : Lefèvre\nPrénom : Zoé\nN° client : 4471-22\nMot de passe : soleil99",
      "PERSON Lefèvre|PERSON Zoé|ID_OTHER 4471-22|PASSWORD soleil99",
    ],
    [
      "Geburtsland: Italien\nPays : Pérou\nPaís de nacimiento: España. Edad: 3. Localidad/ Provincia: Cádiz. CP: 11100\nPaese: Perù\nPaís: Peru\nGeboorteland: Polen\nFödelseland: Polen",
      "LOCATION Italien|LOCATION Pérou|LOCATION España|AGE 3|LOCATION Cádiz|ZIP 11100|LOCATION Perù|LOCATION Peru|LOCATION Polen|LOCATION Polen",
    ],
    [
      "Nombre: Íñigo\nApellidos: García Ñuño.\nNHC: 298564.\nNASS: 47 45708560 56.\nCP: 28023\nNºCol: 37 37 51401",
      "PERSON Íñigo|PERSON García Ñuño|MEDICAL_RECORD_NUMBER 298564|NATIONAL_ID 47 45708560 56|ZIP 28023|LICENCE_NO 37 37 51401",
    ],
    [
      "Cognome e nome: Esposito Ciro\nN. pratica: 2231/22\nTarga: AB 123 CD",
      "PERSON Esposito Ciro|ID_OTHER 2231/22|VEHICLE_REGISTRATION_NUMBER AB 123 CD",
    ],
    [
      "Nome: Íris\nEndereço: Travessa do Ó 4\nSenha: abc123x",
      "PERSON Íris|ADDRESS Travessa do Ó 4|PASSWORD abc123x",
    ],
    [
      "Naam: Sjoerd van der Ploeg\nAdres: Achterom 3\nKlantnr: 99120",
      "PERSON Sjoerd van der Ploeg|ADDRESS Achterom 3|ID_OTHER 99120",
    ],
    ["Namn: Åsa Öberg\nKundnr: 8831", "PERSON Åsa Öberg|ID_OTHER 8831"],
    ["Imię: Łucja\nNazwisko: Żak\nNr klienta: 77123", "PERSON Łucja|PERSON Żak|ID_OTHER 77123"],
    [
      "Adı Soyadı: Çağla Şahin\nMüşteri No: 441209\nŞifre: gunes12x",
      "PERSON Çağla Şahin|ID_OTHER 441209|PASSWORD gunes12x",
    ],
    [
      "नाम: बलराम द्विवेदी\nपता: मकान नं. 205, रॉय, अगरतला - 169300\nआधार: 8241 3889 8137\nपासवर्ड: kamal123",
      "PERSON बलराम द्विवेदी|ADDRESS मकान नं. 205, रॉय, अगरतला - 169300|NATIONAL_ID 8241 3889 8137|PASSWORD kamal123",
    ],
    ["शीला के खाते 842773179612 में भेजें।", "ACC_NO 842773179612"],
    [
      "氏名：山下 真綾\n住所：群馬県川崎市戸塚町37丁目8番13号\n電話番号は090-9078-2896\n会員番号 88213",
      "PERSON 山下 真綾|ADDRESS 群馬県川崎市戸塚町37丁目8番13号|PHONE_NUMBER 090-9078-2896|ID_OTHER 88213",
    ],
    ["口座番号3270807に、マイナンバー:169440218827", "ACC_NO 3270807|NATIONAL_ID 169440218827"],
    [
      "姓名：周成\n地址：北京市清浦冯街c座 760346\n密码：abc123，请改",
      "PERSON 周成|ADDRESS 北京市清浦冯街c座 760346|PASSWORD abc123",
    ],
    [
      "学号20210345，护照号码E12345678。或拨打15875656096。",
      "ID_OTHER 20210345|PASSPORT E12345678|PHONE_NUMBER 15875656096",
    ],
    [
      "C.P.: 28013, CAP 20121: Milano\nCAP: 20121\nSIP: 1001234",
      "ZIP 28013|ZIP 20121|MEDICAL_RECORD_NUMBER 1001234",
    ],
    [
      "氏名：服部\n名前：未来\n地址：无锡市滨湖区蠡湖大道99号",
      "PERSON 服部|PERSON 未来|ADDRESS 无锡市滨湖区蠡湖大道99号",
    ],
    ["Adresse : No 12, rue Verte, Lyon", "ADDRESS No 12, rue Verte, Lyon"],
    ["Adresse : 12, Page Street", "ADDRESS 12, Page Street"],
    ["eGK-Nummer M123456785 bitte angeben", "INSURANCE_NUMBER M123456785"],
    ["Plaka numarası 06 A 123 olarak kayıtlı", "VEHICLE_REGISTRATION_NUMBER 06 A 123"],
    ["GST registration: 07PQRST6789K1Z2", "TAX_ID 07PQRST6789K1Z2"],
    ["die Steuer-ID von Anna Kovacs: 84 965 290 173.", "TAX_ID 84 965 290 173"],
    ["Kundennummer 884213", "ID_OTHER 884213"],
    ["Kundennummer 884213\n".repeat(30).trimEnd(), Array(30).fill("ID_OTHER 884213").join("|")],
    ["kenteken 12-ABC-3", "VEHICLE_REGISTRATION_NUMBER 12-ABC-3"],
    ["Benutzername mkrueger", "USERNAME mkrueger"],
    ["Hola, Número de pedido 2023-4471 no funciona.", "ID_OTHER 2023-4471"],
    ["Buongiorno, N. ordine 2023-4471 non funziona.", "ID_OTHER 2023-4471"],
    ["El coche con placa ABC1234", "VEHICLE_REGISTRATION_NUMBER ABC1234"],
    ["Mon numéro de sécu est le 2 91 02 38 185 012 45, merci", "NATIONAL_ID 2 91 02 38 185 012 45"],
    ["Nom de famille : El Amrani", "PERSON El Amrani"],
    ["Vorname: My", "PERSON My"],
    ["Proszę wpisać NIP 1234563218 na fakturze.", "TAX_ID 1234563218"],
    [
      "PESEL 850 709 980 53, 身份证: 110105 19491231 0021",
      "NATIONAL_ID 850 709 980 53|NATIONAL_ID 110105 19491231 0021",
    ],
    ["Meine Versicherungsnummer ist 65 180575 M 012.", "INSURANCE_NUMBER 65 180575 M 012"],
    ["Aktenzeichen 2021/33, Haushalt 2023/24", "ID_OTHER 2021/33"],
    ["N° sécu : 2 91 02 38 185 012 45", "NATIONAL_ID 2 91 02 38 185 012 45"],
    ["Der Kunde rief an, Kd.-Nr. 4471-22.", "ID_OTHER 4471-22"],
    ["Codice fiscale: RSS MRA 85T10 A562 S", "TAX_ID RSS MRA 85T10 A562 S"],
    ["codice fiscale RSS MRA 85T10 A562T", "TAX_ID RSS MRA 85T10 A562T"],
    ["Il suo C.F. RSSMRA85T10A562T, registrato ieri", "TAX_ID RSSMRA85T10A562T"],
    ["Presenta su DNI 12 345 678 Z aquí", "NATIONAL_ID 12 345 678 Z"],
    ["NIE X-1234567-L", "NATIONAL_ID X-1234567-L"],
    ["O RG 12.345.678-9 foi emitido", "NATIONAL_ID 12.345.678-9"],
    ["Dowód ABC123456 wydano w Krakowie", "NATIONAL_ID ABC123456"],
    ["T.C. No: 10000000147", "NATIONAL_ID 10000000147"],
    ["Die Fallnummer 2024-118823 ist offen.", "MEDICAL_RECORD_NUMBER 2024-118823"],
    ["Ricoverata ieri (cartella n. 2023/4471), dimessa oggi", "MEDICAL_RECORD_NUMBER 2023/4471"],
    ["Tel. 0911 / 22 33 44-0", "PHONE_NUMBER 0911 / 22 33 44-0"],
    ["sa Clio immatriculée GH-482-KL", "VEHICLE_REGISTRATION_NUMBER GH-482-KL"],
    ["Proszę o kontakt: 601 234 567", "PHONE_NUMBER 601 234 567"],
    ["Mutuelle n° 123456789", "INSURANCE_NUMBER 123456789"],
    ["El expediente 2024/87 fue archivado ayer", "ID_OTHER 2024/87"],
    ["C/C n. 1234567890; cc n: 44125712", "ACC_NO 1234567890|NATIONAL_ID 44125712"],
  ])("are read: %j", (text, expected) => {
    expect(found(text)).toEqual(expected.split("|"));
  });

  it.each([
    ["199109242397 är mitt pnr.", "NATIONAL_ID 199109242397"],
    ["556703-7485 är vårt orgnummer", "TAX_ID 556703-7485"],
    ["El AAA123456 es mi número de pasaporte", "PASSPORT AAA123456"],
    ["aaa123456 es mi número de pasaporte.", "PASSPORT aaa123456"],
    ["C01X00T47 ist meine Reisepassnummer", "PASSPORT C01X00T47"],
    ["YA1234567 è il mio numero passaporto", "PASSPORT YA1234567"],
    ["10000000146 benim kimlik numaram", "NATIONAL_ID 10000000146"],
    ["8241 3889 8137 मेरा आधार नंबर है", "NATIONAL_ID 8241 3889 8137"],
    ["E12345678是我的护照号码", "PASSPORT E12345678"],
  ])("are read where the label stands behind: %j", (text, expected) => {
    expect(found(text)).toEqual(expected.split("|"));
  });

  it.each([
    "Ni 12 är mitt nummer. 7 es mi número de la suerte; 2019 ist mein Pass abgelaufen",
    "AAA123456 is my passport",
    "Vorname: unbekannt\nNachname: Siehe Anlage\nAnschrift: siehe oben, Absatz 2",
    "Nom : voir page 3. Adresse : à compléter",
    "Informe clínico del paciente: Varón de 34 años refiere dolor",
    "Nombre: Proyecto 2024\nDomicilio: calle sin nombre",
    "Der Vorname und der Nachname sind Pflicht.",
    "Der Fahrer: er kam nicht. Destinataire : Service comptable",
    "Conductor: Stranded Copper\nSignataire : Oui\nEmpfänger: Alle Mitarbeiter\nDestinatario: Oficina Central",
    "Auftraggeber: Deutsche Bahn AG\nTitolare: Verdi Impianti S.r.l.\nDestinatario: Ufficio Acquisti",
    "名前はまだない。住所は東京です。氏名：不明",
    "姓名：无。地址不详。密码变成错误密码。密碼方面我都遇上麻煩。",
    "のパスワードを変更しました。",
    "पासवर्ड बदला। नाम: नहीं",
    "이름: 미정\n주소: 없음\n주민등록번호는 뒤에 적으세요. 비밀번호를 바꾸었습니다.",
    "cf. ISO9001 and cf: 12; Confiance mutuelle : 12 pages; Calle Mayor s/n",
  ])("hold no value: %j", (text) => {
    expect(found(text)).toEqual([]);
  });

  it.each([
    "Sachbearbeiter: Abteilung Finanzen",
    "Adresse : page 12 du document\nDomicile : non renseigné 2",
    "Apellido: Requerido\nNombre: Producto A\nIndirizzo: pagina 3",
    "Adres: strona 12\nAdres: sayfa 12\nAdress: sida 3",
    "姓名：请输入您的姓名\n联系人：客服\n负责人：待定\n联系人：暂无\n地址：见附件2号文件",
    "お名前：入力してください\n担当者：営業部\n氏名：未入力\nフリガナ：カタカナで入力",
    "नाम: अनिवार्य\nनाम: कृपया भरें",
    "Mot de passe : obligatoire\nKennwort: Pflichtfeld\nSenha: obrigatória\nContraseña: obligatoria",
    "Hasło: wymagane\nWachtwoord: verplicht\nŞifre: zorunlu",
  ])("tell what to fill in: %j", (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe("words of one language", () => {
  it.each([
    "The op 0123456789 failed twice.",
    "Police no 12345 closed the road again.",
    "It was nie 1234567, and the run 7654321.",
    "The CAP 20121 is reached, and az 12/34 is full.",
    "Wtedy zginęło aż 294 afgańskich cywilów.",
    "He wrote that mein Name ist Programm is a saying which he likes, and so do all of us.",
  ])("are none of another: %j", (text) => {
    expect(found(text)).toEqual([]);
  });

  it.each([
    ["Bel me op 0123456789.", "PHONE_NUMBER 0123456789"],
    ["Appelez E. au 0449146127", "PHONE_NUMBER 0449146127"],
    ["Votre police no 12345 est arrivée à échéance.", "INSURANCE_NUMBER 12345"],
    ["Il paziente abita in via Roma, CAP 20121.", "ZIP 20121"],
    ["El titular entregó su DNI 87654321 en la oficina.", "NATIONAL_ID 87654321"],
    [
      "Bitte überweisen Sie den Betrag auf Konto 123456789 bei der BLZ 37040044.",
      "ACC_NO 123456789|ACC_NO 37040044",
    ],
    ["Mi pasaporte es AAA123456", "PASSPORT AAA123456"],
    ["Police no: 12345", "INSURANCE_NUMBER 12345"],
    // The field of a name holds one, whatever else the word means.
    ["Nome: Cadeira", "PERSON Cadeira"],
    ["Naam: Tafel", "PERSON Tafel"],
  ])("are read in their own, and with a sign in every text: %j", (text, expected) => {
    expect(found(text)).toEqual(expected.split("|"));
  });

  it("are those of the languages that a policy names", () => {
    const foundIn = (text: string, languages: readonly Language[]) =>
      detect(text, { ...EVERYTHING, languages }).length;
    expect(foundIn("Police no 12345", ["fr"])).toBe(1);
    expect(foundIn("Votre police no 12345 est arrivée à échéance.", ["en"])).toBe(0);
    expect(foundIn("op 0123456789", ["nl"])).toBe(1);
    expect(foundIn("Bel me op 0123456789.", ["en"])).toBe(0);
  });
});

describe("programs, whose variables have the names of labels elsewhere", () => {
  it.each([
    '{"pk": 12345, "fk": 67890}',
    "SELECT * FROM orders WHERE pk = 12345;",
    '{"cap": 12345, "cp": 10001}',
    "cap: 10000 requests; cp: 12345 bytes copied",
    "bg: 123456; fg: 654321; pg: 654321",
    "sip: 1001234, pis: 12345678901, c/c: 12345",
    "let adres = address[12];",
    "Adresse: 0x7fff5fbff8a0 im Speicher",
    "内存地址：0x7fff1234号",
  ])("hold no value: %s", (text) => {
    expect(found(text)).toEqual([]);
  });
});
