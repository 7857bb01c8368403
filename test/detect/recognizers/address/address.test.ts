// Postal addresses in the forms of many countries, and texts that only look like one.

import { describe, expect, it } from "vitest";
import { address } from "../../../../src/detect/recognizers/address/address.ts";
import { compare } from "../../../support/detect/marked.ts";
import { fc } from "../../../support/properties.ts";

const FOUND: Record<string, string[]> = {
  "United States": [
    "Ship to «1600 Pennsylvania Avenue NW, Washington, DC 20500» today.",
    "She lives at «742 Evergreen Terrace, Springfield, OR 97403».",
    "«350 Fifth Avenue, 34th Floor, New York, NY 10118-3299»",
    "My office is «12 N. Main St., Apt. 4B, Austin, Texas 78701», come by.",
    "at «4783 Bay Rd Saginaw, Michigan 48604» (989)755-1109",
    "«201 Broadway, 4th Floor, Cambridge, Massachusetts 02139»",
    "at «999 e. broadway st, tucson az 85719»",
    "send it to «1209 orange street, wilmington, de 19801»",
    "«5500 State Route 9 Suite 12, Cold Spring, NY 10516»",
    "Jane Doe\n«221 W 5th St #12\nPortland, OR 97209\nUSA»\n",
    "We moved to «Springfield, IL 62704» in May.",
    "«PO Box 1234, Boise, ID 83701», «P.O. Box 77», «Post Office Box 12»",
    "«PSC 1234, Box 5678\nAPO AP 96310». Or «Unit 2050 Box 4190\nDPO AE 09712»",
    "«USNS Comfort\nFPO AE 09566» is afloat",
  ],
  "United Kingdom, Ireland": [
    "«10 Downing Street, London SW1A 2AA»",
    "«221B Baker Street, London NW1 6XE, United Kingdom».",
    "Flat is at «38 Kestrel Close, Cardiff CF13 1LH». Call me.",
    "«Unit 7, 12 Mill Lane, Leeds LS1 4AP»",
    "«42 Grafton Street, Dublin 2, D02 X285»",
  ],
  "Canada, Australia, New Zealand": [
    "«111 Wellington Street, Ottawa, ON K1A 0A9»",
    "«1000 rue De La Gauchetière, Montréal, QC H3B 4W5»",
    "«48 Pirrama Road, Pyrmont NSW 2009, Australia»",
    "«124 Devon Street West\n Suite 240\n New Plymouth\n New Zealand»",
  ],
  "floors and doors, provinces, states": [
    "Vive en la «Calle Mayor 3, 2.º B, 28013 Madrid» con su familia.",
    "«Calle Sol 5, 3º izq., 41001 Sevilla»; «Avda. Escosura, 4 - 6° E»",
    "«Av. da Liberdade 12, 2.º Esq., 1250-096 Lisboa»",
    "«Hauptstraße 12, 2. OG, 10115 Berlin», «12 rue de la Paix, 3e étage, 75002 Paris»",
    "«Via Roma 5, 2° piano, 20121 Milano (MI)» oggi",
    "«Vicolo Corto, 12 Appartamento 2, 89132, Reggio Calabria (RC)».",
    "«Rua Sete, 37, Planalto, 03389014 Cavalcante / PI»; «Rua Augusta 1500, São Paulo/SP»",
  ],
  "Germany, Austria, Switzerland": [
    "Anschrift: «Hauptstraße 95, 28243 Köln».",
    "«Lindenstr. 5a, 10969 Berlin, Deutschland»",
    "«Schillerstraße 7 b, 04109 Leipzig», Tel. 0341",
    "wohnt in «Unter den Linden 77, 10117 Berlin»",
    "«Platz der Republik 1, 11011 Berlin»",
    "«Mariahilfer Straße 12, 1070 Wien»",
    "«Bahnhofstrasse 45, CH-8001 Zürich»",
    "«Postfach 1234, 80331 München»",
    "in der «Lindenallee 3, 24103 Kiel». Der Berater kam nach «Hauptstr. 5, 66111 St. Ingbert»",
  ],
  "France, Belgium": [
    "«12 rue de la Paix, 75002 Paris»",
    "Il vit au «12 rue Foch, 57000 Metz». Le chat dort",
    "«5 bis avenue Foch, 75116 Paris, France»",
    "«36 Boulevard Haussmann\n75009 Paris»",
    "«2 place de l'Hôtel de Ville, 69001 Lyon»",
    "«Rue de la Loi 16, 1000 Bruxelles»",
  ],
  "Spain, Portugal, Brazil, Latin America": [
    "«Calle Mayor, 5, 28013 Madrid»",
    "«C/ Manuel Iradier 77, 01005 Vitoria»",
    "«Avda. de la Constitución 23, 41001 Sevilla, España»",
    "«Rua das Flores, 123 - Apto 45, São Paulo - SP, 01234-567»",
    "«Av. Reforma 222, Col. Juárez, 06600 Ciudad de México», piso",
    "«Rua Augusta, 1500, São Paulo, SP 01304-001, Brasil»",
    "«Avenida Paulista 1578, São Paulo»",
    "«Av. Corrientes 1234, Buenos Aires, Argentina»",
    "«C/ Pintor Sorolla nº 14, 3º-2ª, 46002 Valencia»",
    "«Travessa da Boavista, n.º 8, 2.º Esq., 4050-115 Porto»",
    "en «Jirón Huallaga 345», Lima",
    "«Rua das Acácias, 210, ap. 31, Campinas - SP, CEP 13010-111, Brasil»",
  ],
  Italy: [
    "«Via Garibaldi 12/A, 20121 Milano (MI)»",
    "«Via Roma 10, 00184 Roma»",
    "«Piazza del Duomo, 14, 20122 Milano, Italia»",
    "«Viale Europa 190»",
    "residente in «Via Roma n. 22 int. 5, 80059 Torre del Greco», dichiara",
    "in «Via Verdi n° 7»",
  ],
  Netherlands: [
    "«Keizersgracht 123, 1015 CJ Amsterdam»",
    "«Burgemeester Oudlaan 50, 3062 PA Rotterdam»",
  ],
  "Nordic countries": [
    "«Drottninggatan 71, 111 36 Stockholm»",
    "«Vesterbrogade 3, 1620 København V»",
    "«Karl Johans gate 22, 0026 Oslo, Norway»",
    "«Mannerheimintie 4, 00100 Helsinki»",
    "«Laugavegur 77», Reykjavík",
    "på «Kungsgatan 44 lgh 1203, 411 15 Göteborg»",
  ],
  "Poland, Czechia, Hungary, Turkey, Russia": [
    "«ul. Marszałkowska 12, 00-590 Warszawa»",
    "«ul. Długa nr 5», «Atatürk Cad. No: 15»",
    "«al. Jerozolimskie 65/79, 00-697 Warszawa»",
    "«Andrássy út 22., 1061 Budapest»",
    "«Király u. 23», Budapest",
    "«İstiklal Caddesi 45, 34430 Istanbul, Turkey»",
    "«ул. Тверская 13, Москва 125032»",
  ],
  "India, Singapore": [
    "«24 Mahatma Gandhi Road, Bengaluru 560001, India»",
    "«37, Taj Express Road», near the bus stop",
    "«1 Raffles Place, Singapore 048616»",
  ],
  "no street word, but a flat, a postcode or a word that announces it": [
    "«69 Roheline 43\n Apt. 305\n Lepassaare\n Estonia 56293»",
    "She lives at «Askelund 12».",
    "Address: «San Andrés 70, Quito, Ecuador»",
  ],
  corners: ["Meet me at «the corner of 5 Elm Street and Oak Avenue», please."],
};

