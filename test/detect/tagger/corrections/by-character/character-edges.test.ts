// Lines end names in Japanese and Chinese, and numbers alone are no addresses there.

import { expect, it } from "vitest";
import { withCharacterEdges } from "../../../../../src/detect/tagger/corrections/by-character/character-edges.ts";
import { ADDRESS, ORGANIZATION, PERSON } from "../../../../../src/detect/tagger/tags.ts";
import { tokenize } from "../../../../../src/detect/tagger/tokens.ts";

function kept(text: string, type: number): string[] {
  const tokens = tokenize(text, undefined, true);
  const all = [{ from: 0, to: tokens.count, type, margin: 1 }];
  return withCharacterEdges(text, tokens, all).map(({ from, to }) =>
    text.slice(tokens.start[from], tokens.end[to - 1]),
  );
}

it("cuts names to their lines, and addresses not", () => {
  expect(kept("敬礼\n欧阳建\r\n\r\n国", PERSON)).toEqual(["敬礼", "欧阳建", "国"]);
  expect(kept("欧阳 建国", PERSON)).toEqual(["欧阳 建国"]);
  expect(kept("京都市中京区12\n北", ADDRESS)).toEqual(["京都市中京区12\n北"]);
});

it("cuts persons where a table or a list does, with signs of any width", () => {
  expect(kept("李娜,王芳;张伟|刘洋、陈静", PERSON)).toEqual([
    "李娜",
    "王芳",
    "张伟",
    "刘洋",
    "陈静",
  ]);
  expect(kept("李娜  王芳\t张伟\u3000刘洋", PERSON)).toEqual(["李娜", "王芳", "张伟\u3000刘洋"]);
  expect(kept("- 李娜,", PERSON)).toEqual(["李娜"]);
  expect(kept("王芳&李娜=>“张伟”", PERSON)).toEqual(["王芳", "李娜", "张伟"]);
  expect(kept("J.K.ローリング", PERSON)).toEqual(["J.K.ローリング"]);
  expect(kept("マイケル・ジャクソン", PERSON)).toEqual(["マイケル・ジャクソン"]);
  expect(kept("株式会社A,B", ORGANIZATION)).toEqual(["株式会社A,B"]);
});

it("takes no number behind another word for an address", () => {
  for (const text of ["約番号778451", "户号445588", "病历号445512"])
    expect(kept(text, ADDRESS)).toEqual([]);
  for (const text of ["〒604-8181", "北沢2丁目14", "张杨路500号"])
    expect(kept(text, ADDRESS)).toEqual([text]);
});
