// Keys wrapped again with another version of the root key: all of them, whatever happens meanwhile, and what can be
// read of a namespace when a version is missing.
import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { toBase64 } from "../../../src/crypto/encoding.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { systemRandom } from "../../../src/platform/random.ts";
import { wrapKeysAnew } from "../../../src/vault/keys/wrap-anew.ts";
import type { Namespace } from "../../../src/vault/namespace.ts";
import {
  ended,
  freshVault,
  KIND,
  maskItems,
  maskValues,
  type OpenVault,
  rows,
  submit,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";
import { inNamespace, submitIn } from "../../support/vault/inside.ts";

const OLD = (env as unknown as Record<string, string>)["VAULT_ROOT_KEY"] ?? "";
const NEW = toBase64(systemRandom(32));
const BOTH = `2:${NEW},1:${OLD}`;
const ONLY_NEW = `2:${NEW}`;
const MISMATCH = (said: string) => ({
  ok: false,
  error: { code: "root_key_mismatch", detail: `version ${said}` },
});

/** Every wrapped key; the row of the blinding that is not in use holds noise. */
const WRAPPED = `SELECT wrapped FROM namespace_key WHERE name <> 'blinding_0'
  UNION ALL SELECT wrapped FROM wrapped_key WHERE id > 2 AND is_free = 0`;

/** The namespace with this root key. */
function withRoot(
  vault: OpenVault,
  rootKeyText: string,
  run: (namespace: Namespace) => Promise<void>,
): Promise<void> {
  return inNamespace(vault, run, { rootKeyText });
}

/** Wrapped keys by the byte they begin with, those of the length that names no version under "old". */
async function versions(vault: OpenVault): Promise<Record<string, number>> {
  const wrapped = await rows(
    vault,
    `SELECT iif(length(wrapped) % 16 = 12, 'old', hex(substr(wrapped, 1, 1))) AS version, count(*) AS n
      FROM (${WRAPPED}) GROUP BY 1`,
  );
  return Object.fromEntries(wrapped.map(({ version, n }) => [String(version), Number(n)]));
}

/** A namespace with a key of each kind that is wrapped: its own, of days, of jobs and their placeholders, of the audit. */
async function withAllKeys() {
  const vault = await freshVault();
  const tokens = await maskValues(vault, ["Ann Lane", "Bo Weir"]);
  await ended(vault, await submit(vault, maskItems(3)));
  await inNamespace(vault, async ({ storage, jobKeys, keyring }) => {
    jobKeys.addPlaceholderKey(1, await keyring.newPlaceholderKey(1));
    const id = jobKeys.add((await keyring.newKeyOf("auditDay", 1)).wrapped);
    storage.sql.exec("INSERT INTO audit_day (id, day, first, key) VALUES (1, 1, 1, ?)", id);
    // Those of 0.1.0 do not name their version.
    storage.sql.exec("UPDATE namespace_key SET wrapped = substr(wrapped, 2) WHERE name <> 'token'");
  });
  return { vault, tokens };
}

afterEach(() => setFailpointHook(null));

describe("keys of a namespace", () => {
  it("are all wrapped with the newest version, and then nothing needs the older one", async () => {
    const { vault, tokens } = await withAllKeys();
    const before = await versions(vault);
    expect(before).toEqual({ old: 3, "01": 5 });
    const all = 8;
    await withRoot(vault, BOTH, async (namespace) => {
      const done = { wrapped: all, unreadable: 0, isDone: true };
      expect(await wrapKeysAnew(namespace, 2)).toEqual({ ok: true, value: done });
      const nothing = { wrapped: 0, unreadable: 0, isDone: true };
      expect(await wrapKeysAnew(namespace, 2)).toEqual({ ok: true, value: nothing });
    });
    expect(await versions(vault)).toEqual({ "02": all });
    await withRoot(vault, ONLY_NEW, async ({ masker, unmasker, tokens: issued, keyring }) => {
      await keyring.requireRoot();
      const found = await unmasker.answer(vault.caller, { tokens });
      expect(found).toMatchObject({ ok: true, value: { values: ["Ann Lane", "Bo Weir"] } });
      const batch = { values: ["Ann Lane"], kinds: [KIND.default], attributes: [null] };
      const masked = await masker.answer({ ...batch, policySetVersion: 0 });
      expect(masked).toMatchObject({ ok: true, value: [tokens[0]] });
      expect((await issued.find(vault.caller.tokenId)).ok).toBe(true);
    });
    await evictDurableObject(vault.object);
    expect(await vault.calls.admit(vault.caller)).toEqual(MISMATCH("2 is missing"));
  });

  it("that are made before the rotation but with the newest version are read beside older ones", async () => {
    const vault = await freshVault();
    const [token = ""] = await maskValues(vault, ["Ann Lane"]);
    await withRoot(vault, BOTH, async ({ keyring, unmasker }) => {
      await keyring.addDayVersion(1, 1);
      expect(await unmasker.answer(vault.caller, { tokens: [token] })).toMatchObject({
        value: { values: ["Ann Lane"] },
      });
    });
    expect(await versions(vault)).toMatchObject({ "02": 1 });
    await withRoot(vault, OLD, async ({ keyring }) => {
      await expect(keyring.requireRoot()).rejects.toThrow("version 2 is missing");
    });
    await withRoot(vault, ONLY_NEW, async ({ keyring }) => {
      await expect(keyring.requireRoot()).rejects.toThrow("version 1 is missing");
    });
    await withRoot(vault, `2:${NEW},1:${toBase64(systemRandom(32))}`, async ({ keyring }) => {
      await expect(keyring.requireRoot()).rejects.toThrow("version 1 is another key");
    });
  });

  it("are neither made nor wrapped with another key under the newest version's number", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["Ann Lane"]);
    await withRoot(vault, BOTH, async ({ keyring }) => keyring.addDayVersion(1, 1));
    const other = `2:${toBase64(systemRandom(32))},1:${OLD}`;
    await withRoot(vault, other, async (namespace) => {
      const { keyring } = namespace;
      await expect(keyring.requireRoot()).rejects.toThrow("version 2 is another key");
      await expect(wrapKeysAnew(namespace, 2)).rejects.toThrow("version 2 is another key");
    });
    await withRoot(vault, BOTH, async (namespace) => {
      expect(await wrapKeysAnew(namespace, 2)).toMatchObject({ value: { unreadable: 0 } });
    });
    // Nor with an older one, which would be no longer there when it is needed.
    for (const text of [OLD, other]) {
      await withRoot(vault, text, async ({ keyring }) => {
        await expect(keyring.newKeyOf("auditDay", 7)).rejects.toThrow("version 2 is");
      });
    }
  });

  it("are wrapped slice by slice, and go on wherever it was broken off", async () => {
    const vault = await freshVault();
    await withRoot(vault, OLD, async ({ keyring }) => {
      for (let day = 100; day < 1_300; day++) await keyring.addDayVersion(day, 1);
    });
    const all = (await versions(vault))["01"] ?? 0;
    let [steps, breaks] = [0, 0];
    for (let isDone = false; !isDone; ) {
      setFailpointHook((point) => {
        if (!point.startsWith("rotation.")) return;
        steps += 1;
        if (steps % 2 === 1) throw new Error("killed");
      });
      await withRoot(vault, BOTH, async (namespace) => {
        try {
          const reply = await wrapKeysAnew(namespace, 2);
          isDone = reply.ok && reply.value.isDone;
        } catch {
          breaks += 1;
        }
      });
    }
    expect(breaks).toBeGreaterThan(3);
    expect(await versions(vault)).toEqual({ "02": all });
  });

  it("stay destroyed that are destroyed while they are wrapped", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["Ann Lane"]);
    let destroyed = 0;
    await withRoot(vault, BOTH, async (namespace) => {
      setFailpointHook((point) => {
        if (point !== "rotation.wrapped") return;
        destroyed += namespace.keys.destroyDayKeysBefore(1_000_000, 0).length;
      });
      expect(await wrapKeysAnew(namespace, 2)).toMatchObject({ ok: true, value: { isDone: true } });
    });
    const left = await rows(vault, "SELECT day FROM day_key WHERE key IS NOT NULL");
    expect([destroyed, left]).toEqual([1, []]);
  });

  it("are not done while one is left, whenever it came", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["Ann Lane"]);
    let late = new Uint8Array();
    await withRoot(vault, OLD, async ({ keyring }) => {
      late = await keyring.newPlaceholderKey(1);
    });
    await ended(vault, await submit(vault, maskItems(1)));
    await withRoot(vault, BOTH, async (namespace) => {
      let written = 0;
      setFailpointHook((point) => {
        // The job's key is the first slice, the day's the second: those of jobs are not looked for again.
        if (point !== "rotation.written" || ++written < 2) return;
        namespace.jobKeys.addPlaceholderKey(1, late);
        setFailpointHook(null);
      });
      const isDone = async () => {
        const reply = await wrapKeysAnew(namespace, 2);
        return [reply.ok && reply.value.isDone, namespace.settings.number("root_oldest")];
      };
      expect(await isDone()).toEqual([false, null]);
      expect(await isDone()).toEqual([true, 2]);
    });
  });

  it("that are damaged stay as they are, and hold nothing up", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["Ann Lane"]);
    await rows(vault, "UPDATE wrapped_key SET wrapped = randomblob(length(wrapped)) WHERE id > 2");
    await withRoot(vault, BOTH, async (namespace) => {
      const reply = await wrapKeysAnew(namespace, 2);
      expect(reply).toMatchObject({ ok: true, value: { unreadable: 1, isDone: true } });
    });
    const read = await versions(vault);
    expect(read).toMatchObject({ "02": 4 });
    await withRoot(vault, ONLY_NEW, async ({ keyring }) => keyring.requireRoot());
  });

  it("are not wrapped with a version that is not the newest", async () => {
    const vault = await freshVault();
    await withRoot(vault, BOTH, async (namespace) => {
      expect(await wrapKeysAnew(namespace, 1)).toEqual(MISMATCH("1 is not the newest one"));
    });
    expect(await vault.calls.wrapKeysAnew(2)).toEqual(MISMATCH("2 is not the newest one"));
  });
});

