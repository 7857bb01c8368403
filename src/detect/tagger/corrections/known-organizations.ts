// Names of organizations that mean nothing else when capitalized: international bodies, agencies, press, companies, clubs,
// movements and bands that are known everywhere. Written for this project. Names that are also a word, a place or a person
// (Apple, Ford, Chelsea) are left to the model.

import { addToHash } from "../hash.ts";
import { GAP, isWordShape, SHAPE, type Tokens } from "../tokens.ts";
import { hashOfWord } from "./role-words.ts";

/** Names in capitals. */
const SHORT_NAMES =
  "aarp accc aclu afl afp aig aipac amd anc anz aol apec asic asio atf bae bbc bbva bhp bjp bmw bnp cbc cbs " +
  "cdc cdu cern cfpb cftc cgt cia cis cnbc cnn cnpc cnrs csic csiro cska csu ctv darpa dea dfid dgb dhl dhs " +
  "doj dup dvla dwp ebrd ecb ecowas edf efsa efta eib enisa epa epfl esa esma espn eth eu faa fao farc fbi fca " +
  "fcc fda fdic fdp fema ferc fia fiba fide fpö frb fsa fsb ftc gao gchq gmb gop gsa gsk hbo hdfc hhs hkust " +
  "hmrc hsbc htc hud iaaf iaea ibm icann icbc icc icij icj icrc idf ieee ietf ilo imf ing inla ioc iom ipcc " +
  "ipl irgc isil isro itu itv jal jaxa jpl kfc kgb khl kkk klm kmt kpd kpmg lapd lbbw lpga ltte lvmh mbta mcc " +
  "mlb mls mpla msf msn msnbc mta mtv naacp nba nbc ncaa ndp ndtv nfl nhk nhl nhs nhtsa nih nist nkvd noaa npd " +
  "npr nra nrl nsa nsdap nsf nspcc ntsb nypd nyse nyu oas oecd ofac onu opcw osce osha otan pbs pdvsa peta pga " +
  "pkk plo psg psni psoe psv pwc qpr raf rba rbi rbs rcmp rspb rspca rte rtl rté saic sbi sdlp sncf snp spd " +
  "spö swapo tass tcs tsa tsmc tuc ubs ucl ucla udf udi uefa ufc umass un unc unctad undp unep unfpa unhcr " +
  "unido unodc unrwa usaf usaid uscis usda usgs usmc usps vtb vvd wada wdr wfp wipo wnba wsj wta wto wwe wwf " +
  "ymca ywca zanu zdf zte övp";

