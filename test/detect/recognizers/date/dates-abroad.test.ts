// Dates with words and signs of other languages than English; which of them are dates of birth.

import { describe, expect, it } from "vitest";
import { detect, EVERYTHING } from "../../../../src/detect/detector.ts";
import { date } from "../../../../src/detect/recognizers/date/date.ts";
import { compare } from "../../../support/detect/marked.ts";

describe("dates of other languages", () => {
  it.each([
    "vom «3. bis 5. März 2024»",
    "du «3 au 5 mars 2024»",
    "del «3 al 5 de marzo de 2024» y el «3 de mayo»",
    "il «1° marzo 2024», dal «3 al 5 marzo 2024»",
    "«1º de março de 2024»",
    "de «3e maart 2024» en van «3 tot 5 maart 2024»",
    "den «3:e mars 2024»",
    "od «3 do 5 marca 2024» r.",
    "«15 Mart 2024» tarihinde, «3 KASIM 2020»'de",
    "«2 मार्च 2024» को और «3 मई»",
    "«2024年3月5日 10:30»に、«3月5日»まで",
    "«令和6年3月5日»、«平成元年1月8日»、«昭和四十五年五月三日»",
    "«二〇二四年三月五日»和«十二月二十五日»，«3月5号»",
    "«民国113年3月5日»",
    "«2024년 3월 5일»과 «3월 5일»",
  ])("finds the date and nothing around it: %s", (marked) => {
    const { found, expected } = compare(date, marked);
    expect(found).toEqual(expected);
  });

  it.each([
    "12 mars, 3 i 5 lutych, 3 ve 5 martta",
    "3月に、2024年度、3か月、13月5日、2月30日、5日間",
    "12034年3月5日",
    "三月，五日之内，一月有余",
    "昭和45年に建てられた、平成の30年間",
    "मई 2 बार, 45 मार्च",
  ])("takes nothing else for one: %s", (text) => {
    expect(date.scan(text).map(({ start, end }) => text.slice(start, end))).toEqual([]);
  });

  it("reads digits of other scripts where they stand", () => {
    const text = "२ मार्च २०२४, ２０２４年３月５日";
    const found = detect(text, EVERYTHING).map(({ start, end }) => text.slice(start, end));
    expect(found).toEqual(["२ मार्च २०२४", "２０２４年３月５日"]);
  });

  it.each([
    "geboren am 3. März 1980",
    "né(e) le 1er janvier 1954",
    "nacida el 3 de marzo de 1980",
    "data di nascita: 3 marzo 1980",
    "nascido em 15/04/1971",
    "geboortedatum: 3 maart 1980",
    "född den 3 mars 1980",
    "ur. 3 marca 1980",
    "doğum tarihi 27.05.1954",
    "12.03.1980 doğumlu",
    "जन्म तिथि: 13/02/1956",
    "生年月日:1977/05/24",
    "昭和45年生まれ",
    "1970年5月3日生まれ",
    "出生日期1967-12-26",
    "他出生于1967年12月26日",
  ])("knows a date of birth: %s", (text) => {
    expect(date.scan(text).map(({ entityType }) => entityType)).toEqual(["DATE_OF_BIRTH"]);
  });

  it.each([
    "gestorben am 3. März 1980",
    "délivré le 1er janvier 1954",
    "入院日:2020/01/02",
    "出生地北京。签发2020年1月2日",
    "ur 3 March 1980",
  ])("knows dates of other events: %s", (text) => {
    expect(date.scan(text).map(({ entityType }) => entityType)).toEqual(["DATE"]);
  });
});
