// An example of each check of a country's numbers. Where nothing else is said they are of python-stdnum 2.2
// (https://arthurdejong.org/python-stdnum), the others with where they are from.

import type { Kind } from "../../../../../src/detect/recognizers/identity/countries/country.ts";

/** A number that passes a check. */
interface Example {
  readonly kind: Kind;
  /** What the form shows, as its reason has it. */
  readonly shown: string;
  readonly written: string;
  /** How many of the numbers with one other digit pass, too: those with digits outside the check, or of modulus 10 or less. */
  readonly changed: number;
  /** The same of those with two digits swapped: 0 and 9 by Luhn, those of one parity. */
  readonly swapped: number;
}

function example(kind: Kind, shown: string, written: string, changed = 0, swapped = 0): Example {
  return { kind, shown, written, changed, swapped };
}

/** At least one of each check. */
export const EXAMPLES: readonly Example[] = [
  // Tests of Microsoft Presidio, as is that of the health insurance number.
  example("national", "check digit of a pension insurance number", "15 070649 C 103"),
  // The specimen card in ICAO Doc 9303, part 11.
  example("national", "check digit of an identity card", "T220001293"),
  example("national", "check letter of a DNI or NIE", "54362315K"),
  // Validators of several public repositories.
  example("national", "check digits of a social security number", "281234567840"),
  example("national", "check digit of an Aadhaar number", "234123412346"),
  example("national", "check digit of an EPIC", "WKH1186253"),
  example("national", "check digit of a SIN", "123-456-782"),
  example("national", "check digit of a BSN", "111222333"),
  example("national", "key of a NIR", "2 95 10 99 126 111 93"),
  example("national", "check digit of an AHV number", "756.9217.0769.85"),
  example("national", "check digits of a Belgian number", "85.07.30-033.28"),
  example("national", "check digit of a PESEL", "44051401359", 0, 1),
  // The specimen card, in tests of several public validators.
  example("national", "check digit of an identity card", "ABA300000"),
  example("national", "check character of a Finnish code", "131052-308T"),
  example("national", "check digit of a personnummer", "880320-0016"),
  example("national", "check digit of a CURP", "BOXW310820HNERXN09", 4),
  // Made here, by Luhn.
  example("national", "check digit of an NSS", "12345678903", 0, 1),
  // One of each series: validators of several public repositories.
  example("national", "check letter of an NRIC or FIN", "S1234567D"),
  example("national", "check letter of an NRIC or FIN", "T1234567J"),
  example("national", "check letter of an NRIC or FIN", "F1234567N"),
  example("national", "check letter of an NRIC or FIN", "G1234567X"),
  example("national", "check letter of an NRIC or FIN", "M1234567K"),
  example("national", "check digit of a cartao de cidadao", "00000000 0 ZZ4"),
  example("national", "check digit of an Austrian insurance number", "1237 010180"),
  example("national", "check digits of a kimlik no", "17291716060", 0, 2),
  example("national", "check character of a Chinese identity number", "360426199101010071"),
  // The number that most public validators of GB 11643 test with.
  example("national", "check character of a Chinese identity number", "11010519491231002X"),
  example("national", "check digit of an Individual Number", "6214 9832 0257"),
  example("national", "check digit of a Korean number", "971013-9019902"),
  example("national", "check digit of a South African number", "7503305044089"),
  example("tax", "check digit of a tax number", "36 574 261 809"),
  example("tax", "check letter of a NIF", "54362315K"),
  example("tax", "check character of a NIF", "J99216582"),
  example("tax", "check character of a GSTIN", "27AAPFU0939F1ZV"),
  example("tax", "check digit of a business number", "12302 6635 RC 0001", 36, 1),
  example("tax", "check digit of a BSN", "111222333"),
  example("tax", "check digit of a SIREN or SIRET", "732 829 320 00074"),
  example("tax", "key of a numero fiscal", "3023217600053"),
  example("tax", "check digit of a UID", "CHE-100.155.212"),
  example("tax", "check digit of a NIP", "8567346215"),
  example("tax", "check digit of a REGON", "192598184"),
  example("tax", "check digit of an organisationsnummer", "123456-7897"),
  example("tax", "check character of an RFC", "GODE561231GR8"),
  example("tax", "check character of a codice fiscale", "RCCMNL83S18D969H"),
  example("tax", "check digit of a partita IVA", "00743110157"),
  example("tax", "check digits of a CPF", "390.533.447-05", 1),
  example("tax", "check digits of a CNPJ", "16.727.230/0001-97"),
  example("tax", "check digits of a CNPJ", "12.ABC.345/01DE-35"),
  example("tax", "check digit of a NIF", "501964843"),
  example("tax", "check digit of a RUT", "12.531.909-2"),
  example("tax", "check digit of a TFN", "123 456 782"),
  example("tax", "check digits of an ABN", "83 914 571 673"),
  example("tax", "check digit of a vergi kimlik no", "4540536920", 0, 1),
  example("tax", "check character of a social credit code", "91110000600037341L"),
  example("tax", "check digit of a Korean business", "116-82-00276", 0, 1),
  example("tax", "check digit of a CUIT or CUIL", "20-05536168-2"),
  example("tax", "check digit of a South African taxpayer", "0001339050", 0, 1),
  // As in test/detect/checks/weighted-checks.test.ts.
  example("patient", "check digit of an NHS number", "943 476 5919"),
  example("patient", "check digit of a health number of British Columbia", "9698 658 215"),
  // Made here; check as petalmd/health_card has it.
  example("patient", "check digit of a health number of Ontario", "9876 543 217"),
  // Made here; check as the documents of e-SUS APS have it.
  example("patient", "check digit of a CNS", "898 0000 0004 3208", 9),
  // The IHI in the examples of HL7 Australia.
  example("patient", "check digit of an IHI", "8003608166690503", 0, 1),
  example("insurance", "check digit of a health insurance number", "A123456780"),
  // As in test/detect/checks/weighted-checks.test.ts.
  example("insurance", "check digit of a Medicare card", "2123 45670 1", 9, 1),
];
