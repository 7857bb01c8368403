// Words of postal addresses, by their role: each list has a flag, and one look-up gives all flags of a word.
//
// Own selection of public facts. English street words and their abbreviations according to USPS Publication 28
// (appendices B, C1, C2) and the Canada Post addressing guidelines; other languages by the usage of the national
// posts (UPU S42 address templates name the parts); countries by the English short names of ISO 3166-1.

import { wordSet } from "../../../core/word-set.ts";
import { wordsAbroad } from "../../words/all-words.ts";

const flags = new Map<string, number>();
let nextFlag = 1;

/** Assign a new flag to the words of a list, separated by blanks. */
function flagOf(words: string): number {
  const flag = nextFlag;
  nextFlag *= 2;
  for (const word of words.split(" ")) flags.set(word, (flags.get(word) ?? 0) | flag);
  return flag;
}

/** Words after a street's name, English and others, that hardly ever mean anything else. */
export const STREET = flagOf(
  "street st str avenue ave av road rd boulevard blvd lane ln highway hwy parkway pkwy terrace ter terr crescent " +
    "cres cr drive dr court ct circle cir place pl expressway expy turnpike tpke freeway fwy causeway bypass " +
    "alley aly esplanade grove mews trail trl route rte plaza plz driveway motorway carriageway straße strasse " +
    "stasse utca út útja tér tere rakpart rkp körút sétány köz marg nagar sokak sokağı caddesi cad bulvarı " +
    "mahallesi tee tn pst mnt põik puiestee terrasse plass plads allé gate gata gade gatan vei veien vej väg vägen straat laan plein улица ул проспект " +
    "переулок шоссе iela gatvė u",
);

/** Those of STREET that the house number follows, as it does in their languages. */
export const NUMBER_NEXT = flagOf(
  "str straße strasse stasse utca út útja tér tere rakpart rkp körút sétány köz sokak sokağı caddesi cad bulvarı " +
    "tee tn pst mnt põik puiestee terrasse plass plads allé gate gata gade gatan vei veien vej väg vägen straat laan plein улица ул " +
    "проспект переулок шоссе iela gatvė u",
);

/** Street words that count even in a line without capitals. */
export const LOWER_STREET = flagOf(
  "street st avenue ave road rd boulevard blvd lane ln drive dr way court ct highway hwy parkway pkwy terrace " +
    "crescent place square close",
);

/** English words after a street's name that mean something else as often. */
export const DOUBTFUL = flagOf(
  "way square sq park close row walk gardens gdns green hill view pass path point pt points run bend bridge " +
    "brook center centre cliff common corner course cove creek crossing xing crossroad crossroads dale dam divide " +
    "estate estates extension extensions fall falls ferry field fields flat flats ford forest forge fork forks " +
    "fort garden gateway glen greens harbor harbour haven heights hts hills hollow inlet island islands isle " +
    "junction key keys knoll knolls lake lakes land landing light loaf lock locks lodge loop mall manor meadow " +
    "meadows mill mills mission motorway mount mountain neck orchard oval overpass parade parks parkways passage " +
    "pike pine pines plain plains port prairie quay radial ramp ranch rapid rest rise ridge ridges river " +
    "roads shoal shoals shore shores skyway spring springs spur spurs station stravenue stream streets summit " +
    "throughway trace track trafficway tunnel underpass union valley via viaduct village villages ville vista " +
    "walks wall ways well wells wharf chase vale side yard lodge drift approach gate broadway circus colony " +
    "layout sector phase enclave chowk",
);

/** Words before a street's name, mostly Romance and Slavic. */
export const PREFIX = flagOf(
  "rue avenue av ave boulevard bd blvd place pl allée allee allées chemin impasse quai cours route rte square " +
    "passage sentier faubourg ruelle venelle esplanade calle c cl avenida avda plaza plza paseo pº camino cno " +
    "carretera ctra ronda travesía travesia glorieta bulevar urbanización urbanizacion pasaje rúa carrer avinguda " +
    "passeig plaça rambla carrera cra diagonal transversal via viale piazza piazzale piazzetta corso vicolo largo " +
    "strada lungomare lungotevere contrada località localita salita traversa rua r travessa alameda praça praca " +
    "estrada rodovia ladeira beco viela jirón zza ul ulica al aleja aleje alei aleją pl plac os osiedle třída náměstí nám " +
    "ulice trg cesta ulica str strada bulevardul bd calea șoseaua soseaua piața улица ул проспект пр-т пер переулок " +
    "шоссе бул бульвар площадь пл вул вулиця οδός λεωφόρος λεωφ πλατεία λ jalan jl jln lorong passage grand-rue " +
    "am an im zum zur auf unter hinter colonia barrio vila quinta sítio hacienda",
);

