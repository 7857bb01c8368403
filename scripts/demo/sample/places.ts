// Addresses in the style of their country, and telephone numbers from the ranges that the country's
// regulator keeps free for films and examples. No number here is anybody's.

import type { SeededRandom } from "./random.ts";

/** Where somebody lives and how to call there. */
export type Place = { address: string; phone: string };

/** Countries the sample knows; neighbours are counted among them. */
export type CountryCode =
  | "US"
  | "GB"
  | "DE"
  | "FR"
  | "SE"
  | "AU"
  | "JP"
  | "CN"
  | "BR"
  | "ES"
  | "IN";

type Words = readonly [string, ...string[]];
type Country = {
  code: CountryCode;
  /** With `#` for a digit; cities come with their postal code. */
  layout: Words;
  streets: Words;
  cities: Words;
  phones: Words;
};

/** Ofcom's mobile range for drama; also used for countries whose regulator publishes no such range. */
const UK_DRAMA_MOBILE = ["+44 7700 900###", "07700 900###", "+447700900###"] as const;

const COUNTRIES: readonly [Country, ...Country[]] = [
  {
    code: "US",
    layout: [
      "#### {street}, {city}",
      "1## {street}, Apt. ##, {city}",
      "9## {street}, Suite 4##, {city}",
    ],
    streets: [
      "Maple Street",
      "Elm St.",
      "Harbor Blvd",
      "Old Mill Road",
      "W 8th Avenue",
      "Lakeview Dr",
    ],
    cities: ["Springfield, IL 62704", "Portland, OR 97205", "Austin, TX 78701", "Boise, ID 83702"],
    // 555-0100 to 555-0199 of any area code.
    phones: [
      "(212) 555-01##",
      "503-555-01##",
      "+1 512 555 01##",
      "+1-208-555-01##",
      "(312) 555-01##",
    ],
  },
  {
    code: "GB",
    layout: ["Flat #, ## {street}, {city}", "## {street}, {city}"],
    streets: ["Baker's Row", "Station Road", "St. Mary's Close", "Cwm Lane", "High Street"],
    cities: ["London N1 9GU", "Cardiff CF10 1EP", "Edinburgh EH1 2NG", "Leeds LS1 4AP"],
    phones: [...UK_DRAMA_MOBILE, "020 7946 0###", "+44 20 7946 0###", "0131 496 0###"],
  },
  {
    code: "DE",
    layout: ["{street} ##, {city}", "{street} #a, {city}"],
    streets: [
      "Königsallee",
      "Bürgermeister-Groß-Straße",
      "Lindenstr.",
      "Am Mühlbach",
      "Goethestraße",
    ],
    cities: [
      "10115 Berlin",
      "80331 München",
      "50667 Köln",
      "22767 Hamburg",
      "60311 Frankfurt a. M.",
    ],
    phones: [
      "+49 30 23125 ###",
      "030 23125###",
      "+49 89 99998###",
      "0221 4710###",
      "+49 171 39200##",
    ],
  },
  {
    code: "FR",
    layout: ["## {street}, {city}", "#bis {street}, {city}"],
    streets: [
      "rue de l'Église",
      "avenue du Maréchal-Foch",
      "place des Fêtes",
      "impasse des Tilleuls",
    ],
    cities: ["75011 Paris", "69003 Lyon", "13006 Marseille", "67000 Strasbourg", "35000 Rennes"],
    phones: ["01 99 00 ## ##", "+33 1 99 00 ## ##", "06 39 98 ## ##", "+33 6 39 98 ## ##"],
  },
  {
    code: "SE",
    layout: ["{street} ##, {city}", "{street} ##, lgh 1##1, {city}"],
    streets: ["Södra Vägen", "Kungsgatan", "Östra Ågatan", "Björkvägen"],
    cities: ["411 35 Göteborg", "111 43 Stockholm", "753 22 Uppsala", "211 22 Malmö"],
    phones: ["031-390 06 ##", "08-465 004 ##", "+46 70 174 06 1#", "040-628 04 ##"],
  },
  {
    code: "AU",
    layout: ["Unit #, ## {street}, {city}", "1## {street}, {city}"],
    streets: ["Wattle Grove", "Bondi Road", "Flinders Lane", "Parramatta Rd"],
    cities: ["Sydney NSW 2000", "Melbourne VIC 3000", "Perth WA 6000", "Hobart TAS 7000"],
    phones: ["(02) 5550 ####", "(03) 5550 ####", "+61 8 5550 ####", "+61 2 7010 ####"],
  },
  {
    code: "JP",
    layout: ["{city} {street}#-##-#", "{city} {street}##番地 コーポ桜 #0#号室"],
    streets: ["神南", "本町", "北新宿", "大手町"],
    cities: ["〒150-0041 東京都渋谷区", "〒530-0001 大阪府大阪市", "〒604-8005 京都府京都市"],
    phones: UK_DRAMA_MOBILE,
  },
  {
    code: "CN",
    layout: ["{city} {street} ##号", "{city} {street} 1##号 #单元"],
    streets: ["人民路", "中山东路", "解放大道", "建设街"],
    cities: ["上海市黄浦区", "北京市朝阳区", "广东省广州市越秀区", "四川省成都市"],
    phones: UK_DRAMA_MOBILE,
  },
  {
    code: "BR",
    layout: ["{street}, ## - Apto. 1##, {city}", "{street}, ##, {city}"],
    streets: [
      "Rua São João",
      "Avenida Getúlio Vargas",
      "Travessa da Conceição",
      "Alameda dos Ipês",
    ],
    cities: ["01310-100 São Paulo", "1100-148 Lisboa", "40020-000 Salvador", "4050-253 Porto"],
    phones: UK_DRAMA_MOBILE,
  },
  {
    code: "ES",
    layout: ["{street} ##, #.º B, {city}", "{street} ##, {city}"],
    streets: ["Calle Mayor", "Avenida de la Constitución", "Plaza de España", "C/ Peñón"],
    cities: [
      "28013 Madrid",
      "08002 Barcelona",
      "41001 Sevilla",
      "15001 Cusco",
      "06000 Ciudad de México",
    ],
    phones: UK_DRAMA_MOBILE,
  },
  {
    code: "IN",
    layout: ["No. ##, {street}, {city}", "Plot ##, {street}, {city}"],
    streets: ["M.G. Road", "Broad Street", "Moi Avenue", "Anna Salai", "Jalan Sudirman"],
    cities: [
      "Bengaluru 560001",
      "Lagos 101241",
      "Nairobi 00100",
      "Chennai 600002",
      "Jakarta 10220",
    ],
    phones: UK_DRAMA_MOBILE,
  },
];

/** A place to live, for most people at home, with a number that fits it. */
export function makePlace(random: SeededRandom, home: CountryCode): Place {
  const abroad = random.pick(COUNTRIES);
  const country = random.oneIn(4) ? abroad : (COUNTRIES.find((c) => c.code === home) ?? abroad);
  const street = random.pick(country.streets);
  const city = random.pick(country.cities);
  const address = random
    .pick(country.layout)
    .replace(/#+/g, (run) => `${random.between(1, 9)}${random.fill(run.slice(1))}`)
    .replace("{street}", street)
    .replace("{city}", city);
  return { address, phone: makePhone(random, country) };
}

function makePhone(random: SeededRandom, country: Country): string {
  const phone = random.fill(random.pick(country.phones));
  return random.oneIn(40) && phone.startsWith("(")
    ? `${phone} ext. ${random.between(10, 99)}`
    : phone;
}