const CLEAN = [
  "Beschluss vom 24. Juli, XI B 25/17, BFH/NV 2017, 1591, Rz 2",
  "12 Jahre (DE), 3 Tage und 2. Stock",
  "5 Main points to discuss, 12 key Points",
  "St. Mary wrote 3 letters to St. Paul",
  "the 10 Way handshake, a 4-way stop, 2 way street",
  "3 Supreme Court judges and 2 District Court cases",
  "1 Drive bay, 2 Disk Drive bays, 4 USB Drive ports",
  "In 2008 Wall Street collapsed; in 2020 Main Street followed.",
  "Take exit 12 and drive 20 miles down the road.",
  "12 patients saw Dr. Smith, 5 of them Dr. Jones.",
  "Rule No. 4 and Rua nº 3; Place No. 5 in the list, Bill No 12",
  "Route 66, Highway 61 and Interstate 5 are roads.",
  "Windows 10, iPhone 12, Gate 5 at Terminal 3, Room 101, Chapter 7",
  "on 5 May 2020 at 10:15, 12 March 1999, March 12, 2019",
  "version 2.1.0, 3.14, 1,234 and $1850 Park",
  "Brigade 5, Auntie 12, decade 3, Katie 25, Daniela 31",
  "The 2018 North Korea summit; the 2012 Nuclear Security Summit.",
  "via 3 hops, via Email 5 times, place 3 orders",
  "the boat arrived at Terminal 5; meet at Gate 12",
  "In the February 1974 United Kingdom general election",
  "elected over Al Gore in 2000, Ontario voted in 1943",
  "Order 12345, invoice 2024-001, 4111 1111 1111 1111",
  "Main Street is long, and so is High Street.",
  "He ran 5 km along the river and won 2 games in Paris, France.",
  "12 Angry Men, 21 Jump, 8 Mile",
  "They stayed at Hilton 5 nights and moved to 2 London offices; she lives in 3 Bedroom flats.",
  "6 C ENE 38, RJOM 120400Z 22007KT 9999",
];