/** Prefixes that are also everyday English or German words: they need a capital and a name after them. */
export const WEAK = flagOf(
  "place square route passage via r c al os am an im zum zur auf unter hinter cours quinta cl λ pl colonia vila " +
    "barrio str salita diagonal transversal largo esplanade plaza",
);

/** Endings of compound street names: German, Dutch, Nordic and others. */
const COMPOUND_ENDS =
  "straße strasse stasse straat laan plein gracht kade dreef singel plaats steenweg dijk gasse gässli platz allee " +
  "promenade damm ufer steig graben brücke chaussee weg wegen katu kuja polku raitti kaari ntie tanhua gatan gata " +
  "gaten gränd vägen vagen väg stigen torget backen vej vejen gade stræde vænget torvet toften krogen parken veien vegen vei sletta bakken " +
  "svingen stræti strætis vegur braut hraun hrauni lundur utca gatve str";

/** Words before the number of a flat, floor or room. */
export const UNIT = flagOf(
  "apt apartment appt apto ste suite unit flat room rm floor fl bldg building lot trailer trlr penthouse ph " +
    "dept department lgh door wing block blk tower depto piso puerta bajo esc escalera etage étage bâtiment bât bat " +
    "escalier wohnung whg stiege top bus lokal lok m mieszkanie sala bloco andar interno scala ap pta planta int plot house no",
);

/** Those of UNIT that by themselves show an address. */
export const STRONG_UNIT = flagOf("apt apartment appt apto ste suite lgh");

/** Words inside street and town names that stay in lower case. */
export const CONNECTOR = flagOf(
  "de la le les du des del della dello delle dei degli di da do das dos d' l' al el los las y e i a à au aux en " +
    "of the van der den ten ter het 't op aan auf am an im in bei ob zu zum zur vom von und unter upon on sur sous u v " +
    "saint st ste san santa santo sainte à-la nad pod u na w z ze v ve å i og och",
);

/** Directions in street names. */
export const DIRECTION = flagOf(
  "n s e w ne nw se sw north south east west northeast northwest southeast southwest nord sud süd est ouest",
);

/** Codes of regions: states and territories of USPS, provinces of Canada Post, states of Australia Post. */
export const REGION_CODE = flagOf(
  "al ak az ar ca co ct de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa " +
    "ri sc sd tn tx ut vt va wa wv wi wy dc pr vi gu as mp aa ae ap ab bc mb nb nl ns nt nu on pe qc sk yt nsw vic qld " +
    "tas act",
);

/** Names of those regions and others, and the countries of the United Kingdom; commas between names. */
const REGION_NAMES =
  "alabama,alaska,arizona,arkansas,california,colorado,connecticut,delaware,florida,georgia,hawaii,idaho,illinois," +
  "indiana,iowa,kansas,kentucky,louisiana,maine,maryland,massachusetts,michigan,minnesota,mississippi,missouri," +
  "montana,nebraska,nevada,new hampshire,new jersey,new mexico,new york,north carolina,north dakota,ohio,oklahoma," +
  "oregon,pennsylvania,rhode island,south carolina,south dakota,tennessee,texas,utah,vermont,virginia,washington," +
  "west virginia,wisconsin,wyoming,district of columbia,puerto rico,alberta,british columbia,manitoba," +
  "new brunswick,newfoundland,nova scotia,ontario,prince edward island,quebec,québec,saskatchewan,yukon," +
  "new south wales,victoria,queensland,tasmania,south australia,western australia,northern territory,england," +
  "scotland,wales,northern ireland,karnataka,maharashtra,tamil nadu,kerala,gujarat,haryana,punjab,rajasthan," +
  "uttar pradesh,west bengal,telangana,bavaria,bayern,hessen,sachsen,são paulo,rio de janeiro";

