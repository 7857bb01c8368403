// Checks of the sentences about erasing one person. Keyed by row id.
import { expect } from "vitest";
import { type DeletionJob, pollDeletion } from "../support/erasure.ts";
import { newNamespace } from "../support/namespaces.ts";
import { accepted, call, mask, PATHS, tokenOf, tryUnmask, unmask } from "../support/requests.ts";
import type { Checks } from "./masking-checks.ts";

async function withAdmin() {
  const { tokens } = await newNamespace({ all: ["mask", "unmask"], admin: ["metadata_change"] });
  return { token: tokens.all, admin: tokens.admin };
}

const request = (admin: string, path: string, data: object) =>
  call<DeletionJob>("PUT", path, { token: admin, body: { data } });

async function erased(admin: string, path: string, data: object) {
  const { tracking_id } = accepted(await request(admin, path, data));
  return (await pollDeletion(admin, tracking_id)).response;
}

const masked = async (token: string, ...values: string[]): Promise<string[]> => {
  const items = values.map((value) => ({ value, token_name: "Text Token" }));
  return (await mask(token, items)).map((item) => item.token_value);
};

/** Tests by row. */
export const PERSON_CHECKS: Checks = {
  "S4.3.1": async () => {
    const { token, admin } = await withAdmin();
    const [ann = "", bob = ""] = await masked(token, "Ann Lane", "Bob");
    accepted(await request(admin, PATHS.byValue, { values: ["Ann Lane"] }));
    expect((await tryUnmask(token, [ann])).status).toBe(400);
    expect(await unmask(token, [bob])).toEqual(["Bob"]);
  },
  "S4.3.2": async () => {
    const { token, admin } = await withAdmin();
    const tokens = await masked(token, "ANN  lane", "for Ann Lane, soon", "Joann Lane");
    const response = await erased(admin, PATHS.byValue, { values: ["Ann Lane"] });
    expect(response).toMatchObject({ match: { exact: 0, normalised: 1, contained: 1 } });
    const states = await Promise.all(
      tokens.map(async (one) => (await tryUnmask(token, [one])).status),
    );
    expect(states).toEqual([400, 400, 200]);
  },
  "S4.3.3": async () => {
    const { token, admin } = await withAdmin();
    const ann = await tokenOf(token, "Ann Lane", "Text Token");
    const other = await tokenOf(token, "Ann Lane", "Default Token");
    expect(await erased(admin, PATHS.byToken, { tokens: [ann] })).toMatchObject({
      cleared_records: 2,
    });
    for (const one of [ann, other]) expect((await tryUnmask(token, [one])).status).toBe(400);
  },
  "S4.3.4": async () => {
    const { token, admin } = await withAdmin();
    const item = (value: string, customer: number) => ({
      value,
      token_name: "Text Token",
      attributes: { customer },
    });
    const items = [item("Ann", 1), item("Oslo", 1), item("Oslo", 2)];
    const [ann, oslo] = (await mask(token, items)).map((one) => one.token_value);
    const response = await erased(admin, PATHS.byAttribute, { key: "customer", value: 1 });
    expect(response).toMatchObject({ cleared_records: 1, kept_shared: 1 });
    expect((await tryUnmask(token, [ann ?? ""])).status).toBe(400);
    expect(await unmask(token, [oslo ?? ""])).toEqual(["Oslo"]);
  },
  "S4.3.5": async () => {
    const { token, admin } = await withAdmin();
    const [ann = ""] = await masked(token, "Ann Lane");
    const dryRun = (who: string) => {
      const body = { data: { values: ["Ann Lane"] }, dry_run: true };
      return call("PUT", PATHS.byValue, { token: who, body });
    };
    for (const who of [token, admin]) expect((await dryRun(who)).status).toBe(403);
    expect((await request(token, PATHS.byValue, { values: ["Ann Lane"] })).status).toBe(403);
    expect(await unmask(token, [ann])).toEqual(["Ann Lane"]);
  },
};
