// Words that are names only sometimes, and words that never are. Drawn up for this project (CC0).

import { wordSet } from "../../core/word-set.ts";

/** Everyday English words that are also names of persons, lower case: names only where a capital is evidence. */
export const ORDINARY_WORDS = wordSet(
  "able angel archer art autumn baker banks barber bell berry best bill bishop black bland blue bob boss brook " +
    "brooks brown buck bud burns bush butcher butler candy carpenter carter case cash chance chandler chase " +
    "chip church clay cliff coin cole cook cooper cross crystal daisy dale dawn day dean dick divine dolly " +
    "drew duke earl early east ebony eve faith farmer field fields finch fisher fish flint flower ford forest " +
    "fox frank free freeman frost gale garden gardener gay gem gene gentry ginger glen gold golden good grace " +
    "grant gray great green grey grove guy hall hand harbor hardy hart hazel heath heaven hill holiday holly " +
    "honey hood hooker hope house hunt hunter iris ivy jack jade jasmine jay jewel job joy justice keen key king " +
    "kitty knight lake lance land lane law lee lily little long lord love low lucky mark marsh mason mat max " +
    "meadow mercy mike miles mill miller moon moore moss myrtle new nick noble noel norm north olive page park " +
    "parker patience peace pearl penny pepper pierce pike piper pitt pollard pond poole pope porter post potter " +
    "pound power price prince prior prudence queen quick rain ray read reed reeves rich ring river rivers rob " +
    "robin rock rod rose rosemary ruby rusty sage sailor sally salt sandy savage scarlet sharp shaw shepherd " +
    "short silver singer singh skinner skip sky small smart smith snow son song south sparks spencer spring star " +
    "steel steward stone storm street strong sue summer sun swan sweet swift taylor temple thorn tiger timber " +
    "tom tony trinity true turner tyler valentine van victor violet wade walker wall ward warden waters watts " +
    "way weaver webb weeks wells west west wheeler white wild will willow winter wise wolf wood woods worth yard " +
    "york young",
);

/** Never a name on their own, lower case: titles, parts of names, months, days, words of companies. */
export const NEVER_NAMES = wordSet(
  "mr mrs ms miss mister madam sir lord lady dame doctor professor prof dr rev reverend father brother sister " +
    "captain capt colonel col major general gen lieutenant sergeant sgt judge justice president senator governor " +
    "mayor minister secretary ambassador director officer manager chairman king queen prince princess saint pope " +
    "junior senior iii jun sen esq phd van von der den del della dela des dos das bin ibn abu mac san santa the " +
    "and for with from this that not may june july august april march january february september october " +
    "november december monday tuesday wednesday thursday friday saturday sunday patient client customer user " +
    "employee borrower lender tenant landlord buyer seller company inc ltd llc corp group bank international " +
    "university institute college hospital street road avenue",
);