/** English short names of ISO 3166-1 in everyday form, and other common forms; commas between names. */
const COUNTRY_NAMES =
  "afghanistan,albania,algeria,american samoa,andorra,angola,anguilla,antarctica,antigua and barbuda,argentina,armenia," +
  "aruba,australia,austria,azerbaijan,bahamas,bahrain,bangladesh,barbados,belarus,belgium,belize,benin,bermuda," +
  "bhutan,bolivia,bosnia and herzegovina,botswana,brazil,brasil,british virgin islands,brunei,bulgaria,burkina faso," +
  "burundi,cambodia,cameroon,canada,cape verde,cayman islands,central african republic,chad,chile,china,colombia," +
  "comoros,congo,cook islands,costa rica,croatia,cuba,cyprus,czech republic,czechia,denmark,djibouti,dominica," +
  "dominican republic,democratic republic of the congo,republic of the congo,ecuador,egypt,el salvador," +
  "equatorial guinea,eritrea,estonia,eswatini,ethiopia,falkland islands,faroe islands,fiji,finland,france," +
  "french guiana,french polynesia,gabon,gambia,georgia,germany,deutschland,ghana,gibraltar,greece,greenland," +
  "grenada,guadeloupe,guam,guatemala,guernsey,guinea,guinea-bissau,guyana,haiti,honduras,hong kong,hungary," +
  "iceland,india,indonesia,iran,iraq,ireland,isle of man,israel,italy,italia,ivory coast,jamaica,japan,jersey," +
  "jordan,kazakhstan,kenya,kiribati,korea,south korea,north korea,republic of korea,kosovo,kuwait,kyrgyzstan,laos," +
  "latvia,lebanon,lesotho,liberia,libya,liechtenstein,lithuania,luxembourg,macao,macau,north macedonia,macedonia," +
  "madagascar,malawi,malaysia,maldives,mali,malta,marshall islands,martinique,mauritania,mauritius,mexico,méxico," +
  "micronesia,moldova,monaco,mongolia,montenegro,montserrat,morocco,mozambique,myanmar,namibia,nauru,nepal," +
  "netherlands,the netherlands,nederland,new caledonia,new zealand,nicaragua,niger,nigeria,niue,norway,norge,oman," +
  "pakistan,palau,palestine,panama,papua new guinea,paraguay,peru,perú,philippines,poland,polska,portugal,qatar," +
  "reunion,romania,russia,russian federation,rwanda,saint lucia,saint helena,samoa,san marino,saudi arabia,senegal," +
  "serbia,seychelles,sierra leone,singapore,slovakia,slovenia,solomon islands,somalia,south africa,south sudan," +
  "spain,españa,sri lanka,sudan,suriname,swaziland,sweden,sverige,switzerland,schweiz,suisse,syria,taiwan," +
  "tajikistan,tanzania,thailand,timor-leste,togo,tokelau,tonga,trinidad and tobago,tunisia,turkey,türkiye," +
  "turkmenistan,tuvalu,uganda,ukraine,united arab emirates,united kingdom,great britain,united states," +
  "united states of america,uruguay,usa,u.s.a,us,uk,uae,uzbekistan,vanuatu,vatican city,venezuela,vietnam," +
  "wallis and futuna,western sahara,yemen,zambia,zimbabwe,österreich,danmark,suomi";

/** Words that are often capitalized and with which no town begins. */
export const NO_TOWN = flagOf(
  `${wordsAbroad("phone")} ${wordsAbroad("fax")} ` +
    "please call phone tel telephone mobile fax email e-mail mail web website date the this that these those he she it " +
    "we you they i my our your his her their is are was were dob ssn name contact and or but if when where what who " +
    "how why for from with to at by as not no yes re attn attention att cell office home work id mrn page order " +
    "invoice account amount total subject dear hello hi thanks thank regards sincerely after before during since " +
    "all any some each every both also then there here patient customer client mr mrs ms dr miss reference ref iban " +
    "bank card credit passport license licence driver gender age born birth occupation employer department dept company " +
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august " +
    "september october november december jan feb mar apr jun jul aug sep sept oct nov dec note status type",
);

