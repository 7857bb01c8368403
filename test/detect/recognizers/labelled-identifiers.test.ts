// Identifiers after labels, in sentences, forms, programs and mark-up.

import { describe, expect, it } from "vitest";
import { labelledIdentifiers } from "../../../src/detect/recognizer-list.ts";
import { compare } from "../../support/detect/marked.ts";
import { valuesIn } from "../../support/detect/typed.ts";
import { fc } from "../../support/properties.ts";

const FOUND: Readonly<Record<string, readonly string[]>> = {
  PASSPORT: [
    "Her US passport number is «531082374» and expires in 2029.",
    "Passport No.: «C01X00T47» (Germany)",
    "Reisepass-Nr.: «C01X00T47»",
    "Número de pasaporte: «XDB123456»",
    "N\u00fa\u200bmero de pasa\u00adporte: «XDB123456»",
    "travel document no. «N1234567»",
    "She showed passport no. «GB 531082374» at the border.",
    "Passport number: «123-45-6789», his passport is «123 456 789»",
    "holder of passport «123456789» (issued 12/03/2020)",
  ],
  DRIVING_LICENSE_NUMBER: [
    "Driver's License: «D1234567» (CA)",
    "DL# «12345678» issued in TX",
    "driver license no «S530-4218-9001»",
    "UK driving licence: «MORGA 657054 SM9IJ»",
    "Führerscheinnummer: «B072RRE2I55»",
    "License on file: «DL-C11640-40»",
  ],
  VEHICLE_REGISTRATION_NUMBER: [
    "License plate: «7ABC123»",
    "plate number «KA-01-HH-1234» was seen",
    "plate «7XKR219» (California), registration «191-C-20457»,",
    "vehicle reg «AB12 CDE»",
    "Kennzeichen: «B-MW 1234»",
  ],
  VEHICLE_IDENTIFICATION_NUMBER: ["VIN: «WVWZZZ1JZXW000001»", "chassis no «JH4KA7561PC008269»"],
  ACC_NO: [
    "Routing number «021000021», account number «000123456789»",
    "Account No. «12345678», sort code «20-00-00»",
    "BSB «062-000», Acct #: «4417-1234-5678»",
    "account number: «61 1090 1014 0000 0712 1981 2874», RIB : «30004 00828 0001234567A 76»",
    "SWIFT code: «CHASUS33XXX»; IFSC: «SBIN0001234»",
    "Kontonummer «532013000» bei der Sparkasse, BLZ «37040044»",
    "Accounts «10163241», «10163242» and «10163243» were closed.",
    "transfer from account «000123456789» to account «998877665544»",
  ],
  MEDICAL_RECORD_NUMBER: [
    "Medical Record Number: «00123456», chart no. «55-1234»",
    "MRN#«12345678», NHS number «943 476 5919»",
    "| MRN | «00123456» |",
    '<td class="label">MRN</td>\n<td class="value text-right" style="width: 50%"><b>«00123456»</b></td>',
    '<mrn>«00123456»</mrn> <medical mrn="«00123457»"/>',
    '{"patientId":"«P0012345»", patient_id: «778812»}',
    "John Doe («MRN-4197964») was admitted",
  ],
  INSURANCE_NUMBER: [
    "Medicare number «1EG4-TE5-MK73», group no. «77123», member ID «W1234567801»",
    "**Policy #:** «ABC-1234567»",
    "Policy #\n«HO-4432-9981»",
    "Medicare card no. «2123 45670 1», member ID «XJH 204 558 913» by tomorrow",
    "Policy number: «4471 20938 11», renewed in May",
    "policy number «AB 123 456», policy no: «AB 123 456»; Member ID: «1234 5678 9012»",
    "policy no. «7789213» was cancelled; claim «CLM-206989» filed",
  ],
  LICENCE_NO: [
    "Dr. Ray (NPI «1245319599», DEA «BR1234563»)",
    "State Bar No. «298731»",
    "FROM: Mark Moore (Bar No. «TX-367045»)",
    "medical license number «A98765»",
  ],
  NATIONAL_ID: [
    "National Insurance number: «QQ 12 34 56 C»",
    "SIN: «046 454 286», Aadhaar: «4991 1866 5246»",
    "DNI: «12345678Z», NIE: «X1234567L», PESEL «44051401359»",
    "AHV-Nr. «756.9217.0769.85»",
    "numéro de sécurité sociale «2 55 08 14 168 025 38»",
    "Insurance: «NID-900192913»",
    "A-number «A204 518 773», passport to follow",
  ],
  TAX_ID: [
    "EIN «12-3456789», ITIN: «912-78-1234», TIN «123-45-6789»",
    "USt-IdNr. «DE136695976», Steuernummer: «93/815/08152», Steuer-ID «86 095 742 719»",
    "VAT number «GB 980 7806 84»",
    "CPF: «529.982.247-25»; codice fiscale «RSSMRA85T10A562S»; P.IVA «00743110157»",
    "SIRET «732 829 320 00074»",
  ],
  PASSWORD: ["declined (cvv «737»), CVC: «9120»", "security code «318» on the back"],
  LOCATION: [
    "lat=«48.858370» lon=«2.294481» accuracy=12m",
    'city=«Bree»&zip=x, city=«New%20York» HTTP/1.1, {\\"city\\":\\"«Bree»\\"} {city: «Bree»}',
    'city: «PleasantVille», {"city":"«Bree»","शहर":"«जयपुर»"} Ville : «Yenne»',
    "{ lat: «59.913868», lng: «-10.752245» }, gps: [«50.8290, -0.1123»]",
  ],
  ID_OTHER: [
    "Employee #«10432», Badge No: «7719», Staff ID: «S10293»",
    "Case number: «3:21-cv-00123-WHO», case no. «2024-CIV-3426»",
    "customer number: «884 213 998», customer no. «884 213» was closed; reference number «1234 5678 9012»",
    "Ihre Kundennummer «998 123 456» ist gesperrt, Kunden-Nr.: «12 34 56»",
    "Cause No. «D-1-GN-21-003456», Aktenzeichen «12 O 345/23»",
    "Your reference: «KL-99821», invoice no. «2024-118»",
    "employee ID is «E-20931», file number: «2024/87», serial number: «C02XG0FDJG5H»",
    "employeeId: '«E-2231»', customer_id=«88213»",
    "Confirmation number: «Q7RT2K», loan number «0045291180»",
    "Employee John Smith, ID «240655», joined 12 MAY 2024.",
    "File number: «2023/0417», File Nos. «333-12345» and «333-67890»",
    "Application No. «12/345,678»; patent application Ser. No. «10/123,456»",
    "applications nos. «12345/06» and «23456/07», the application (no. «46632/13») was lodged",
    "Case «12-cv-00123», Case Nos. «19-cv-00124» and «19-cv-00125»",
  ],
  ZIP: [
    "zip code: «02139-4307»",
    "PLZ: «10115»",
    "Postcode: «SW1A 1AA»",
    "My zip code is «880»",
    "postcode «2000», PIN code: «560001»",
    "CEP: «01304001»",
  ],
  PERSON: [
    "spelled «O-L-U-W-A», spelling: «Q. Z. A.»".replace(".»", "»."),
    "spelled «N-A-S-H», spelt «S M Y T H», spelled: «E.R.I.K»",
    "last_name=«J%C3%BCrgensen%20Nowak»&fname=«Jos%C3%A9+Q.+Mart%C3%ADnez»",
  ],
  CRYPTO: ["Wallet reference: «0x4879ada50d504879ada50d504879ada50d50»."],
  NATIONALITY: [
    "He is a «German» citizen, a «catholic» no, a «Catholic» yes.".replace(
      "«catholic»",
      "catholic",
    ),
  ],
};

