import { describe, expect, it } from "vitest";
import { Registry } from "../../src/registry/registry.ts";
import { ReplayKeeper } from "../../src/registry/replay-keeper.ts";
import type {
  FormerRegistryRpc,
  RegistryPeerRpc,
  RegistryRpc,
  ReplayKeeperRpc,
} from "../../src/registry/rpc.ts";
import type { VaultRpc } from "../../src/vault/rpc.ts";
import { Vault } from "../../src/vault/vault.ts";
import {
  alarmOf,
  GRANT,
  KIND,
  maskSubmission,
  payloadOf,
  tablesOf,
  unusedVault,
} from "../support/vault/fresh-vault.ts";
import { policyNamed } from "../support/vault/policy.ts";

type Arity<F> = F extends (...args: infer Args) => unknown ? Args["length"] : never;
/** True of each verb whose method takes every argument that is sent: the language allows to leave some out. */
type Verbs<Rpc, Target extends Rpc> = {
  [Verb in keyof Rpc]: Arity<Rpc[Verb]> extends Arity<Target[Verb]> ? true : false;
};

// The types force these lists to be exactly the interfaces'.
const VAULT_VERBS: Verbs<VaultRpc, Vault> = {
  issueToken: true,
  findToken: true,
  readToken: true,
  listTokens: true,
  deactivateToken: true,
  readFigures: true,
  rateLimits: true,
  admit: true,
  mask: true,
  unmask: true,
  rememberConversation: true,
  recallConversation: true,
  submitJob: true,
  readJobs: true,
  listJobs: true,
  cancelJob: true,
  awaitJobs: true,
  readJobChunk: true,
  readPolicySet: true,
  listPolicies: true,
  readPolicies: true,
  createPolicy: true,
  replacePolicy: true,
  deletePolicy: true,
  chooseDefaultPolicy: true,
  recordAudit: true,
  readAudit: true,
  readUsage: true,
  requestDeletion: true,
  previewDeletion: true,
  requestErasure: true,
  previewErasure: true,
  readDeletion: true,
  setRetention: true,
  readRetention: true,
  setHold: true,
  recheckLedger: true,
  reAnchor: true,
  readReplay: true,
  wrapKeysAnew: true,
  wake: true,
  closeSoon: true,
  closeNamespace: true,
  destroyNamespace: true,
};
const REGISTRY_VERBS: Verbs<RegistryRpc & RegistryPeerRpc & FormerRegistryRpc, Registry> = {
  ping: true,
  makeNamespace: true,
  openNamespace: true,
  findNamespace: true,
  readNamespace: true,
  listNamespaces: true,
  keyRotation: true,
  receiptKeys: true,
  noteDue: true,
  wakeOverdue: true,
  usedRegistries: true,
  appendLedger: true,
  ledgerReplay: true,
  ledgerSince: true,
  ledgerPage: true,
  positionsOfJob: true,
  replayReceipts: true,
  replayReceipt: true,
  namespaceState: true,
  standing: true,
  noteHold: true,
  raiseIdCeiling: true,
  raiseTokenCeilings: true,
  deleteNamespace: true,
  findDeletion: true,
  resumeDeletion: true,
  readNamespaceJob: true,
  addOperator: true,
  listOperators: true,
  hasOperator: true,
  removeOperator: true,
  join: true,
  handOver: true,
  handOverName: true,
  adoptLedger: true,
  adoptPart: true,
  adoptRest: true,
  adoptNamespace: true,
  adoptName: true,
};

const KEEPER_VERBS: Verbs<ReplayKeeperRpc, ReplayKeeper> = {
  keepPart: true,
  findPart: true,
  dropParts: true,
};

