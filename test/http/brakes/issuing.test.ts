// Issuing tokens with unmask brakes.
import { describe, expect, it } from "vitest";
import { claimsIn } from "../../support/namespaces.ts";
import { accepted, call, MASTER_KEY, PATHS } from "../../support/requests.ts";
import { ALL, people } from "../../support/vault/held-back.ts";

describe("a token that is held back", () => {
  it("is issued so, and tells what holds it back", async () => {
    const { name, held } = await people();
    const unmask = {
      ...{ entity_types: ["EMAIL_ADDRESS", "STAFF_NO"], policies: ["P", null] },
      ...{ values_per_hour: 5, reveal: "partial", reason_required: true },
    };
    const auth_token = await held({
      ...unmask,
      entity_types: ["STAFF_NO", "EMAIL_ADDRESS", "STAFF_NO"],
    });
    // A version that does not know what it says takes it for one that may not unmask.
    expect(claimsIn(auth_token)).toMatchObject({ permissions: ["mask", "metadata_change"] });
    const told = { auth_token, permissions: ALL, unmask };
    const token = MASTER_KEY;
    const headers = { "X-Auth-Token": auth_token };
    expect(accepted(await call("GET", PATHS.details, { token, headers }))).toMatchObject(told);
    const body = { data: { namespace_name: name, _id: "all" } };
    expect(accepted(await call("PUT", PATHS.fetch, { token, body }))).toMatchObject(told);
    const list = accepted(await call("GET", `${PATHS.list}?namespace=${name}`, { token }));
    expect(list).toMatchObject([{}, {}, { ...told, auth_token: null }]);
    expect(JSON.stringify((list as object[])[0])).not.toContain('unmask":{');
  });

  it("that nothing holds back is as any", async () => {
    const { held } = await people();
    const plain = { reveal: "plain", reason_required: false, policies: null, entity_types: null };
    for (const unmask of [{}, plain])
      expect(claimsIn(await held(unmask))["unmask"]).toBeUndefined();
  });

  it.each([
    [5],
    [{ entity_types: [] }],
    [{ entity_types: [1] }],
    [{ entity_types: Array.from({ length: 51 }, (_, i) => `T${i}`) }],
    [{ policies: [] }],
    [{ policies: [""] }],
    [{ values_per_hour: 0 }],
    [{ values_per_hour: 1.5 }],
    [{ values_per_hour: 1e10 }],
    [{ reveal: "some" }],
    [{ reason_required: "yes" }],
    [{ entity_type: ["PERSON"] }],
  ])("is not issued with %j", async (unmask) => {
    const data = { namespace_name: "nobody", _id: "u", permissions: ALL, unmask };
    const refused = await call("PUT", PATHS.generate, { token: MASTER_KEY, body: { data } });
    expect([refused.status, refused.error.code]).toEqual([400, expect.stringMatching(/^invalid_/)]);
  });

  it("is not issued without the permission that is held back", async () => {
    const data = { namespace_name: "nobody", _id: "u", permissions: ["mask"] };
    const body = { data: { ...data, unmask: { reveal: "none" } } };
    const refused = await call("PUT", PATHS.generate, { token: MASTER_KEY, body });
    expect([refused.status, refused.error.code]).toEqual([400, "invalid_field"]);
  });
});