describe("a namespace with a version of the root key missing", () => {
  it("serves nothing, keeps what it has accepted, and goes on once it is back", async () => {
    const vault = await freshVault();
    const [token = ""] = await maskValues(vault, ["Ann Lane"]);
    let job = "";
    await inNamespace(vault, async (namespace) => {
      job = await submitIn(namespace, vault, maskItems(3));
    });
    await rows(vault, "INSERT INTO setting (name, value) VALUES ('root_newest', 2)");
    await evictDurableObject(vault.object);
    const refused = MISMATCH("2 is missing");
    for (let i = 0; i < 12; i++) {
      await vault.calls.wake();
      await runDurableObjectAlarm(vault.object);
    }
    expect(await vault.calls.unmask(vault.caller, { tokens: [token] })).toEqual(refused);
    expect(await vault.calls.setHold(true)).toEqual(refused);
    const [{ state, attempts } = {}] = await rows(vault, "SELECT state, attempts FROM job");
    expect([state, attempts]).toEqual(["PENDING", 0]);
    await rows(vault, "DELETE FROM setting WHERE name = 'root_newest'");
    await evictDurableObject(vault.object);
    expect(await unmaskTokens(vault, [token])).toEqual(["Ann Lane"]);
    expect((await ended(vault, job)).state).toBe("SUCCESS");
  });
});
