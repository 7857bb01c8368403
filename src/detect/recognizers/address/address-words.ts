// Words that make up postal addresses, by what they do in one. Data only.
//
// Own selection of public facts. English street words and their abbreviations after USPS Publication 28
// (appendices B, C1, C2) and the Canada Post addressing guidelines; other languages by the usage of the national
// posts (UPU S42 address templates name the parts); countries by the English short names of ISO 3166-1.

/** English words behind a street's name that are hardly ever anything else. */
export const STREET_WORDS =
  "street st str avenue ave av road rd boulevard blvd lane ln highway hwy parkway pkwy terrace ter terr crescent " +
  "cres cr drive dr court ct circle cir place pl expressway expy turnpike tpke freeway fwy causeway bypass " +
  "alley aly esplanade grove mews trail trl route rte plaza plz driveway motorway carriageway straße strasse " +
  "stasse utca út útja tér tere rakpart rkp körút sétány köz marg nagar sokak sokağı caddesi cad bulvarı " +
  "mahallesi tee tn pst mnt põik puiestee terrasse plass plads allé gate gata gade gatan vei veien vej väg vägen straat laan plein улица ул проспект " +
  "переулок шоссе iela gatvė u";

/** Of these the ones whose house number stands behind, as it does in the languages they come from. */
export const NUMBER_BEHIND =
  "str straße strasse stasse utca út útja tér tere rakpart rkp körút sétány köz sokak sokağı caddesi cad bulvarı " +
  "tee tn pst mnt põik puiestee terrasse plass plads allé gate gata gade gatan vei veien vej väg vägen straat laan plein улица ул " +
  "проспект переулок шоссе iela gatvė u";

/** Street words that are taken for one in a line without capitals. */
export const LOWER_STREET_WORDS =
  "street st avenue ave road rd boulevard blvd lane ln drive dr way court ct highway hwy parkway pkwy terrace " +
  "crescent place square close";

/** English words behind a street's name that mean other things as often. */
export const DOUBTFUL_STREET_WORDS =
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
  "layout sector phase enclave chowk";

/** Words before a street's name, Romance and Slavic languages above all. */
export const STREET_PREFIXES =
  "rue avenue av ave boulevard bd blvd place pl allée allee allées chemin impasse quai cours route rte square " +
  "passage sentier faubourg ruelle venelle esplanade calle c cl avenida avda plaza plza paseo pº camino cno " +
  "carretera ctra ronda travesía travesia glorieta bulevar urbanización urbanizacion pasaje rúa carrer avinguda " +
  "passeig plaça rambla carrera cra diagonal transversal via viale piazza piazzale piazzetta corso vicolo largo " +
  "strada lungomare lungotevere contrada località localita salita traversa rua r travessa alameda praça praca " +
  "estrada rodovia ladeira beco viela ul ulica al aleja aleje alei aleją pl plac os osiedle třída náměstí nám " +
  "ulice trg cesta ulica str strada bulevardul bd calea șoseaua soseaua piața улица ул проспект пр-т пер переулок " +
  "шоссе бул бульвар площадь пл вул вулиця οδός λεωφόρος λεωφ πλατεία λ jalan jl jln lorong passage grand-rue " +
  "am an im zum zur auf unter hinter colonia barrio vila quinta sítio hacienda";

/** Prefixes that are everyday words of English or German as well: only with a capital and a name behind them. */
export const WEAK_PREFIXES =
  "place square route passage via r c al os am an im zum zur auf unter hinter cours quinta cl λ pl colonia vila " +
  "barrio str salita diagonal transversal largo esplanade plaza";

/** Ends of compound street names, German, Dutch, Nordic. */
export const COMPOUND_ENDS =
  "straße strasse stasse straat laan plein gracht kade dreef singel plaats steenweg dijk gasse gässli platz allee " +
  "promenade damm ufer steig graben brücke chaussee weg wegen katu kuja polku raitti kaari ntie tanhua gatan gata " +
  "gaten gränd vägen vagen väg stigen torget backen vej vejen gade stræde vænget torvet toften krogen parken veien vegen vei sletta bakken " +
  "svingen stræti strætis vegur braut hraun hrauni lundur utca gatve str";

/** Words before the number of a flat, floor or room. */
export const UNIT_WORDS =
  "apt apartment appt apto ste suite unit flat room rm floor fl bldg building lot trailer trlr penthouse ph " +
  "dept department lgh door wing block blk tower depto piso puerta bajo esc escalera etage étage bâtiment bât bat " +
  "escalier wohnung whg stiege top bus lokal lok m mieszkanie sala bloco andar interno scala int plot house no";

/** Of these the ones that alone show an address. */
export const STRONG_UNITS = "apt apartment appt apto ste suite";

