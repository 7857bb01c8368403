// Top-level domains that make "name.tld" in running text a host, from IANA's Root Zone Database (public facts), divided by
// how often a word of a sentence or a file name ends like that.

import { wordSet } from "../core/word-set.ts";

/** Enough by themselves to make it a host. */
export const COMMON_TLDS = wordSet(
  "com org net edu gov mil int info biz dev app io ai cloud shop online site blog tech xyz " +
    "eu uk de fr es nl ch se dk fi pl cz pt ie au nz jp cn br mx ru kr tv ca co za gr hu ro sk ua tr " +
    "lu ee lv lt si hr bg li mt cy il ae sa qa kw bh om eg ng ke gh tz ug zm zw ir pk bd lk np th vn sg " +
    "hk tw cl pe ve uy ec cr gt hn sv ar by kz uz ge ba mk al africa asia berlin hamburg koeln wien " +
    "swiss paris london nyc tokyo amsterdam museum aero coop jobs travel",
);

/** Also words, forms of words or file extensions: a host only with a path, a port or a third label. */
export const WORDY_TLDS = wordSet(
  "us me it in no be at is to so cc by my am la id do pa ma ph mn rs md sh py st ws fm tk gg im je ly " +
    "academy agency art bank best bio business cafe care center chat church city clinic club coach codes " +
    "community company computer consulting contact dental design digital direct doctor education email " +
    "energy engineering events expert family farm finance fit fitness fun games global group guru health " +
    "host house institute international law legal life link live llc ltd market marketing media money " +
    "name network news one page partners photo plus press pro pub report rocks school science services " +
    "software solutions space store studio style support systems team technology tips today tools top " +
    "training university vip website wiki win work works world zone",
);