describe("what can be called from outside", () => {
  it.each([
    ["Vault", Vault.prototype, VAULT_VERBS],
    ["Registry", Registry.prototype, REGISTRY_VERBS],
    ["ReplayKeeper, which Registry extends", ReplayKeeper.prototype, KEEPER_VERBS],
  ])("on %s is its RPC interface and the alarm, nothing by accident", (_, prototype, verbs) => {
    const callable = Object.getOwnPropertyNames(prototype).filter((name) => name !== "constructor");
    expect(callable.sort()).toEqual([...Object.keys(verbs), "alarm"].sort());
    expect(Object.getOwnPropertySymbols(prototype)).toEqual([]);
  });

  it.each(["Vault", "Registry"])("on %s holds nothing an instance would add", (name) => {
    // Instance fields are reachable over RPC too, unless they are private with #.
    const source = String(name === "Vault" ? Vault : Registry);
    expect(source).not.toMatch(/\bthis\.(?!#|env\b|ctx\b)\w+\s*=[^=]/);
  });
});

describe("an object that was never created", () => {
  const caller = { tokenId: "0".repeat(32), userId: "u", permissions: ["mask", "unmask"] } as const;

  it("answers a stranger with unauthenticated, an operator with token_unknown, and writes nothing", async () => {
    const vault = unusedVault();
    const { calls } = vault;
    const refused = { ok: false, error: { code: "unauthenticated" } };
    const unknown = { ok: false, error: { code: "token_unknown" } };
    const absent = { ok: false, error: { code: "namespace_unknown" } };
    const batch = {
      values: ["secret"],
      kinds: [KIND.default],
      attributes: [null],
      policySetVersion: 0,
    };
    expect(await calls.mask(caller, batch)).toEqual(refused);
    expect(await calls.unmask(caller, { tokens: ["x"] })).toEqual(refused);
    expect(await calls.admit(caller)).toEqual(refused);
    expect(await calls.readJobs(caller, ["x"], true)).toEqual(refused);
    const page = { state: null, kind: null, isOwn: false, pageToken: null, limit: 1 };
    expect(await calls.listJobs(caller, page)).toEqual(refused);
    expect(await calls.cancelJob(caller, "x")).toEqual(refused);
    expect(await calls.awaitJobs(caller, ["x"], 1_000)).toEqual(refused);
    const chunk = { trackingId: "x", part: "input", number: 0 } as const;
    expect(await calls.readJobChunk(caller, chunk)).toEqual(refused);
    expect(await calls.submitJob(caller, maskSubmission(), payloadOf([[1, "{}"]]))).toEqual(
      refused,
    );
    expect(await calls.readPolicySet(caller, null)).toEqual(refused);
    expect(await calls.listPolicies(caller)).toEqual(refused);
    expect(await calls.readPolicies(caller, 0, 10)).toEqual(refused);
    expect(await calls.createPolicy(caller, policyNamed("p"))).toEqual(refused);
    expect(await calls.replacePolicy(caller, 1, 1, policyNamed("p"))).toEqual(refused);
    expect(await calls.deletePolicy(caller, "p")).toEqual(refused);
    expect(await calls.requestDeletion(caller, { duration: 1 })).toEqual(refused);
    expect(await calls.previewDeletion(caller, { duration: 1 })).toEqual(refused);
    expect(await calls.readDeletion(caller, "x")).toEqual(refused);
    expect(await calls.setRetention(caller, 1)).toEqual(refused);
    expect(await calls.readRetention(caller)).toEqual(refused);
    expect(await calls.findToken("u")).toEqual(unknown);
    expect(await calls.readToken("x")).toEqual(unknown);
    expect(await calls.listTokens(0, 10)).toEqual(unknown);
    expect(await calls.deactivateToken("x")).toEqual(unknown);
    expect(await calls.setHold(true)).toEqual(absent);
    expect(await calls.reAnchor(null)).toEqual(unknown);
    expect(await calls.wrapKeysAnew(1)).toEqual(absent);
    await calls.wake();
    const nothing = { isHeld: false, mappings: 0, dayKeys: [] };
    expect(await calls.closeNamespace()).toEqual({ ok: true, value: nothing });
    expect(await calls.destroyNamespace()).toEqual({ ok: true, value: null });
    expect(await tablesOf(vault)).toEqual([]);
    expect(await alarmOf(vault)).toBeNull();
  });

  it("is created once by many first tokens at the same time", async () => {
    const vault = unusedVault();
    const issued = await Promise.all(
      Array.from({ length: 20 }, () => vault.calls.issueToken(vault.nid, GRANT)),
    );
    const serials = issued.map((reply) => (reply.ok ? reply.value.serial : 0));
    expect(serials.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    const ids = new Set(issued.map((reply) => (reply.ok ? reply.value.tokenId : "")));
    expect(ids.size).toBe(20);
  });
});