const NAMES =
  "abba accenture activision adecco adidas aeroflot aerosmith agfa airbnb airbus akamai alibaba alitalia " +
  "allianz alstom amtrak anheuser ansaldo aramco arcelormittal areva arianespace armani arsenal asahi asda " +
  "asean astrazeneca atlassian atos auchan audi autodesk aviva baidu bankia barclays barilla basf batasuna " +
  "beatles beiersdorf benetton benfica bertelsmann bharti binance biogen biontech blackpink blackrock " +
  "blackstone bloomberg bmw boeing bolsheviks bombardier bouygues boyzone braskem breitbart bridgestone bskyb " +
  "budweiser bulgari bundesbank bundesrat bundestag bundeswehr burberry buzzcocks buzzfeed bytedance cadbury " +
  "cadburys caixabank calpers caltech canadiens canucks capgemini carlsberg carrefour celanese celtics " +
  "centrelink cepsa chanel chevron chrysler cinven citibank citigroup citroen citroën cloudflare cnooc " +
  "coinbase coldplay comcast comintern commerzbank conocophillips consob costco daesh daihatsu daimler danone " +
  "danske dassault deepmind defra deliveroo deloitte diageo dior disney docusign dodgers dreamworks dropbox " +
  "duolingo dynegy easyjet ebay electrolux embraer enbridge endesa enron equifax equinor ericsson eskom " +
  "etisalat eurojust europol eurostat evanescence everton exxon exxonmobil facebook fatah fedex ferrari " +
  "feyenoord fidesz fifa finnair fiorentina flickr flipkart fnac foxconn fraunhofer frelimo fresenius frontex " +
  "fujifilm fujitsu galatasaray gazprom geely genentech gestapo gilead glaxosmithkline glencore godaddy " +
  "goodyear google gorillaz greenpeace groupon gulfstream haaretz halliburton hamas harvard heineken henkel " +
  "hezbollah hitachi hizballah hizbullah hochtief holcim honda hsbc huawei hubspot huffpost hulu hyundai " +
  "iberdrola icici ikea infineon infosys instagram interpol intesa isuzu itochu izvestia jazeera jetblue " +
  "jetstar juventus kaspersky katatonia kawasaki kickstarter kioxia kmart knesset knicks komatsu komsomol " +
  "konami kraftwerk kremlin kroger kuomintang kyocera lafargeholcim lakers lamborghini leafs lego lenovo " +
  "lexisnexis lidl likud linkedin lionsgate lockheed logitech lufthansa luftwaffe lukoil luxottica lyft maersk " +
  "mahindra marubeni maserati mashable mastercard mattel mazda mcafee mcdonalds mckinsey mediaset medicaid " +
  "medicare medtronic megadeth meretz metallica metlife mets michelin microsoft millwall miramax mitsubishi " +
  "mitsui mizuho monsanto moodys morrisons mossad motorhead motorola motörhead mozilla nasa nascar nasdaq " +
  "naspers natixis nato natwest nestle nestlé netflix newscorp nickelback nickelodeon nike nikkei nikon " +
  "nintendo nissan nokia nomura nordea nordstrom novartis nsync nvidia ofcom ofsted oireachtas okta olivetti " +
  "opec openai orioles osram oxfam palantir panasonic panathinaikos patreon paypal pemex pentagon pepsico " +
  "petrobras petrochina petronas peugeot pfizer phillies pinterest pirelli pixar polydor porsche poundland " +
  "pravda pricewaterhousecoopers primark publix qaeda qaida qantas qualcomm quora rabobank radiohead " +
  "raiffeisen rakuten rammstein ranbaxy raytheon reddit reichswehr renamo renault renesas repsol reuters " +
  "revlon revolut ricoh riksbank riksdag rosatom roscosmos rosneft ryanair safran sainsbury sainsburys " +
  "salesforce sampdoria samsung sandisk sanofi santander sberbank schaeffler schlumberger seagate seahawks " +
  "seiko sejm sepultura servicenow shopify siemens sinopec skanska skechers snapchat snapdeal softbank sony " +
  "soundcloud spacex spotify starbucks stasi statoil steelers stellantis storting sumitomo suncor supergrass " +
  "suzuki swatch swisscom symantec syngenta taliban telefonica telefónica telenor telia telstra tencent tepco " +
  "tesco thales thyssenkrupp tiktok toshiba tottenham toyota transcanada transunion tripadvisor tumblr twilio " +
  "twitch twitter uber ubisoft uefa ukip unesco unicef unicredit unilever uniqlo unrwa valeo vattenfall " +
  "verizon viacom vimeo vivendi vmware vodafone volkswagen volvo waitrose walgreens wallabies walmart " +
  "wehrmacht weibo westlife westpac whatsapp wikileaks wikimedia wikipedia wipro wirecard woolworths xerox " +
  "xiaomi xinhua yahoo yandex yankees youtube yukos zalando zenit zillow zynga";

