// Words for nations, peoples, religions and parties, as they stand before a noun or for a person. Facts
// compiled for this project (adjectives of the member states of the UN and of well-known peoples); no list
// was carried over.

/** Adjectives and names of nationals that mean nothing else in small letters. */
export const NATIONALITIES =
  "afghan|albanian|algerian|american|andorran|angolan|antiguan|argentine|argentinian|argentinean|armenian|" +
  "australian|aussie|austrian|azerbaijani|azeri|bahamian|bahraini|bangladeshi|barbadian|belarusian|belgian|belizean|" +
  "belizian|beninese|bermudian|bhutanese|bolivian|bosnian|botswanan|brazilian|british|briton|bruneian|bulgarian|" +
  "burkinabe|burmese|burundian|cambodian|cameroonian|canadian|cape verdean|catalan|chadian|chechen|chilean|chinese|" +
  "colombian|comoran|comorian|congolese|costa rican|croatian|croat|cuban|cypriot|czech|dane|danish|djiboutian|" +
  "dominican|dutch|dutchman|dutchwoman|ecuadorian|ecuadorean|egyptian|emirati|english|englishman|englishwoman|" +
  "equatorial guinean|eritrean|estonian|eswatini|ethiopian|faroese|fijian|filipino|filipina|finn|finnish|flemish|french|" +
  "frenchman|frenchwoman|gabonese|gambian|georgian|german|ghanaian|gibraltarian|greek|greenlander|greenlandic|grenadian|" +
  "guamanian|guatemalan|guinean|guyanese|haitian|honduran|hungarian|icelander|icelandic|indian|indonesian|" +
  "iranian|iraqi|irish|irishman|irishwoman|israeli|italian|ivorian|jamaican|japanese|jordanian|kazakh|kazakhstani|kenyan|kiwi|" +
  "kosovar|kosovan|kurdish|kurd|kuwaiti|kyrgyz|kyrgyzstani|laotian|latvian|lebanese|liberian|libyan|liechtensteiner|" +
  "lithuanian|luxembourger|luxembourgish|macanese|macedonian|malagasy|malawian|malaysian|maldivian|malian|maltese|maori|" +
  "marshallese|mauritanian|mauritian|mexican|micronesian|moldovan|monacan|monegasque|mongolian|montenegrin|moroccan|" +
  "mozambican|namibian|nauruan|nepalese|nepali|new zealander|nicaraguan|nigerian|nigerien|north korean|norwegian|omani|" +
  "pakistani|palauan|palestinian|panamanian|papua new guinean|paraguayan|persian|peruvian|portuguese|puerto rican|" +
  "qatari|romanian|russian|rwandan|saint lucian|salvadoran|salvadorian|sammarinese|samoan|saudi|saudi arabian|" +
  "scottish|scotsman|senegalese|serbian|serb|seychellois|sierra leonean|singaporean|slovak|slovakian|slovene|slovenian|" +
  "solomon islander|somali|somalian|south african|south korean|korean|south sudanese|spaniard|spanish|sri lankan|sudanese|" +
  "surinamese|swazi|swede|swedish|swiss|syrian|taiwanese|tajik|tajikistani|tanzanian|thai|tibetan|timorese|togolese|" +
  "tongan|trinidadian|tunisian|turkish|turkmen|tuvaluan|ugandan|ukrainian|uruguayan|uyghur|uzbek|uzbekistani|" +
  "venezuelan|vietnamese|vincentian|welsh|welshman|yemeni|yemenite|zambian|zimbabwean|african american|asian american|" +
  "latino|latina|latinx|hispanic|european|scandinavian|caribbean american|native american|muslim|jewish|hindu|buddhist|sikh|" +
  "islamist|atheist|protestant|roman catholic|greek orthodox|russian orthodox|presbyterian|lutheran|zoroastrian|shiite|" +
  "argentinians?|afrikaner|basque|yoruba|igbo|hausa|zulu|tamil|punjabi|bengali|gujarati";

/** The same that are other words too: with a capital only. */
export const CAPITAL_NATIONALITIES =
  "african|arab|arabian|asian|polish|pole|scot|turk|jew|catholic|christians|mormon|methodist|baptist|anglican|" +
  "evangelical christian|quaker|republican|democrat|communist|socialist|tory|tories|marxist|guinea bissauan|sunni|inuit|" +
  "cherokee|navajo|scots|brit|kittitian|cook islander";
