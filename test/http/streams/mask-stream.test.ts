// PUT mask/stream: a text masked piece by piece unmasks to the whole, and nothing is sent in clear.
import { describe, expect, it } from "vitest";
import type { UnmaskedItem } from "../../../src/masking/item.ts";
import { newVault } from "../../support/namespaces.ts";
import { accepted, call, only, PATHS, tokenOf } from "../../support/requests.ts";
import { bytesOf, sendPieces } from "../../support/streams.ts";

async function unmasked(token: string, text: string): Promise<string> {
  const body = { unmask: [{ token_value: text }] };
  return only(accepted(await call<UnmaskedItem[]>("PUT", PATHS.unmask, { token, body }))).value;
}

const EMAILS = Array.from({ length: 20 }, (_, i) => `user${i}@example.org`);
const LOG = [
  ...EMAILS.map(
    (email, i) => `2026-11-23 10:22:0${i % 10} login of ${email} from 192.0.2.${i} in ${i} ms`,
  ),
  "",
  "Grüße an Sarah O'Connell, 🙂 card 4111 1111 1111 1111.\r\n",
  "12345\n\n  indented, by ann@corp.test",
].join("\n");

describe("a text in pieces", () => {
  it("is masked line by line, and comes back as a whole", async () => {
    const { token } = await newVault();
    for (const size of [3, 50, 100_000]) {
      const { status, text } = await sendPieces(PATHS.maskStream, token, bytesOf(LOG, size));
      expect(status).toBe(200);
      expect(text).not.toMatch(/user\d+@|ann@corp|4111 1111|192\.0\.2/);
      expect(await unmasked(token, text)).toBe(LOG);
    }
  });

  it("is cut within a long line, behind a sentence or at a blank, never in a value", async () => {
    const { token } = await newVault();
    for (const end of [". ", " "]) {
      const line = EMAILS.map(
        (email) => `${"some words and more ".repeat(70)}by ${email}${end}`,
      ).join("");
      expect(line.length).toBeGreaterThan(24_000);
      const { text } = await sendPieces(PATHS.maskStream, token, bytesOf(line, 999));
      expect(text).not.toMatch(/user\d+@/);
      expect(await unmasked(token, text)).toBe(line);
    }
  });

  it("hides a token that was planted across the places where it is cut", async () => {
    const { token } = await newVault();
    const planted = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        tokenOf(token, `Ab${i} cd ef gh ij kl mn op`, "Default Token"),
      ),
    );
    const compact = await tokenOf(token, "stolen@corp.test", "Text Token", "Email Address");
    const texts = [
      ...planted.map((one) => one.replaceAll(" ", "\n")),
      // Words that look like nothing on a line of their own.
      ...planted.map((one) => one.replace(/ (\S+) /g, " $1\n")),
      ...planted.map((one) => one.replaceAll(" ", "\n> ")),
      ...planted.map((one) => `<PER\n>${one.replaceAll(" ", "\n")}<\n/PER>`),
      `mail ${compact.slice(0, 8)}\n${compact.slice(8)} now`,
      `mail ${compact.slice(0, 8)} \n  ${compact.slice(8)} now`,
      `x\ufeff${compact}\ufeffx now`,
    ];
    for (const text of texts) {
      const lines = `first line\n${text} last line\n`;
      const masked = await sendPieces(PATHS.maskStream, token, bytesOf(lines, 1));
      expect(await unmasked(token, masked.text)).toBe(lines);
      const back = await sendPieces(PATHS.unmaskStream, token, bytesOf(masked.text, 5));
      expect(back.text).toBe(lines);
    }
  });

  it("is cut behind the marks of a text without blanks, and what was planted there comes back", async () => {
    const { token } = await newVault();
    const stolen = await tokenOf(token, "stolen@corp.test", "Text Token", "Email Address");
    const sentence = "昨日、田中太郎さんは東京で会議に会いました。";
    const planted = [
      sentence,
      `<PER x="今日。明日、">${stolen}。</PER>`,
      "mail@corp.test、",
      "「はい！」",
    ];
    // 22 sentences and one of the others, so that these come to stand on every place of a cut.
    const units = planted.map((one) => sentence.repeat(22) + one);
    const text = units.join("").repeat(12);
    expect(Buffer.byteLength(text)).toBeGreaterThan(70_000);
    for (const size of [999, 300_000]) {
      const masked = await sendPieces(PATHS.maskStream, token, bytesOf(text, size));
      expect(masked.text).not.toContain("mail@corp");
      expect(masked.text).not.toContain(stolen);
      const back = await sendPieces(PATHS.unmaskStream, token, bytesOf(masked.text, 9_999));
      expect(back.text === text).toBe(true);
    }
  });

  it("is not cut in a name", async () => {
    const { token } = await newVault();
    // So that the last blank before the limit of a piece is inside a name.
    const line = `Notes ${"asked by Maria Connell of it, ".repeat(1_500)}`;
    const { text } = await sendPieces(PATHS.maskStream, token, bytesOf(line, 4_000));
    expect(text.match(/<PER>/g)).toHaveLength(1_500);
    expect(await unmasked(token, text)).toBe(line);
  });

  it("hides what a line tells of that went out before", async () => {
    const { token } = await newVault();
    const lines = [
      "My passport number\n",
      "K4821907\n",
      "ask\n",
      "marcus\n",
      "phone\n",
      "555-1234",
    ];
    const { text } = await sendPieces(PATHS.maskStream, token, lines, "text/plain", 20);
    expect(text).not.toMatch(/K4821907|marcus|555-1234/);
    expect(await unmasked(token, text)).toBe(lines.join(""));
  });

  it("holds a key in lines together", async () => {
    const { token } = await newVault();
    const lines = Array.from(
      { length: 12 },
      (_, i) => `MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcw${i}ggSjAgEAAoIBAQC7`,
    );
    const key = `-----BEGIN PRIVATE KEY-----\nComment: made by a test\n\n${lines.join("\n")}\n-----END PRIVATE KEY-----`;
    const text = `key:\n${key}\nbehind it\n`;
    const pieces = text.split(/(?<=\n)/);
    const type = "text/plain";
    const { text: masked } = await sendPieces(PATHS.maskStream, token, pieces, type, 20);
    expect(masked.match(/<SECRET>/g)).toHaveLength(1);
    expect(masked).not.toContain("MIIE");
    expect(await unmasked(token, masked)).toBe(text);
  });

  it("goes on behind a key that was only named", async () => {
    const { token } = await newVault();
    const lines = EMAILS.map((email) => `${"some words and more ".repeat(70)}by ${email}\n`).join(
      "",
    );
    const text = `The file has "-----BEGIN RSA PRIVATE KEY-----" in it:\n${lines}`;
    expect(text.length).toBeGreaterThan(24_000);
    const { text: masked } = await sendPieces(PATHS.maskStream, token, bytesOf(text, 999));
    expect(masked).not.toMatch(/user\d+@/);
    expect(await unmasked(token, masked)).toBe(text);
  });

  it("is refused where it cannot be cut", async () => {
    const { token } = await newVault();
    const type = "application/x-ndjson";
    const pieces = [`${JSON.stringify("A1B2".repeat(6_000))}\n`];
    const { text } = await sendPieces(PATHS.maskStream, token, pieces, type);
    expect(JSON.parse(text.trim().split("\n").at(-1) ?? "").error.code).toBe("value_too_long");
  });
});
