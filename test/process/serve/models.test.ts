// The tagger's models are files beside the Worker in the data folder. They are read when a text needs one; requests
// that need one that cannot be read fail. Nothing is then masked by rules alone, and the log names the file.

import { renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { newToken, send } from "../../support/node/api-client.ts";
import { cleanUp } from "../../support/node/run-script.ts";
import { startService } from "../../support/node/service.ts";

afterAll(cleanUp);

const ENGLISH = "Yesterday Maria Jensen called ada@example.com.";
const HINDI = "प्रधानमंत्री नरेंद्र मोदी ने कल दिल्ली में भाषण दिया: ada@example.com";
const POLISH = "Nazywam się Jan Kowalski i mieszkam w Krakowie.";

it("are read when texts need them, and a missing one fails those texts alone", async () => {
  const service = await startService();
  const model = join(service.dataDir, "run", "models", "tagger-hi.bin");
  const token = await newToken(service, "models", "me", ["mask"]);
  const mask = (...texts: string[]) =>
    send(service, token, "mask", { mask: texts.map((value) => ({ value })) });

  const line = '"event":"model.unusable","file":"tagger-hi.bin"';
  const unusable = () => service.logs().replaceAll("\\", "").split(line).length - 1;

  expect(statSync(model).mode & 0o777).toBe(0o600);
  renameSync(model, `${model}.gone`);
  expect(await mask(ENGLISH, HINDI)).toMatchObject({
    status: 500,
    body: { data: null, error: { code: "internal" } },
  });
  await expect.poll(unusable).toBe(1);
  const [english] = (await mask(ENGLISH)).body.data;
  expect(english.token_value).not.toMatch(/Jensen|ada@/);
  const [polish] = (await mask(POLISH)).body.data;
  expect(polish.token_value).not.toContain("Kowalski");

  writeFileSync(model, "damaged");
  expect((await mask(HINDI)).status).toBe(500);
  await expect.poll(unusable).toBe(2);

  renameSync(`${model}.gone`, model);
  const [hindi] = (await mask(HINDI)).body.data;
  expect(hindi.token_value).not.toMatch(/मोदी|ada@/);
  // Read once: nothing asks for the file again.
  renameSync(model, `${model}.gone`);
  expect((await mask(HINDI)).status).toBe(200);
});
