// Made-up values to mask: some for each format and each token name, of which one or more do not have its form.

/** Values by format. */
export const VALUES_OF_FORMATS: Readonly<Record<string, readonly string[]>> = {
  "Person Name": ["George Williams", "MARÍA del Mar Ruiz", "x"],
  "Email Address": ["george@company.com", "ann.miller+news@mail.example.org", "no address"],
  "Phone Number": ["(408) 426-9989", "+49 30 901820 ext. 7", "call me"],
  Address: ["1234 Elm Street, Los Angeles", "Unter den Linden 5\n10117 Berlin", "somewhere"],
  "IP Address": ["192.168.0.1", "2001:db8::8a2e:370:7334", "10.0.0.1:8080"],
  "Social Identification Numbers": ["856-45-6789", "123456789", "12-3"],
  "Credit Card": ["5000 2368 7954 3214", "4111111111111111", "no card"],
  URL: ["https://shop.company.com/orders?id=42", "www.example.org", "not a link"],
  "Default Format": ["George", "two words", "…"],
  Date: ["March 10, 2023", "03.04.2023", "2023-12-31T23:59:59Z", "never"],
  IBAN: ["DE89 3704 0044 0532 0130 00", "GB82WEST12345698765432", "no bank"],
  "MAC Address": ["00:1B:44:11:3A:B7", "001b.4411.3ab7", "no device"],
};

/** Values by token name, masked without a format. */
export const VALUES_OF_NAMES: Readonly<Record<string, readonly string[]>> = {
  "Default Token": ["George", "日本語のテキスト", "a\u0000b\ttab", " "],
  "Text Token": ["12 Main Street, Springfield", "👩‍👩‍👧 family", "é".repeat(60)],
  "Numeric Token": ["(408) 426-9989", "1", "١٢٣", "0000000000000000"],
  "Special Token": ["john.doe@example.com", "<EMAIL>x</EMAIL>", "w".repeat(300)],
  "Person Token": ["George Williams", "ADA", "van der Berg"],
  "Date Token": ["6/12/1967", "29 February 2024"],
  // More than a quarter of the codes there are: a counter that went back would give some of them twice.
  "State Token": ["TN", "Texas", ...Array.from({ length: 30 }, (_, i) => `State ${i}`)],
  "City Token": ["Bangalore", "São Paulo", "Llanfairpwllgwyngyll"],
  "Address Token": ["24 Mark Street", "5 Rue de la Paix, Paris"],
};

/** Texts in which auto-detect finds every entity type that it looks for without a policy. */
export const TEXTS: readonly string[] = [
  "Mail ada@example.com or call (212) 555-0123, ada@example.com again",
  "See https://example.com/a?b=c and 10.1.2.3, 2001:db8::1, device 00:1B:44:11:3A:B7",
  "Paid with 4111 1111 1111 1111, SSN 756-45-6689, fax: (212) 555-0199",
  "Routing number 021000021, account number 000123456789",
  "Peter Johnson of Acme Corporation lives at 742 Evergreen Terrace, Springfield, IL 62704",
  "Date of birth: 12/03/1985. Driver's License: D1234567 (CA), License plate: 7ABC123",
  "VIN: WVWZZZ1JZXW000001. State Bar No. 298731. Policy #: ABC-1234567",
  "Discharge date: 04/05/2023",
  "planted <EMAIL>somebody</EMAIL> and <PHN> alone",
  "word",
  "nothing to see here",
];

/** Texts with the entity types that only a policy looks for. */
export const MORE_TEXTS: readonly string[] = [
  "IBAN DE89370400440532013000, passport No.: C01X00T47 (Germany), VAT number GB 980 7806 84",
  "Medical Record Number: 00123456, National Insurance number: QQ 12 34 56 C",
  "He is 42 years old, a French citizen, and moved to Berlin on 3 May 2021. zip code: 02139-4307",
  "username: jdoe42, password: Tr0ub4dor&3x",
  "api_key = sk_live_4eC39HqLyjWDarjtT1zdp7dc",
  "Pay to bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
  "Employee #10432, Case number: 3:21-cv-00123-WHO",
];