const NOT_FOUND = [
  "Code 12345, zip file 12345",
  "city: City = x; { town: Town; hometown: Hometown }; Ort: Online; firstname=%20s full name=a+b",
  "file number: 2019/20, city: none, our city: vibrant, spelled A-1, spelling: AB",
  "The order number is 12345, part number 4471-22, ticket 483, shelf UFD-5409.",
  "The reference PL17091686072457547978042675 in your letter was a typing error.",
  "In case 12 people come, account for 300 dollars.",
  "The policy 2020 review covers 1500 members; chapter 11 case 10 of 12.",
  "case: 2024-01-15, Account balance: $12,345.67, account opened 12/03/2021",
  "the application 2.1 crashed with 12345678 users, applications in 2023/24, file 12345.txt",
  "passport 2023 renewal, student 12345, customer 360 view, member since 2015",
  "Patient: 45 y/o male. License: MIT. License 2.0",
  "Call insurance at 555-123-4567 or insurance 1-800-555-0100",
  "Reference: 12 MAY 2024",
  "swift SHIPMENT of goods, Taylor Swift DELIVERS, HOSPITAL",
  "sin: 0.70710678, VAT 20% included, DL: 2.5 MB/s",
  "AC-130, PT-141, CS-101, MIL-STD-1553, COVID-19 CASE-19",
  "pin: 8, PIN 12 of the connector, pass: 12 fail: 3, Staff: 350",
  "passports123456789 and mypassport: 123456789",
  "MRN-12 EMP-AB POL-ish the emp-1234567",
  "MRN:",
  "plate 12 AB, plates 250 ML, registration 2024, latitude 12, geo: 1.25",
  "cvv 73751, CVC 12",
  "Passport no.: john123456@example.com",
];

