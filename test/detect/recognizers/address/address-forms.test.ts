// Addresses of Turkish, Colombian, Hindi, Chinese and Japanese, without a label.

import { describe, expect, it } from "vitest";
import { addressForms } from "../../../../src/detect/recognizers/address/address-forms.ts";
import { compare } from "../../../support/detect/marked.ts";

describe("addresses in their own forms", () => {
  it.each([
    "«Atatürk Cad. No: 5 D: 3, 34000 Kadıköy/İstanbul» adresinde",
    "yeni adresim «Yıldız Sokak No: 99 D: 4, 80381 Bursa» olacaktır",
    "«Yeni Mahalle Papatya Sokağı No:137/2»'de",
    "Vivimos en la «Carrera 7 # 71-21, Bogotá», antes en «Calle 45A Sur # 12B - 30 apto 502»",
    "«Cra. 7 No. 71-21 Bogotá»; «Av. Calle 26 # 59-51 Torre 3»",
    "मेरा पता «मकान नं. 62, रत्न यादव, चक्रधरपुर - 734366» है",
    "«फ्लैट नंबर 12A» में",
    "新しい住所は«東京都千代田区千代田1-1»です",
    "«〒100-0001 東京都千代田区千代田1-1-2»",
    "自宅は«熊本県板橋区蟇沼34丁目18番7号 鍛冶ケ沢ハイツ715»となります",
    "本社は«愛知県名古屋市南区明治一丁目4番21号»にある",
    "他住在«北京市朝阳区建国路88号»。",
    "地址在«北京市清浦冯街C座 760346»，在«上海市浦东新区世纪大道B座1201室»",
    "我的新地址为«新疆维吾尔自治区丽县静安杭街c座 129334»。",
    "位于«浙江省杭州市西湖区文三路12号3号楼2单元501室»",
  ])("are found whole: %s", (marked) => {
    const { found, expected } = compare(addressForms, marked);
    expect(found).toEqual(expected);
  });

  it.each([
    "Kanun No: 6098, Madde No: 5, Sıra No: 12",
    "Cad. 5, Sokak 12 ve Mahalle 3",
    "北海道札幌市で開催された1972年の大会、福島県福島市3回",
    "大阪府大阪市北区の100円ショップ、東京都港区の1972年",
    "地下鉄3号線、第5番、国道1号、東京都は14区",
    "这条街A座和那条路B级，北京市的C座 760346",
    "地铁1号线和2号楼，第88号决议，高速公路5号出口",
    "मकान 62, संख्या 5, नं. 7",
    "No. 5 Main Street",
    "issue #12-3, section 7 no. 12-14, Calle 7, art. 5 No. 3-4",
  ])("are no other numbers: %s", (text) => {
    expect(addressForms.scan(text)).toEqual([]);
  });
});