/** Words that announce an address when a colon, "is", "to" or "at" follows. */
export const LABEL = flagOf(
  "address addr adress addresses residence adresse adres anschrift dirección direccion indirizzo endereço endereco domicile " +
    "domicilio location",
);

/** Verbs of living and sending, and other words, that announce an address when "at", "to", "in" or "on" follows. */
export const VERB = flagOf(
  "live lives lived living reside resides resided residing located situated domiciled moved moving relocated " +
    "headquartered ship shipped deliver delivered mail mailed sent send post posted return returned drop drops " +
    "taxi stay stays staying stayed office offices house home restaurant shop store building property premises stop " +
    "letter arrived package parcel enter",
);

/** Words that take a number themselves: "Gate 5", "Windows 10". */
export const NUMBERED = flagOf(
  "gate terminal level version page chapter section table line flight windows room floor platform track day week year " +
    "month grade class group team type model phase stage step part unit item number no figure fig article clause " +
    "paragraph rule episode season volume vol act scene lot top question test case exhibit schedule appendix annex " +
    "note release build port channel bus route highway interstate zone district ward precinct bay dock pier age " +
    "quarter q fy iphone galaxy android ios python java node office exit form bed cabin seat box ticket order invoice",
);

/** Names of countries and regions, split into words, by their first word; longest first. */
const PLACES = new Map<string, (readonly string[])[]>();
for (const name of `${COUNTRY_NAMES},${REGION_NAMES}`.split(",")) {
  const words = name.split(" ");
  const first = words[0] ?? "";
  PLACES.set(
    first,
    [...(PLACES.get(first) ?? []), words].sort((a, b) => b.length - a.length),
  );
}

/** First words of the names of countries and regions. */
export const PLACE = flagOf([...PLACES.keys()].join(" "));

/** All flags so far: they make up a role. Each of the following flags has a single use. */
const ROLE = nextFlag - 1;

/** Words before the number of a post box. */
export const BOX = flagOf("postfach postboks casilla apartado apdo pob boks pobox");

/** Words before the number of a post box that another word precedes: "PO Box". */
export const BAG = flagOf("bag box");

/** Streets whose name is a single word. */
export const ONE_WORD_STREET = flagOf("broadway bowery");

/** French words after a house number: a further house with that number. */
export const BIS = flagOf("bis ter quater");

/** Words for a street that no other language has. */
export const HUNGARIAN = flagOf("utca út útja körút sétány rakpart");

/** Words before a lower-case street word that show that it names no street. */
export const LOWER_STOP = flagOf(
  "mile miles way ways mph km per more other new old year years day days people days men women cars car houses " +
    "meters metres blocks block feet ft steps minutes minute hours hour different busy local city side dirt high low " +
    "public private open long short narrow wide major minor out down up off about over into across along wall",
);

/** Flags of a word in lower case; 0 for none. */
export function flagsOf(word: string): number {
  return flags.get(word) ?? 0;
}

/** The part of some flags that is the role. */
export function roleIn(all: number): number {
  return all & ROLE;
}

/** Names of countries and regions whose first word is this one, as lists of lower-case words. */
export function placesFrom(word: string): readonly (readonly string[])[] {
  return PLACES.get(word) ?? [];
}

const MAX_END = 9;
const MIN_STEM = 2;
const ENDS = new Set(COMPOUND_ENDS.split(" "));
const MIN_END = 3;
/** Everyday words that have such an ending. */
const NO_STREETS = wordSet(
  "auntie untie garantie brigade renegade promenade blockade norwegen bewegen deswegen",
);

/** Whether a lower-case word is a street's name, such as "hauptstraße" or "kiannonkatu". */
export function isCompoundStreet(word: string): boolean {
  for (let length = MIN_END; length <= MAX_END && length + MIN_STEM <= word.length; length++) {
    if (ENDS.has(word.slice(-length))) return !NO_STREETS.has(word);
  }
  return false;
}
