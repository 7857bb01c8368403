// Prose in twelve languages without personal data, with numbers, years, articles of law, product codes and
// prices. Written for this project.

import type { Language } from "../../../src/detect/language/languages.ts";

/** One text for each language other than English. */
export const ORDINARY_PROSE: Readonly<Partial<Record<Language, string>>> = {
  de: `Die neue Waschmaschine der Baureihe WM-4420 wiegt 68 kg und braucht bei 40 Grad rund 0,7 kWh je Durchgang. Im Handel kostet
sie 549,90 Euro, mit verlängerter Garantie 599 Euro. Nach § 437 Nr. 1 BGB kann der Käufer die Nacherfüllung verlangen; die
Frist beträgt zwei Jahre. Von 1.250 geprüften Geräten fielen 37 durch, das sind 2,96 Prozent. Wer den Vertrag widerrufen will,
hat nach Artikel 9 der Richtlinie 14 Tage Zeit. Die Anschrift und der Vorname sind Pflichtfelder, der Titel nicht. Auf Seite 112
steht, wie man das Sieb reinigt: Deckel öffnen, 3 Schrauben lösen, unter fließendem Wasser spülen. Version 2.4.1 der
Steuerung behebt Fehler 1043 und 1077. Der Herr über die Zeit bleibt der Zeitschalter, sagt die Anleitung im Scherz. Zwischen
1998 und 2004 stieg der Absatz um 12 Prozent, danach fiel er bis 2011 wieder auf 845.000 Stück. Telefonische Beratung gibt es
werktags, die Adresse steht auf der Rückseite.`,
  fr: `Le modèle LV-310 consomme 9 litres par cycle et coûte 429,90 euros, soit 12 % de moins que la version précédente. Selon
l'article L. 217-3 du code de la consommation, le vendeur répond des défauts pendant deux ans. Sur 1 250 appareils contrôlés, 37
présentaient une fuite. Il faut ouvrir le couvercle, desserrer 3 vis de 8 mm, puis rincer le filtre sous l'eau tiède. Le nom, le
prénom et l'adresse sont des champs obligatoires du formulaire ; le téléphone est facultatif. Entre 1998 et 2004, les ventes ont
progressé de 12 %, avant de retomber à 845 000 unités. La page 112 du manuel explique l'erreur E-1043. La recette demande 250 g de
farine, 3 œufs et 100 g de sucre. Le dossier complet tient en 48 pages, le code de l'accessoire est
FX-2200-B. Madame et monsieur tout le monde peuvent donc réparer la machine eux-mêmes, pour moins de 20 euros.`,
  es: `El modelo LP-310 gasta 9 litros por ciclo y cuesta 429,90 euros, un 12 % menos que la versión anterior. Según el artículo 123
de la ley, el vendedor responde de los defectos durante tres años. De 1.250 aparatos revisados, 37 perdían agua. Hay que abrir la
tapa, aflojar 3 tornillos de 8 mm y lavar el filtro con agua templada. El nombre, los apellidos y la dirección son campos
obligatorios; el teléfono es opcional. Entre 1998 y 2004 las ventas subieron un 12 % y después cayeron hasta 845.000 unidades. La
página 112 del manual explica el error E-1043. En la calle hay ruido, pero la máquina no pasa de 48 decibelios. La receta pide 250 g
de harina, 3 huevos y 100 g de azúcar. El código del accesorio es FX-2200-B y la factura se guarda diez años. La señora de la casa o
el señor pueden repararla por menos de 20 euros; la clave está en el manual.`,
  it: `Il modello LV-310 consuma 9 litri per ciclo e costa 429,90 euro, il 12 % in meno della versione precedente. Secondo l'articolo 130
del codice del consumo il venditore risponde dei difetti per due anni. Su 1.250 apparecchi controllati, 37 perdevano acqua. Bisogna
aprire il coperchio, allentare 3 viti da 8 mm e lavare il filtro con acqua tiepida. Il nome, il cognome e l'indirizzo sono campi
obbligatori; il telefono è facoltativo. Tra il 1998 e il 2004 le vendite sono cresciute del 12 %, poi sono scese a 845.000 pezzi. La
pagina 112 del manuale spiega l'errore E-1043. Sulla via del ritorno si consumano circa 5 litri ogni 100 km. La ricetta chiede 250 g di
farina, 3 uova e 100 g di zucchero. Il codice dell'accessorio è FX-2200-B e la pratica si chiude in 30 giorni. Il signore o la signora
di casa possono ripararla con meno di 20 euro.`,
  pt: `O modelo LV-310 gasta 9 litros por ciclo e custa 429,90 euros, 12 % menos do que a versão anterior. Segundo o artigo 26 do código,
o vendedor responde pelos defeitos durante 90 dias. De 1.250 aparelhos verificados, 37 perdiam água. É preciso abrir a tampa, soltar 3
parafusos de 8 mm e lavar o filtro com água morna. O nome, o endereço e o telefone são campos obrigatórios. Entre 1998 e 2004 as vendas
cresceram 12 % e depois caíram para 845.000 unidades. A página 112 do manual explica o erro E-1043. Na rua há barulho, mas a máquina não
passa de 48 decibéis. A receita pede 250 g de farinha, 3 ovos e 100 g de açúcar. O código do acessório é FX-2200-B e o processo termina
em 30 dias. A senhora ou o senhor da casa podem consertá-la por menos de 20 euros; a senha não é necessária. A conta de luz sobe 4 % por
ano, conforme a tabela 7.`,
  nl: `Het model VW-310 verbruikt 9 liter per beurt en kost 429,90 euro, 12 procent minder dan de vorige versie. Volgens artikel 7:17 van
het wetboek moet het apparaat aan de overeenkomst voldoen. Van de 1.250 onderzochte machines lekten er 37. Open het deksel, draai 3
schroeven van 8 mm los en spoel het filter met lauw water. De naam, het adres en de postcode zijn verplichte velden; de telefoon niet.
Tussen 1998 en 2004 groeide de verkoop met 12 procent, daarna viel zij terug tot 845.000 stuks. Bladzijde 112 van de handleiding verklaart
fout E-1043. Op straat is het rumoerig, maar de machine blijft onder 48 decibel. Het recept vraagt 250 g bloem, 3 eieren en 100 g suiker.
Het onderdeel heet FX-2200-B en de klant wacht er hooguit 5 dagen op. De heer des huizes of mevrouw zelf kan haar repareren voor minder
dan 20 euro; het wachtwoord is niet nodig.`,
  sv: `Modellen DM-310 drar 9 liter per omgång och kostar 4 299 kronor, 12 procent mindre än den förra versionen. Enligt 17 § i lagen svarar
säljaren för fel i tre år. Av 1 250 provade maskiner läckte 37. Öppna locket, lossa 3 skruvar på 8 mm och skölj filtret i ljummet vatten.
Namn, adress och postnummer är obligatoriska fält; telefon är frivilligt. Mellan 1998 och 2004 ökade försäljningen med 12 procent, sedan
föll den till 845 000 stycken. Sidan 112 i handboken förklarar felet E-1043. På gatan är det bullrigt, men maskinen håller sig under 48
decibel. Receptet kräver 250 g mjöl, 3 ägg och 100 g socker. Tillbehöret heter FX-2200-B och ärendet tar 5 dagar. Herrn eller frun i huset
kan laga den för mindre än 200 kronor; lösenordet behövs inte. Kontot höjs med 4 procent om året enligt tabell 7 i bilagan.`,
  pl: `Model ZM-310 zużywa 9 litrów na cykl i kosztuje 1 899 zł, o 12 procent mniej niż poprzednia wersja. Zgodnie z art. 556 § 1 kodeksu
sprzedawca odpowiada za wady przez dwa lata. Spośród 1 250 zbadanych urządzeń 37 przeciekało. Należy otworzyć pokrywę, odkręcić 3 śruby 8 mm
i przepłukać filtr letnią wodą. Imię, nazwisko i adres to pola wymagane; telefon nie jest konieczny. W latach 1998–2004 sprzedaż wzrosła o
12 procent, potem spadła do 845 000 sztuk. Strona 112 instrukcji wyjaśnia błąd E-1043. Na ulicy jest głośno, ale urządzenie nie przekracza 48
decybeli. Przepis wymaga 250 g mąki, 3 jajek i 100 g cukru. Część ma oznaczenie FX-2200-B, a sprawa trwa 5 dni. Pan domu albo pani domu
naprawi je za mniej niż 50 zł; hasło nie jest potrzebne. Konto rośnie o 4 procent rocznie, jak podaje tabela 7 w załączniku.`,
  tr: `BM-310 modeli her yıkamada 9 litre su harcar ve 18.499 liradır; önceki sürümden yüzde 12 ucuzdur. Kanunun 11. maddesine göre satıcı
ayıplardan iki yıl sorumludur. Denetlenen 1.250 makineden 37'si su kaçırdı. Kapağı açın, 8 mm'lik 3 vidayı gevşetin ve süzgeci ılık suyla
yıkayın. Ad, soyad ve adres zorunlu alanlardır; telefon isteğe bağlıdır. Satışlar 1998 ile 2004 arasında yüzde 12 arttı, sonra 845.000 adede
düştü. Kılavuzun 112. sayfası E-1043 hatasını açıklar. Sokak gürültülüdür ama makine 48 desibeli geçmez. Tarif 250 gram un, 3 yumurta ve
100 gram şeker ister. Parçanın kodu FX-2200-B olup sipariş 5 günde gelir. Ev sahibi bey ya da hanım onu 200 liradan aza onarabilir; şifre
gerekmez. Hesap her yıl yüzde 4 artar, ekteki 7 numaralı tablo bunu gösterir. Mart sonunda yeni sürüm çıkacak.`,
  hi: `यह मशीन हर बार 9 लीटर पानी लेती है और इसकी कीमत 18,499 रुपये है, जो पिछले मॉडल से 12 प्रतिशत कम है। अधिनियम की धारा 35 के अनुसार विक्रेता दो वर्ष
तक दोष के लिए उत्तरदायी है। जाँची गई 1,250 मशीनों में से 37 में रिसाव मिला। ढक्कन खोलें, 8 मिमी के 3 पेंच ढीले करें और छलनी को गुनगुने पानी से धोएँ। नाम और पता
अनिवार्य हैं, फ़ोन वैकल्पिक है। 1998 और 2004 के बीच बिक्री 12 प्रतिशत बढ़ी, फिर घटकर 8,45,000 रह गई। पुस्तिका का पृष्ठ 112 त्रुटि E-1043 समझाता है। सड़क पर शोर है, पर
मशीन 48 डेसिबल से ऊपर नहीं जाती। विधि में 250 ग्राम आटा, 3 अंडे और 100 ग्राम चीनी लगती है। पुर्ज़े का कोड FX-2200-B है और मामला 5 दिन में निपटता है। श्री के
साथ यह काम 200 रुपये से कम में हो जाता है; पासवर्ड की ज़रूरत नहीं। खाता हर साल 4 प्रतिशत बढ़ता है।`,
  ja: `この洗濯機は一回に9リットルの水を使い、価格は54,900円で、前の型より12パーセント安い。法律の第570条によれば、売主は一年間欠陥の責任を負う。検査した1,250台
のうち37台で水漏れがあった。ふたを開け、8ミリのねじを3本ゆるめ、ぬるま湯でフィルターを洗う。氏名と住所は必須の項目で、電話は任意である。1998年から2004年までに売り上げは
12パーセント伸び、その後845,000台に落ちた。説明書の112ページにエラーE-1043の説明がある。道路はうるさいが、この機械は48デシベルを超えない。作り方には小麦粉250グラム、卵3個、
砂糖100グラムが要る。部品の型番はFX-2200-Bで、注文から5日で届く。店員さんに聞けば、皆さんでも2000円以下で直せる。パスワードは要らない。口座の残高は毎年4パーセント増え、
表7に示すとおりである。三月には新しい型が出る。`,
  zh: `这台洗衣机每次用水9升，售价2499元，比上一代便宜12%。根据法律第五百七十条，卖方在两年内对缺陷负责。在检查的1250台机器中，有37台漏水。打开盖子，拧松3颗8毫米的
螺丝，用温水冲洗滤网。姓名和地址是必填项，电话可以不填。1998年到2004年间销量增长了12%，后来又降到845000台。说明书第112页解释了错误E-1043。街道很吵，但机器的噪声不超过48分贝。
配方需要250克面粉、3个鸡蛋和100克糖。零件编号为FX-2200-B，订单在5天内送达。各位先生和女士都能用不到200元修好它，不需要密码。账户余额每年增加4%，见附件的表7。这条路有120个
路口，全市共有35所学校。三月将推出新的型号，版本号是2.4.1。`,
};
