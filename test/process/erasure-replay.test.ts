// A restore of everything, the Registry included: no stored data shows the erasures since the backup. The operator
// replays their receipts.

import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { ask, send } from "../support/node/api-client.ts";
import {
  acceptEraseAll,
  issue,
  mask,
  type Pair,
  readable,
  restart,
  statementsOf,
  unmask,
  untilErased,
} from "../support/node/erasure.ts";
import { runHere } from "../support/node/run-here.ts";
import { cleanUp, temporaryFolder } from "../support/node/run-script.ts";
import { type Service, startService } from "../support/node/service.ts";

afterEach(cleanUp);

async function run(name: "backup" | "restore", ...args: string[]): Promise<void> {
  const { code, said } = await runHere(`${name}.ts`, args);
  expect(code, said).toBe(0);
}

/** PUT receipts to the operator's replay. */
function replay(service: Service, receipts: unknown[]) {
  const masterKey = service.secrets.VAULT_MASTER_KEY;
  return send(service, masterKey, "super-admin/erasure/replay", { data: { receipts } });
}

async function eraseBy(service: Service, admin: string, values: string[]) {
  const asked = await send(service, admin, "namespace/delete/by-value", { data: { values } });
  expect(asked.status).toBe(200);
  const id = String(asked.body.data.tracking_id);
  await untilErased(service, admin, id);
  const look = await ask(
    service,
    admin,
    `namespace/job-status?tracking_id=${id}&include_replay=true`,
  );
  return look.body.data;
}

async function maskTexts(service: Service, token: string, values: string[]): Promise<Pair[]> {
  const items = values.map((value) => ({ value, token_name: "Text Token" }));
  return (await send(service, token, "mask", { mask: items })).body.data;
}

describe("receipts fed back after a restore of everything", () => {
  it("erase again what they prove was erased, by value and by age up to the cutoff, and nothing masked since", async () => {
    const service = await startService();
    const { token, admin } = await issue(service, "restored");
    const old = await mask(service, token, "old", 100);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const person = await maskTexts(service, token, ["Ann Miller", "ANN MILLER", "for Ann Miller!"]);
    const bystander = await maskTexts(service, token, ["Bob"]);
    const aged = await issue(service, "aged");
    const agedPairs = await mask(service, aged.token, "old", 100);
    const file = join(temporaryFolder(), "vault.tar");
    await run("backup", "--data", service.dataDir, "--to", file);

    const lost = await mask(service, aged.token, "lost", 50);
    const id = await acceptEraseAll(service, aged.admin);
    const byAge = await untilErased(service, aged.admin, id);
    const byValue = await eraseBy(service, admin, ["Ann Miller"]);
    expect(byValue.response).toMatchObject({
      cleared_records: 3,
      match: { exact: 1, normalised: 1, contained: 1 },
    });
    await service.stop();
    await run("restore", "--from", file, "--data", service.dataDir, "--force");
    const restored = await restart(service);
    // Restored in full: no stored record shows the erasures.
    expect(await readable(restored, token, person)).toHaveLength(3);
    const young = await maskTexts(restored, token, ["Ann Miller senior"]);

    const alone = await replay(restored, [byValue.receipt]);
    expect(alone.status).toBe(400);
    expect(alone.body.error).toMatchObject({ code: "replay_parts_missing", item_index: 0 });
    const { receipt, replay: parts } = byValue;
    const done = await replay(restored, [{ receipt, replay: parts }]);
    expect(done.body.data.receipts).toEqual([
      { tracking_id: byValue.tracking_id, status: "replayed" },
    ]);
    expect(await readable(restored, token, person)).toEqual([]);
    expect(await unmask(restored, token, [...bystander, ...young, ...old])).toEqual(
      [...bystander, ...young, ...old].map(({ value }) => value),
    );
    const record = await untilErased(restored, admin, byValue.tracking_id);
    expect(record.response).toEqual(byValue.response);
    expect(await statementsOf(restored, record.receipt)).toMatchObject({ kind: "value" });
    const again = await replay(restored, [{ receipt, replay: parts }]);
    expect(again.status, JSON.stringify(again.body)).toBe(200);
    expect(again.body.data.receipts).toMatchObject([{ status: "known" }]);

    const youngAged = await mask(restored, aged.token, "young", 50);
    const forged = `${byAge.receipt.slice(0, -6)}AAAAAA`;
    const refused = await replay(restored, [byAge.receipt, forged]);
    expect(refused.body.error).toMatchObject({ code: "receipt_invalid", item_index: 1 });
    expect(await readable(restored, aged.token, agedPairs.slice(0, 3))).toHaveLength(3);

    expect((await replay(restored, [byAge.receipt])).status).toBe(200);
    expect(await readable(restored, aged.token, [...agedPairs, ...lost])).toEqual([]);
    expect(await unmask(restored, aged.token, youngAged)).toEqual(
      youngAged.map(({ value }) => value),
    );
    const repeated = await untilErased(restored, aged.admin, byAge.tracking_id);
    expect(repeated.response.cleared_records).toBe(150);
  });
});