describe("addresses", () => {
  for (const [country, texts] of Object.entries(FOUND)) {
    it.each(texts)(`${country}: %s`, (marked) => {
      const { found, expected } = compare(address, marked);
      expect(found).toEqual(expected);
    });
  }

  it.each(CLEAN)("leaves alone: %s", (text) => {
    expect(address.scan(text).map(({ start, end }) => text.slice(start, end))).toEqual([]);
  });

  it("is surer with a postcode, less sure without a street word", () => {
    const score = (text: string) => address.scan(text)[0]?.score ?? 0;
    expect(score("5 Elm St, Boston, MA 02101")).toBeGreaterThan(score("55 Elm St"));
    expect(score("55 Elm St")).toBeGreaterThan(score("69 Roheline 43, Apt. 5"));
  });

  it("goes on over a gap of 16 characters, and ends before a longer one", () => {
    const found = (blanks: number) => {
      const text = `12 Elm Street,${" ".repeat(blanks)}Springfield, IL 62704`;
      return address.scan(text).map(({ start, end }) => text.slice(start, end).replace(/ +/g, " "));
    };
    expect(found(15)).toEqual(["12 Elm Street, Springfield, IL 62704"]);
    expect(found(16)).toEqual(["12 Elm Street", "Springfield, IL 62704"]);
  });

  it("keeps offsets in order and inside the text, whatever the parts", () => {
    const part = fc.constantFrom(
      ..."12|Main|St|Street,|rue|de la|Hauptstraße|95|\n|,|Apt.|5B|NY|10001|SW1A|2AA|PO Box|7|the corner of|and|zip code|é|字|😀|(|:|-|.|Dr.|ul.|#|Suite|France|P.|O.|Box".split(
        "|",
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
        const text = parts.join(" ");
        let last = 0;
        for (const { start, end } of address.scan(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(text.slice(start, end).trim()).toBe(text.slice(start, end));
          last = end;
        }
      }),
    );
  });
});

describe("cost", () => {
  // Texts in which every number begins the search anew, and every search goes as far as it may.
  const units = [
    ...[
      "1 ",
      "12 A ",
      "A 1 ",
      "1 Main St, ",
      "5 a b c d st ",
      "Via A A A A A 1",
      "1, ",
      "1\n",
      "A\n1\n",
    ],
    ...[
      "rue ",
      "1 rue de la ",
      "Apt. 1 ",
      "# 1 ",
      "PO Box ",
      "12345 A ",
      "SW1A 2AA ",
      "zip 12345 ",
      "1 New York ",
    ],
    ...[
      "the corner of 1 A St and A ",
      "Address: A 1 ",
      "1 Congo Republic of the ",
      "Hauptstraße 1 ",
      "1-1/1.1,1 ",
      "Via A 1, 2.º B, ",
      "Via A 1, A (AA), ",
      "Rua A 1, A/AA, ",
    ],
  ];

  // Steps in number of the square of 131,072 letters would outlast the test's time.
  it.each(units)("grows with the text: %j", (unit) => {
    address.scan(unit.repeat((1 << 17) / unit.length));
  });

  it("does not read on for ever in one word, one number or one gap", () => {
    for (const unit of ["a", "A", "1", " ", "-", "a-", "1-", "1.", "\n", "é", "😀"]) {
      address.scan(`1 ${unit.repeat(1 << 19)} 1 ${unit.repeat(1 << 10)}`);
    }
  });
});