/** Words inside names of streets and towns that keep their lower case. */
export const CONNECTORS =
  "de la le les du des del della dello delle dei degli di da do das dos d' l' al el los las y e i a à au aux en " +
  "of the van der den ten ter het 't op aan auf am an im in bei ob zu zum zur vom von und unter upon on sur sous u v " +
  "saint st ste san santa santo sainte à-la nad pod u na w z ze v ve å i og och";

/** Directions in street names. */
export const DIRECTIONS =
  "n s e w ne nw se sw north south east west northeast northwest southeast southwest nord sud süd est ouest";

/** USPS state and territory codes, Canadian provinces (Canada Post), Australian states (Australia Post). */
export const REGION_CODES =
  "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA " +
  "RI SC SD TN TX UT VT VA WA WV WI WY DC PR VI GU AS MP AA AE AP AB BC MB NB NL NS NT NU ON PE QC SK YT NSW VIC QLD " +
  "TAS ACT";

/** The same by name, and the countries of the United Kingdom; commas between names. */
export const REGION_NAMES =
  "alabama,alaska,arizona,arkansas,california,colorado,connecticut,delaware,florida,georgia,hawaii,idaho,illinois," +
  "indiana,iowa,kansas,kentucky,louisiana,maine,maryland,massachusetts,michigan,minnesota,mississippi,missouri," +
  "montana,nebraska,nevada,new hampshire,new jersey,new mexico,new york,north carolina,north dakota,ohio,oklahoma," +
  "oregon,pennsylvania,rhode island,south carolina,south dakota,tennessee,texas,utah,vermont,virginia,washington," +
  "west virginia,wisconsin,wyoming,district of columbia,puerto rico,alberta,british columbia,manitoba," +
  "new brunswick,newfoundland,nova scotia,ontario,prince edward island,quebec,québec,saskatchewan,yukon," +
  "new south wales,victoria,queensland,tasmania,south australia,western australia,northern territory,england," +
  "scotland,wales,northern ireland,karnataka,maharashtra,tamil nadu,kerala,gujarat,haryana,punjab,rajasthan," +
  "uttar pradesh,west bengal,telangana,bavaria,bayern,hessen,sachsen,são paulo,rio de janeiro";

/** ISO 3166-1 English short names in everyday form, and common other forms; commas between names. */
export const COUNTRY_NAMES =
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

/** Words in capitals at the start of a line or sentence that no town begins with. */
export const NEVER_TOWNS =
  "please call phone tel telephone mobile fax email e-mail mail web website date the this that these those he she it " +
  "we you they i my our your his her their is are was were dob ssn name contact and or but if when where what who " +
  "how why for from with to at by as not no yes re attn attention att cell office home work id mrn page order " +
  "invoice account amount total subject dear hello hi thanks thank regards sincerely after before during since " +
  "all any some each every both also then there here patient customer client mr mrs ms dr miss reference ref iban " +
  "bank card credit passport license licence driver gender age born birth occupation employer department dept company " +
  "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august " +
  "september october november december jan feb mar apr jun jul aug sep sept oct nov dec note status type";

/** Words before an address that announce it, with a colon behind them or "is", "to", "at". */
export const ADDRESS_LABELS =
  "address addr adress addresses residence adresse adres anschrift dirección direccion indirizzo endereço endereco domicile " +
  "domicilio location";

/** Verbs of living and sending that announce one with "at", "to", "in" or "on" behind them. */
export const ADDRESS_VERBS =
  "live lives lived living reside resides resided residing located situated domiciled moved moving relocated " +
  "headquartered ship shipped deliver delivered mail mailed sent send post posted return returned drop drops " +
  "taxi stay stays staying stayed office offices house home restaurant shop store building property premises stop " +
  "letter arrived package parcel enter";

/** Words that are numbered themselves: "Gate 5", "Windows 10". */
export const NUMBERED_THINGS =
  "gate terminal level version page chapter section table line flight windows room floor platform track day week year " +
  "month grade class group team type model phase stage step part unit item number no figure fig article clause " +
  "paragraph rule episode season volume vol act scene lot top question test case exhibit schedule appendix annex " +
  "note release build port channel bus route highway interstate zone district ward precinct bay dock pier age " +
  "quarter q fy iphone galaxy android ios python java node office exit form bed cabin seat box ticket order invoice";

/** Words before a street word in lower case that do not name a street. */
export const LOWER_STOPS =
  "mile miles way ways mph km per more other new old year years day days people days men women cars car houses " +
  "meters metres blocks block feet ft steps minutes minute hours hour different busy local city side dirt high low " +
  "public private open long short narrow wide major minor out down up off about over into across along wall";
