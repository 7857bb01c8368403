// The audit log of a running service: with two runtimes, killed in the middle, exported, and checked by npm run
// verify-audit.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { newToken, send, submit, untilEnded } from "../../support/node/api-client.ts";
import { runHere } from "../../support/node/run-here.ts";
import { cleanUp, temporaryFolder, waitFor } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

afterAll(cleanUp);

const ALL = ["mask", "unmask", "metadata_change"];
const EXPORT = "namespace/reports/audit-export";

async function get({ url }: Service, token: string, path: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/vault/${path}`, { headers });
  expect(`${answer.status} ${path}`).toBe(`200 ${path}`);
  return answer.text();
}

const masked = (service: Service, token: string, value: string) =>
  send(service, token, "mask", { mask: [{ value, token_name: "Text Token" }] });

const recordsIn = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter(({ request_id }) => request_id !== undefined);

const verify = (...args: string[]) => runHere("verify/audit.ts", args);

/** An export as it is when the service cannot read its first batch. */
function unreadable(text: string): string {
  const [begin = "", ...lines] = text.split("\n");
  const at = lines.findIndex((line) => line.startsWith('{"batch"'));
  const link = `${lines[at]?.slice(0, -1)},"unreadable":true}`;
  return [begin, link, ...lines.slice(at + 1)].join("\n");
}

describe("the audit of serve", () => {
  it("has every request that was answered when it is strict, though the process is killed", async () => {
    const dataDir = temporaryFolder();
    const service = await startService({ dataDir, env: { AUDIT: "strict" } });
    const token = await newToken(service, "demo", "ann", ALL);
    const answered = new Set<string>();
    let isOver = false;
    const caller = async (name: number) => {
      for (let i = 0; !isOver; i++) {
        const answer = await fetch(`${service.url}/api/vault/mask`, {
          method: "PUT",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: JSON.stringify({ mask: [{ value: `${name} ${i}`, token_name: "Text Token" }] }),
        }).catch(() => null);
        if (answer?.status === 200) answered.add(answer.headers.get("x-request-id") ?? "");
      }
    };
    const callers = [1, 2, 3, 4].map(caller);
    await waitFor("some answers", () => answered.size > 100);
    process.kill(service.pid, "SIGKILL");
    isOver = true;
    await Promise.all(callers);
    const again = await startService({ dataDir, secrets: service.secrets });
    const records = recordsIn(await get(again, token, EXPORT));
    const kept = new Set(records.map(({ request_id }) => request_id));
    expect(kept.size).toBe(records.length);
    expect([...answered].filter((id) => !kept.has(id))).toEqual([]);
    await again.stop();
  });

  it("tells of a job what it has found, in records that name it as that of its submission does", async () => {
    const service = await startService();
    const token = await newToken(service, "jobs", "ann", ALL);
    const texts = Array.from({ length: 600 }, (_, i) => ({
      value: `Mail ada${i}@example.com or call +44 20 7946 0${100 + (i % 900)}`,
    }));
    const trackingId = await submit(service, token, "mask", texts);
    expect((await untilEnded(service, token, trackingId)).status).toBe("SUCCESS");
    const told = async () => {
      const records = recordsIn(await get(service, token, EXPORT));
      return records.filter(({ tracking_id }) => tracking_id === trackingId);
    };
    const sum = (records: { items: number }[]) =>
      records.reduce((all, { items }) => all + items, 0);
    const isOwn = ({ user }: { user: string }) => user === "job";
    await waitFor("all is told", async () => sum(await told()) === 1_200);
    const records = await told();
    const entities = records.filter(isOwn).map((record) => record.entities);
    for (const type of ["EMAIL_ADDRESS", "PHONE_NUMBER"]) {
      expect(entities.reduce((all, counts) => all + counts[type], 0)).toBe(600);
    }
    expect(records.filter((record) => !isOwn(record))).toMatchObject([{ user: "ann", items: 600 }]);
    // It is no use of the namespace once more.
    const report = "reports/namespace-summary?namespace=jobs";
    expect(await get(service, token, report)).not.toContain("JOB");
    const file = join(temporaryFolder(), "audit.jsonl");
    writeFileSync(file, await get(service, token, EXPORT));
    expect((await verify(file)).code).toBe(0);
  });

  it("of two runtimes comes in a second, verifies with the ledger, and not when a letter of it is changed", async () => {
    const service = await startService({ args: ["--cells", "2"] });
    const names = ["one", "two", "three"];
    const tokens = await Promise.all(names.map((name) => newToken(service, name, "ann", ALL)));
    const [token = ""] = tokens;
    for (const one of tokens) expect((await masked(service, one, "Ada Lane")).status).toBe(200);
    await waitFor(
      "the record",
      async () => recordsIn(await get(service, token, EXPORT)).length > 0,
    );
    expect((await masked(service, token, "Ada Lane")).status).toBe(200);
    await waitFor("another batch", async () =>
      (await get(service, token, EXPORT)).includes('"batch":2,'),
    );

    const folder = temporaryFolder();
    const [audit, ledger] = [join(folder, "audit.jsonl"), join(folder, "ledger.jsonl")];
    const text = await get(service, token, EXPORT);
    writeFileSync(audit, text);
    const master = service.secrets.VAULT_MASTER_KEY;
    writeFileSync(ledger, await get(service, master, "super-admin/ledger?namespace=one"));
    const good = await verify(audit, "--ledger", ledger);
    expect(good).toMatchObject({ code: 0, said: expect.stringContaining("1 place of it") });
    const batch = text.split("\n").findIndex((line) => line.startsWith('{"batch"'));
    for (const [what, changed] of [
      ["one of them was changed", text.replace('"user":"ann"', '"user":"bob"')],
      ["was cut off", text.slice(0, -2)],
      ["is missing", text.split("\n").toSpliced(1, batch).join("\n")],
      ["cannot read batch 1", unreadable(text)],
      ["does not say where", text.split("\n").slice(1).join("\n")],
    ] as const) {
      writeFileSync(audit, changed);
      expect(await verify(audit)).toMatchObject({ code: 1, said: expect.stringContaining(what) });
    }
    // All of it forged: only the ledger shows that.
    const { namespace_id, checkpoint } = JSON.parse(text.split("\n")[0] ?? "");
    writeFileSync(audit, `${JSON.stringify({ namespace_id, checkpoint })}\n`);
    expect((await verify(audit)).code).toBe(0);
    expect(await verify(audit, "--ledger", ledger)).toMatchObject({ code: 1 });
    expect(readFileSync(audit, "utf8")).not.toContain("Ada Lane");

    const report = JSON.parse(await get(service, master, "reports/all-namespace-summary"));
    const second = await get(
      service,
      master,
      `reports/all-namespace-summary?next_page_token=${encodeURIComponent(report.data.next_page_token ?? "")}`,
    );
    const rows = [...report.data.details, ...JSON.parse(second).data.details];
    expect(new Set(rows.map(({ namespace }) => namespace))).toEqual(new Set(names));
  });
});