/** Names of several words, separated by ",". */
const LONG_NAMES =
  "burger king,pizza hut,taco bell,red bull,tim hortons,wells fargo,goldman sachs,morgan stanley,merrill lynch," +
  "lehman brothers,bear stearns,credit suisse,deutsche bank,bank of america,bank of england,bank of japan," +
  "bank of canada,bank of china,bank of ireland,bank of scotland,royal bank of scotland,standard chartered," +
  "american express,berkshire hathaway,general electric,general motors,general mills,rolls royce,aston martin," +
  "alfa romeo,land rover,british airways,air france,air canada,air india,virgin atlantic,cathay pacific," +
  "british telecom,deutsche telekom,british petroleum,royal dutch shell,standard oil,rio tinto,bhp billiton," +
  "hewlett packard,texas instruments,sony music,warner bros,warner brothers,warner music,time warner," +
  "paramount pictures,columbia pictures,universal studios,universal music,new york times,washington post," +
  "los angeles times,wall street journal,usa today,daily mail,daily telegraph,daily mirror,sunday times," +
  "financial times,associated press,fox news,sky news,sky sports,al jazeera,huffington post,rolling stone," +
  "national geographic,best buy,home depot,whole foods,rite aid,marks and spencer,johnson and johnson," +
  "procter and gamble,ernst and young,united nations,european union,european commission,european parliament," +
  "european central bank,european space agency,world bank,world health organization,world trade organization," +
  "international monetary fund,african union,arab league,red cross,amnesty international,human rights watch," +
  "save the children,doctors without borders,federal reserve,house of commons,house of lords," +
  "house of representatives,sinn fein,sinn féin,fianna fail,fianna fáil,fine gael,plaid cymru,ku klux klan," +
  "al qaeda,al shabaab,boko haram,islamic state,khmer rouge,red army,royal navy,royal air force,us air force," +
  "us navy,us army,scotland yard,secret service,homeland security,major league baseball,manchester united," +
  "manchester city,man united,man utd,man city,aston villa,crystal palace,west ham,west ham united,leeds united," +
  "newcastle united,leicester city,norwich city,hull city,stoke city,swansea city,cardiff city,birmingham city," +
  "bristol city,ipswich town,derby county,notts county,nottingham forest,sheffield united,sheffield wednesday," +
  "preston north end,bolton wanderers,wolverhampton wanderers,blackburn rovers,bristol rovers," +
  "queens park rangers,west bromwich albion,tottenham hotspur,real madrid,atletico madrid,atlético madrid," +
  "bayern munich,borussia dortmund,ac milan,inter milan,as roma,paris saint germain,fc barcelona,boca juniors," +
  "new york yankees,new york mets,new york giants,new york jets,new york knicks,new york rangers," +
  "new york islanders,boston celtics,boston bruins,boston red sox,red sox,white sox,blue jays,maple leafs," +
  "new england patriots,brooklyn nets,philadelphia eagles,philadelphia flyers,philadelphia phillies," +
  "pittsburgh pirates,pittsburgh penguins,pittsburgh steelers,toronto maple leafs,toronto raptors," +
  "toronto blue jays,chicago bulls,chicago bears,chicago cubs,chicago white sox,chicago blackhawks," +
  "cleveland cavaliers,cleveland browns,cleveland indians,detroit pistons,detroit lions,detroit tigers," +
  "detroit red wings,red wings,indiana pacers,indianapolis colts,milwaukee bucks,milwaukee brewers," +
  "green bay packers,minnesota vikings,minnesota twins,minnesota wild,minnesota timberwolves,atlanta hawks," +
  "atlanta falcons,atlanta braves,charlotte hornets,carolina panthers,carolina hurricanes,miami heat," +
  "miami dolphins,miami marlins,orlando magic,tampa bay rays,tampa bay devil rays,tampa bay lightning," +
  "tampa bay buccaneers,jacksonville jaguars,washington wizards,washington capitals,washington redskins," +
  "washington nationals,baltimore ravens,baltimore orioles,buffalo bills,buffalo sabres,cincinnati reds," +
  "cincinnati bengals,st louis cardinals,st louis blues,kansas city chiefs,kansas city royals,dallas cowboys," +
  "dallas mavericks,dallas stars,texas rangers,houston rockets,houston astros,houston texans,san antonio spurs," +
  "memphis grizzlies,new orleans saints,new orleans pelicans,tennessee titans,nashville predators," +
  "denver broncos,denver nuggets,colorado rockies,colorado avalanche,utah jazz,phoenix suns,arizona cardinals," +
  "arizona diamondbacks,arizona coyotes,oklahoma city thunder,portland trail blazers,seattle seahawks," +
  "seattle mariners,oakland athletics,oakland raiders,golden state warriors,san francisco giants," +
  "san jose sharks,los angeles lakers,los angeles clippers,los angeles dodgers,los angeles kings," +
  "los angeles angels,los angeles rams,anaheim ducks,san diego padres,san diego chargers,montreal canadiens," +
  "montreal expos,ottawa senators,calgary flames,edmonton oilers,vancouver canucks,winnipeg jets,rolling stones," +
  "pink floyd,led zeppelin,black sabbath,deep purple,iron maiden,judas priest,pearl jam,foo fighters," +
  "red hot chili peppers,linkin park,limp bizkit,rage against the machine,nine inch nails,sonic youth," +
  "smashing pumpkins,arctic monkeys,kings of leon,arcade fire,daft punk,depeche mode,pet shop boys,duran duran," +
  "spandau ballet,talking heads,velvet underground,grateful dead,beach boys,backstreet boys,spice girls," +
  "new kids on the block,my chemical romance,fall out boy,thirty seconds to mars,def leppard,van halen," +
  "fleetwood mac,dire straits,roxy music,wu tang clan,black eyed peas,chemical brothers,mumford and sons," +
  "sex pistols,dead kennedys,joy division,jethro tull,king crimson,lynyrd skynyrd,bee gees,velvet revolver";

const MAX_WORDS = 6;

/** The longest known name's number of words by its first word, and all names by the combined hash of their words. */
const longest = new Map<number, number>();
const known = new Set<number>();
const inCapitals = new Set(SHORT_NAMES.split(" ").map(hashOfWord));

for (const name of [...NAMES.split(" "), ...LONG_NAMES.split(",")]) {
  const words = name.split(" ").map(hashOfWord);
  const first = words[0] as number;
  known.add(words.reduce(addToHash));
  longest.set(first, Math.max(longest.get(first) ?? 0, Math.min(words.length, MAX_WORDS)));
}

/** End of the longest known name that begins with token `from`; -1 if there is none. */
export function knownNameEnd({ count, gap, shape, word }: Tokens, from: number): number {
  const first = word[from] as number;
  let end = shape[from] === SHAPE.capitals && inCapitals.has(first) ? from + 1 : -1;
  const most = Math.min(count, from + (longest.get(first) ?? 0));
  let hash = first;
  for (let i = from; i < most; i++) {
    if (i > from) {
      if (!isWordShape(shape[i] as number) || gap[i] !== GAP.blank) break;
      hash = addToHash(hash, word[i] as number);
    }
    const isName = known.has(hash) && (shape[i] as number) !== SHAPE.lower;
    if (isName) end = i + 1;
  }
  return end;
}
