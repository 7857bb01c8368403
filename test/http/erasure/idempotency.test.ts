// Idempotency-Key: a deletion that is requested again returns the one that was begun first.
import { describe, expect, it } from "vitest";
import { newNamespace } from "../../support/namespaces.ts";
import { ERASURE_OPERATIONS } from "../../support/operations.ts";
import { type Answer, accepted, call } from "../../support/requests.ts";
import { countRows } from "../../support/storage.ts";

const DELETIONS = ERASURE_OPERATIONS.filter(({ name }) => name.startsWith("delete/"));
const ALL = ["mask", "unmask", "metadata_change"] as const;

type Accepted = Answer<{ tracking_id: string }>;

function send(token: string, path: string, body: unknown, key?: string): Promise<Accepted> {
  const headers = key === undefined ? {} : { "Idempotency-Key": key };
  return call("PUT", path, { token, raw: JSON.stringify(body), headers });
}

const idOf = (answer: Accepted) => accepted(answer).tracking_id;
const said = ({ status, error }: Accepted) => [status, error.code, error.message];

describe.each(DELETIONS)("$name with an Idempotency-Key", ({ path, body }) => {
  const asked = body?.("ann") as { data: object };

  it("is begun once, by whatever token of the user, however its body is written", async () => {
    const { nid, tokens } = await newNamespace({ officer: [...ALL], other: [...ALL] });
    const id = idOf(await send(tokens.officer, path, asked, "k 1"));
    expect(idOf(await send(tokens.officer, path, { note: 1, data: asked.data }, "k 1"))).toBe(id);
    expect((await countRows(nid)).deletion).toBe(1);
    expect(idOf(await send(tokens.officer, path, asked, "k 2"))).not.toBe(id);
    expect(idOf(await send(tokens.officer, path, asked))).not.toBe(id);
    expect(idOf(await send(tokens.other, path, asked, "k 1"))).not.toBe(id);
  });

  it("is refused where the key has begun another", async () => {
    const { nid, tokens } = await newNamespace({ officer: [...ALL] });
    for (const other of DELETIONS) {
      idOf(await send(tokens.officer, other.path, other.body?.("bob"), other.name));
    }
    for (const { name } of DELETIONS.filter((other) => other.path !== path)) {
      expect(said(await send(tokens.officer, path, asked, name))).toEqual([
        422,
        "idempotency_key_reused",
        "This Idempotency-Key was sent with another body; send a new key with a new body",
      ]);
    }
    expect((await countRows(nid)).deletion).toBe(DELETIONS.length);
  });

  it("takes no key for its dry run, and none that a header should not have", async () => {
    const { nid, tokens } = await newNamespace({ officer: [...ALL] });
    const dryRun = { ...asked, dry_run: true };
    expect((await send(tokens.officer, path, dryRun, "k")).status).toBe(200);
    for (const key of ["\t", "k".repeat(256), "k\u00e9"]) {
      const invalid = [400, "invalid_field", "Invalid Idempotency-Key"];
      expect(said(await send(tokens.officer, path, asked, key))).toEqual(invalid);
      expect(said(await send(tokens.officer, path, dryRun, key))).toEqual(invalid);
    }
    expect((await countRows(nid)).deletion).toBe(0);
    expect((await send(tokens.officer, path, asked, "k")).status).toBe(200);
  });
});
