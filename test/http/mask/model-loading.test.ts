// Models are read when a text first needs them, and not before. When one cannot be read, requests that need it fail,
// and nothing is masked by rules alone. In a file of its own, in this order, because an isolate keeps the models it has
// read.
import { expect, it } from "vitest";
import { shippedTagger } from "../../../src/detect/tagger/shipped-taggers.ts";
import { retryDelay } from "../../../src/jobs/job.ts";
import { doDueWork } from "../../../src/vault/due-work.ts";
import { newVault } from "../../support/namespaces.ts";
import { call, mask, maskText, only, PATHS, unmask } from "../../support/requests.ts";
import { freshVault, readJob } from "../../support/vault/fresh-vault.ts";
import { inNamespace, submitIn } from "../../support/vault/inside.ts";

const HINDI = "प्रधानमंत्री नरेंद्र मोदी ने कल दिल्ली में भाषण दिया: ada@example.com";
const ENGLISH = "Yesterday Maria Jensen called.";

const scan = () => shippedTagger({ recall: 0 }).scan(ENGLISH);

it("whoever only sends values with token names never pays for the model", {
  timeout: 60_000,
}, async () => {
  const { token } = await newVault();
  const [named] = await mask(token, [{ value: "Maria Jensen", token_name: "Text Token" }]);
  expect(named?.token_value).not.toContain("Jensen");
  expect(scan).toThrow("not loaded");
  const item = await maskText(token, ENGLISH);
  expect(item.token_value).not.toContain("Jensen");
  expect(scan().map(({ entityType }) => entityType)).toEqual(["PERSON"]);
  expect(await unmask(token, [item.token_value])).toEqual([ENGLISH]);
});

/** The shipped model of Hindi with another last byte; gives what puts it right again. */
async function damageModel(): Promise<() => void> {
  const { default: bytes } = await import("../../../models/tagger-hi.bin");
  const last = new Uint8Array(bytes).subarray(-1);
  const flip = () => {
    last[0] = (last[0] as number) ^ 1;
  };
  flip();
  return flip;
}

it("a damaged model fails the requests and jobs whose texts need it, and those alone", {
  timeout: 60_000,
}, async () => {
  const { token } = await newVault();
  const mend = await damageModel();
  const texts = [{ value: ENGLISH }, { value: HINDI }];
  const failure = { status: 500, data: null, error: { code: "internal" } };
  const masked = await call("PUT", PATHS.mask, { token, body: { mask: texts } });
  expect(masked).toMatchObject(failure);
  const detected = await call("PUT", PATHS.detect, { token, body: { detect: texts } });
  expect(detected).toMatchObject(failure);
  expect((await maskText(token, ENGLISH)).token_value).not.toContain("Jensen");
  const vault = await freshVault();
  const clock = { now: Date.now() };
  let trackingId = "";
  await inNamespace(
    vault,
    async (namespace) => {
      trackingId = await submitIn(namespace, vault, [{ value: HINDI }]);
      await doDueWork(namespace);
      expect(namespace.jobs.find(1)).toMatchObject({ state: "IN-PROGRESS", attempts: 1 });
      mend();
      clock.now += retryDelay(1) ?? 0;
      await doDueWork(namespace);
    },
    { clock: () => clock.now },
  );
  const view = await readJob(vault, trackingId);
  expect(view).toMatchObject({ state: "SUCCESS" });
  expect(JSON.stringify(view?.result)).toContain('"pii_type":"PERSON"');
  expect(only(await mask(token, [{ value: HINDI }])).token_value).not.toContain("मोदी");
});