describe("a label", () => {
  const found = (text: string) => labelledIdentifiers.scan(text).length > 0;

  it("begins where a word begins, a part of a field's name included", () => {
    const fields = "mrn (mrn user_mrn user-mrn userMrn no.mrn".split(" ");
    expect(fields.filter((field) => !found(`${field}: 4197964`))).toEqual([]);
  });

  it("begins neither inside a word nor behind a digit", () => {
    const fields = "xmrn émrn USERMRN 2mrn x2mrn".split(" ");
    expect(fields.filter((field) => found(`${field}: 4197964`))).toEqual([]);
  });
});

describe("labels", () => {
  it.each(Object.entries(FOUND).flatMap(([type, texts]) => texts.map((text) => [type, text])))(
    "%s: %s",
    (type, marked) => {
      const { found, expected } = compare(labelledIdentifiers, marked);
      expect(found).toEqual(expected);
      const text = marked.replace(/[«»]/g, "");
      expect(labelledIdentifiers.scan(text).map((span) => span.entityType)).toEqual(
        expected.map(() => type),
      );
    },
  );

  it.each(NOT_FOUND)("leaves %s", (text) => {
    expect(valuesIn([labelledIdentifiers], text)).toEqual([]);
  });
});

describe("scores", () => {
  const scoreOf = (text: string) => labelledIdentifiers.scan(text).map((span) => span.score);

  it("trusts a check digit more than a form, a form more than a label", () => {
    expect(scoreOf("NPI: 1234567893")).toEqual([0.95]);
    expect(scoreOf("NPI: 1234567890")).toEqual([0.85]);
    expect(scoreOf("employee no. 4411")).toEqual([0.7]);
    expect(scoreOf("ID: 4411")).toEqual([0.5]);
  });

  it("says what it goes by, never the value", () => {
    const [span] = labelledIdentifiers.scan("routing number 021000021");
    expect(span?.recognizer).toBe("account-number");
    expect(span?.reason).not.toMatch(/\d/);
  });
});

describe("any text", () => {
  const pieces = fc.constantFrom(
    ...[
      "passport ",
      "no. ",
      ": ",
      "DL",
      "MRN-",
      "12345678",
      "id=",
      '"',
      "(",
      "\n",
      "é",
      "😀",
      "ACCT",
      "#",
      "AB12",
    ],
  );

  it("gives spans inside the text, without overlap, that do not begin or end with blanks", () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const text = parts.join("");
        let last = 0;
        for (const { start, end } of labelledIdentifiers.scan(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(text.slice(start, end)).toBe(text.slice(start, end).trim());
          last = end;
        }
      }),
    );
  });

  it("finds a labelled number whatever stands around it", () => {
    fc.assert(
      fc.property(fc.nat(99_999_999), fc.lorem({ maxCount: 5 }), (number, around) => {
        const digits = String(number).padStart(9, "1");
        const text = `${around}. Passport no. ${digits}, ${around}`;
        expect(valuesIn([labelledIdentifiers], text)).toContain(`PASSPORT ${digits}`);
      }),
    );
  });
});
