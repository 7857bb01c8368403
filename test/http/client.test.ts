// The TypeScript client as Workers use it: inside workerd, with the Worker itself.
import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { VaultClient, VaultError } from "../../clients/typescript/src/index.ts";
import { MASTER_KEY } from "../support/requests.ts";

const clientWith = (token: string) =>
  new VaultClient({
    url: "https://vault.test",
    token,
    fetch: (input, init) => exports.default.fetch(new Request(input, init)),
  });

describe("the TypeScript client in a Worker", () => {
  it("masks, at once, as a stream and as a job, and tells failures", async () => {
    const operator = clientWith(MASTER_KEY);
    const permissions = ["mask", "unmask"] as const;
    const data = { namespace_name: crypto.randomUUID(), _id: "me", permissions };
    const { auth_key } = (await operator.call("generateToken", { body: { data } })).data;
    const vault = clientWith(auth_key);
    const item = { value: "Ada Lane", token_name: "Person Token" };
    const [masked] = await vault.mask([item]);
    const back = await vault.unmask([{ token_value: masked?.token_value ?? "" }]);
    expect(back[0]?.value).toBe("Ada Lane");

    const body = new Blob(["Mail ada@x.org"]).stream() as ReadableStream<Uint8Array>;
    const stream = await vault.call("maskStream", { body, contentType: "text/plain" });
    expect(await new Response(stream).text()).toMatch(/^Mail <EMAIL>/);

    const ids = await vault.jobs.submit("mask", [item, item]);
    const tokens: unknown[] = [];
    for await (const { token_value } of vault.jobs.results(ids)) tokens.push(token_value);
    expect(tokens).toEqual([masked?.token_value, masked?.token_value]);

    const refused = vault.mask([{ value: "" }]);
    await expect(refused).rejects.toBeInstanceOf(VaultError);
    await expect(refused).rejects.toMatchObject({ code: "missing_value", itemIndex: 0 });
  });
});
