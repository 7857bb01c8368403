// Metrics of a running service, over one runtime and over two, and its log of requests.
import { afterAll, describe, expect, it } from "vitest";
import { generateSecrets } from "../../../scripts/run/secrets.ts";
import { newToken, send, submit } from "../../support/node/api-client.ts";
import { IS_LONG } from "../../support/node/long/settings.ts";
import { runHere } from "../../support/node/run-here.ts";
import { cleanUp, temporaryFolder, waitFor } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

const KEY = "a-key-to-collect-metrics-with";

afterAll(cleanUp);

async function metrics({ url }: Service, key: string): Promise<[number, string]> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${key}` } });
  return [answer.status, await answer.text()];
}

async function used(args: string[]) {
  const service = await startService({ args, env: { METRICS_KEY: KEY, REQUEST_LOG: "2" } });
  const names = ["one", "two", "three", "four", "five"];
  const permissions = ["mask", "metadata_change"];
  const tokens = await Promise.all(
    names.map((name) => newToken(service, name, "ada", permissions)),
  );
  for (const token of tokens)
    await submit(service, token, "mask", [{ value: "x", token_name: "Text Token" }]);
  return { service, tokens };
}

describe("metrics of serve", () => {
  it.each([...(IS_LONG ? [[["--cells", "1"]]] : []), [["--cells", "2"]]])(
    "with %j are for who has the key",
    async (args) => {
      const { service, tokens } = await used(args);
      const [status, text] = await metrics(service, KEY);
      expect(status).toBe(200);
      expect(text).toMatch(
        /requests_total\{operation="PUT \/api\/vault\/mask\/async",status="200".*\} \d/,
      );
      expect(text.match(/^masking_vault_namespace_bytes\{/gm)).toHaveLength(5);
      const headings = text.match(/^# TYPE .*$/gm) ?? [];
      expect(new Set(headings).size).toBe(headings.length);
      expect(text.includes('cell="1"')).toBe(args[1] === "2");
      expect((await metrics(service, service.secrets.VAULT_MASTER_KEY))[0]).toBe(200);
      for (const key of [tokens[0] ?? "", "x", `${KEY}x`]) {
        expect((await metrics(service, key))[0]).toBe(401);
      }
      const refused = await send(service, KEY, "super-admin/namespace/auth-token/deactivate", {});
      expect(refused.status).toBe(401);
    },
  );

  it("leave the log a line for every so many requests, without a part of a path that may be an id", async () => {
    const { service } = await used([]);
    const id = "0123-an-id";
    for (let i = 0; i < 4; i++) await fetch(`${service.url}/api/vault/jobs/${id}`);
    await waitFor("a line", () => service.logs().includes("GET /api/vault/jobs/*"));
    const lines = service.logs().match(/event\\?":\\?"request/g) ?? [];
    expect(lines.length).toBeGreaterThanOrEqual(7);
    expect(lines.length).toBeLessThan(14);
    expect(service.logs()).not.toContain(id);
  });

  it("want a key that is one", async () => {
    const options = ["--port", "0", "--data", temporaryFolder()];
    const env = { ...generateSecrets(), METRICS_KEY: "short" };
    const { code, err } = await runHere("serve.ts", options, env);
    expect(code).toBe(2);
    expect(err).toContain("METRICS_KEY");
  });
});
