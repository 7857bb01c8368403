// Failures as the TypeScript client tells them: what they have, and what they never show.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { VaultClient, VaultError } from "../../../clients/typescript/src/index.ts";
import { newToken } from "../../support/node/api-client.ts";
import { errorOf } from "../../support/node/clients/typescript.ts";
import { cleanUp } from "../../support/node/run-script.ts";
import { type SharedService, sharedService } from "../../support/node/service.ts";

let service: SharedService;
let token: string;
let vault: VaultClient;

beforeAll(async () => {
  service = await sharedService();
  token = await newToken(service, "failures", "me", ["mask"]);
  vault = new VaultClient({ url: service.url, token });
});
afterAll(cleanUp);

describe("failures", () => {
  it("have code, status, item, request id and what is allowed", async () => {
    const items = [
      { value: "x", token_name: "Text Token" },
      { value: "planted", token_name: "No such token" },
    ];
    const error = await errorOf(vault.mask(items));
    expect(error).toBeInstanceOf(VaultError);
    expect(error).toMatchObject({
      ...{ name: "VaultError", code: "unknown_token_name", status: 400, itemIndex: 1 },
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      allowed: expect.arrayContaining(["Text Token"]),
    });
    expect(error.message).not.toContain("planted");
  });

  it("never show the token", async () => {
    const error = await errorOf(
      new VaultClient({ url: service.url, token: "not-a-token" }).mask([{ value: "x" }]),
    );
    expect(error).toMatchObject({ code: "unauthenticated", status: 401 });
    const shown = `${JSON.stringify(vault)}${JSON.stringify(error)}${error.stack}`;
    expect(shown).not.toContain(token);
    expect(shown).not.toContain("not-a-token");
  });
});
