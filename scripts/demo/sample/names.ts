// Common given and family names of many cultures, combined at random: nobody is meant.

import type { CountryCode } from "./places.ts";
import type { SeededRandom } from "./random.ts";

/** A name as it is written, in plain ASCII for the e-mail address, and where many such people live. */
export type PersonName = { written: string; given: string; family: string; home: CountryCode };

type Words = readonly [string, ...string[]];
type Culture = {
  home: CountryCode;
  given: Words;
  family: Words;
  /** Family name first, and what stands between the two names. */
  familyFirst?: true;
  gap?: string;
};

/** Split a list written on one line; "written=ascii" where the two differ by more than accents. */
function words(list: string): Words {
  const [first = "", ...rest] = list.split(" ");
  return [first, ...rest];
}

const CULTURES: readonly [Culture, ...Culture[]] = [
  {
    home: "US",
    given: words("James Olivia Noah Emma Liam Charlotte Henry Grace Oscar Ruby Theo Hazel"),
    family: words("Smith Johnson Walker O'Brien Whitaker Hughes Bennett Clarke Doyle MacLeod Reed"),
  },
  {
    home: "DE",
    given: words("Jürgen Anneliese Björn Käthe Lukas Sören Lieselotte Matthias Jörg Heike Uwe"),
    family: words(
      "Müller Weiß=Weiss Schäfer Groß=Gross Köhler Jäger Vogt Krüger Böhm Lange Neumann",
    ),
  },
  {
    home: "FR",
    given: words("Élodie François Chloé Jean-Luc Amélie Gaël Océane Anaïs Thibault Léa Noé"),
    family: words("Lefèvre Dupré Garçon Béranger Moreau D'Aubigné Faure Guérin Rousseau Pelletier"),
  },
  {
    home: "ES",
    given: words("José María Iñigo Lucía Álvaro Begoña Martín Sofía Andrés Ximena Raúl Inés"),
    family: words("García Núñez Ibáñez Peña Muñoz Castaño Ordóñez Vázquez Herrera Quispe Mamani"),
  },
  {
    home: "BR",
    given: words("João Conceição Luís Letícia Caíque Thaís Antônio Beatriz Otávio Iracema"),
    family: words("Gonçalves Araújo Magalhães Simões Conceição Brandão Teixeira Assunção Moura"),
  },
  {
    home: "SE",
    given: words("Åsa Göran Linnea Håkan Søren=Soren Bjørk=Bjork Elín Aino Väinö Pekka Þóra=Thora"),
    family: words("Åkesson Lindström Nyström Sørensen=Sorensen Mäkinen Hämäläinen Björnsson Dahl"),
  },
  {
    home: "SE",
    given: words("Łukasz=Lukasz Małgorzata=Malgorzata Zdeněk Božena Jiří Šárka Győző Ilona Ştefan"),
    family: words("Wójcik Żuraw Dvořák Němcová Szabó Kovács Ionescu Krawczyk Růžička Horváth"),
  },
  {
    home: "GB",
    given: words("Дмитро=Dmytro Оксана=Oksana Сергей=Sergei Ольга=Olga Тарас=Taras Ирина=Irina"),
    family: words("Шевченко=Shevchenko Коваль=Koval Бондар=Bondar Лысенко=Lysenko Мороз=Moroz"),
  },
  {
    home: "GB",
    given: words(
      "Νίκος=Nikos Ελένη=Eleni Γιώργος=Giorgos Σοφία=Sofia Κώστας=Kostas Δήμητρα=Dimitra",
    ),
    family: words("Ιωάννου=Ioannou Παππάς=Pappas Νικολάου=Nikolaou Βασιλείου=Vasileiou"),
  },
  {
    home: "JP",
    given: words(
      "葵=Aoi 陽菜=Hina 蓮=Ren 大翔=Hiroto 美咲=Misaki 健太=Kenta 千夏=Chinatsu 悠斗=Yuto",
    ),
    family: words("佐藤=Sato 鈴木=Suzuki 高橋=Takahashi 渡辺=Watanabe 小林=Kobayashi 斎藤=Saito"),
    familyFirst: true,
    gap: " ",
  },
  {
    home: "CN",
    given: words("伟=Wei 芳=Fang 秀英=Xiuying 建国=Jianguo 丽娜=Lina 志强=Zhiqiang 雨桐=Yutong"),
    family: words("王=Wang 李=Li 张=Zhang 刘=Liu 陈=Chen 欧阳=Ouyang 赵=Zhao 黄=Huang"),
    familyFirst: true,
    gap: "",
  },
  {
    home: "GB",
    given: words("서연=Seoyeon 민준=Minjun 지우=Jiwoo 하준=Hajun 수빈=Subin 도윤=Doyun 은지=Eunji"),
    family: words("김=Kim 이=Lee 박=Park 최=Choi 정=Jung 강=Kang 조=Cho 윤=Yoon"),
    familyFirst: true,
    gap: "",
  },
  {
    home: "FR",
    given: words("محمد=Mohammed فاطمة=Fatima أحمد=Ahmad ليلى=Layla يوسف=Yusuf نور=Nour سارة=Sara"),
    family: words("حداد=Haddad الخطيب=Alkhatib منصور=Mansour النجار=Alnajjar سليم=Salim"),
  },
  {
    home: "IN",
    given: words(
      "Aarav Ananya Vihaan Diya Arjun Meera Rohan Lakshmi प्रिया=Priya राहुल=Rahul Kavya Imran",
    ),
    family: words("Sharma Iyer Reddy Banerjee Chaudhary Patel Nair Singh Khan Mukherjee Gowda"),
  },
  {
    home: "IN",
    given: words("Chukwuemeka Adaeze Kwame Abena Tendai Nia Oluwaseun Zanele Thabo Wanjiru Amina"),
    family: words("Okonkwo Adeyemi Mensah Ndlovu Mwangi Dlamini Obi Kamau Boateng Mutasa Diallo"),
  },
  {
    home: "AU",
    given: words("Linh Minh Thảo Đức=Duc Nguyệt Somchai Malee Putri Budi Nurul Agus Maria-Clara"),
    family: words("Nguyễn Trần Phạm Đặng=Dang Suwannarat Wijaya Santoso Reyes Cruz Bautista"),
  },
];

/** A name from one culture; some people have two given names, a hyphenated family name or a title. */
export function makeName(random: SeededRandom): PersonName {
  const culture = random.pick(CULTURES);
  const given = spellings(random.pick(culture.given));
  const family = spellings(random.pick(culture.family));
  const first = { given: given.ascii, family: family.ascii, home: culture.home };
  if (culture.familyFirst) {
    return { ...first, written: `${family.written}${culture.gap}${given.written}` };
  }
  const second = spellings(random.pick(culture.family)).written;
  const middle = random.oneIn(8) ? ` ${spellings(random.pick(culture.given)).written}` : "";
  const full = random.oneIn(10) ? `${family.written}-${second}` : family.written;
  const title = random.oneIn(25) ? random.pick(["Dr. ", "Prof. "]) : "";
  return { ...first, written: `${title}${given.written}${middle} ${full}` };
}

function spellings(word: string): { written: string; ascii: string } {
  const [written = "", plain = written] = word.split("=");
  const ascii = plain.normalize("NFD").replace(/[^A-Za-z]/g, "");
  return { written, ascii: ascii.toLowerCase() };
}
