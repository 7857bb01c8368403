// Namespaces for tests: storage is shared within a test file, so every test uses a new nid.
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import type { VaultError } from "../../../src/core/errors.ts";
import { registryOfName } from "../../../src/core/registries.ts";
import { payloadStream } from "../../../src/http/jobs/submission.ts";
import { endFrameOf, frameOf } from "../../../src/jobs/payload-frames.ts";
import type { JobChunk, JobSubmission, JobView } from "../../../src/vault/job-rpc.ts";
import type { Caller, IssuedToken, Reply, TokenGrant, VaultRpc } from "../../../src/vault/rpc.ts";
import { readAtOnce } from "../whole-submission.ts";
import { bindings, registryNumbered } from "./fresh-registry.ts";

/** Kinds of the default policy without a format. */
export const KIND = {
  default: 0x100,
  text: 0x200,
  numeric: 0x300,
  special: 0x400,
  compact: 0xfd0a,
} as const;

/** A grant that is always valid. */
export const GRANT: TokenGrant = {
  userId: "user-1",
  permissions: ["mask", "unmask"],
  startDate: "2020-01-01",
  endDate: "2099-12-31",
};

/** A namespace: its calls, and the stub that the pool's functions take. */
export interface VaultUnderTest {
  readonly nid: string;
  readonly calls: VaultRpc;
  readonly object: DurableObjectStub;
}

/** A created namespace with one active token. */
export interface OpenVault extends VaultUnderTest {
  readonly caller: Caller;
  readonly token: IssuedToken;
}

/** A job's view including the content of its chunks. */
export type ReadView = Omit<JobView, "input" | "result"> & {
  readonly input: unknown[] | null;
  readonly result: unknown[] | null;
};

/** The tokens of a job's result that is shown. */
export const tokensOf = (view: ReadView): string[] =>
  (view.result as { token_value: string }[]).map((item) => item.token_value);

/** The value of a reply that must be a success. */
export function accepted<T>(reply: Reply<T>): T {
  if (!reply.ok) throw new Error(reply.error.code);
  return reply.value;
}

/** The object of an unused nid. */
export function unusedVault(): VaultUnderTest {
  return vaultOf(crypto.randomUUID().replaceAll("-", ""));
}

function vaultOf(nid: string): VaultUnderTest {
  const object = bindings.VAULT.getByName(nid);
  return { nid, object, calls: object as unknown as VaultRpc };
}

/** A new namespace. */
export async function freshVault(): Promise<OpenVault> {
  const vault = unusedVault();
  return { ...vault, ...(await issue(vault, {})) };
}

/** A new namespace that its Registry knows by name, as holds and receipts need it. */
export async function namedVault(): Promise<OpenVault> {
  const name = crypto.randomUUID();
  const made = await registryNumbered(registryOfName(name)).calls.makeNamespace(name, null);
  const vault = vaultOf(accepted(made).nid);
  return { ...vault, ...(await issue(vault, {})) };
}

/** The same namespace with a new stub: an aborted stub stays broken. */
export function reopened(vault: OpenVault): OpenVault {
  return { ...vault, ...vaultOf(vault.nid) };
}

/** Another token of a namespace. */
export async function issue(
  vault: VaultUnderTest,
  grant: Partial<TokenGrant>,
): Promise<{ caller: Caller; token: IssuedToken }> {
  const token = accepted(await vault.calls.issueToken(vault.nid, { ...GRANT, ...grant }));
  const { tokenId, userId, permissions } = token;
  return { token, caller: { tokenId, userId, permissions } };
}

/** Tokens of values of one kind. */
export async function maskValues(
  { calls, caller }: OpenVault,
  values: readonly string[],
  kind: number = KIND.default,
  policySetVersion = 0,
): Promise<string[]> {
  return accepted(
    await calls.mask(caller, {
      values,
      policySetVersion,
      kinds: values.map(() => kind),
      attributes: values.map(() => null),
    }),
  );
}

/** Values of tokens; null for texts that are no tokens. */
export async function unmaskTokens(
  { calls, caller }: OpenVault,
  tokens: readonly string[],
): Promise<(string | null)[]> {
  const reply = accepted(await calls.unmask(caller, { tokens }));
  return [...reply.values];
}

/** A mask job with default options. */
export function maskSubmission(): JobSubmission {
  return {
    kind: "mask",
    rest: "{}",
    keepKnownTokens: false,
    strict: false,
    partial: false,
    policyName: null,
    explain: false,
    offsets: "code_points",
  };
}

/** A payload of chunks, each as its number of items and their JSON texts joined by commas. */
export function payloadOf(
  chunks: readonly (readonly [items: number, text: string])[],
  itemError: VaultError | null = null,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const frames = chunks.map(([items, text]) => frameOf(items, encoder.encode(text), null));
  return new Blob([...frames, endFrameOf({ itemError })] as Uint8Array<ArrayBuffer>[]).stream();
}

/** A submitting caller, and the calls of its namespace. */
interface Submitter {
  readonly caller: Caller;
  readonly calls: Pick<VaultRpc, "submitJob">;
}

/** Submit a job like the Worker does. */
export function trySubmit(
  { calls, caller }: Submitter,
  items: readonly unknown[],
  kind: "mask" | "unmask" = "mask",
  {
    request = {},
    ...options
  }: {
    readonly request?: { readonly key?: string; readonly bodyDigest?: string };
  } & Partial<Pick<JobSubmission, "policyName" | "explain" | "offsets" | "partial" | "rest">> = {},
): ReturnType<VaultRpc["submitJob"]> {
  const bytes = new TextEncoder().encode(JSON.stringify({ [kind]: items }));
  const read = readAtOnce(bytes as Uint8Array<ArrayBuffer>, kind);
  if (!read.ok) throw new Error(read.error.code);
  const { submission, ranges, end } = read.value;
  const { key: requestKey, bodyDigest } = request;
  return calls.submitJob(
    caller,
    { ...submission, ...options, ...(requestKey === undefined ? {} : { requestKey }) },
    payloadStream(bytes as Uint8Array<ArrayBuffer>, ranges, {
      ...end,
      ...(bodyDigest === undefined ? {} : { bodyDigest }),
    }),
  );
}

/** Submit a job; returns its tracking id. */
export async function submit(
  vault: Submitter,
  items: readonly unknown[],
  kind: "mask" | "unmask" = "mask",
  options: Parameters<typeof trySubmit>[3] = {},
): Promise<string> {
  return accepted(await trySubmit(vault, items, kind, options));
}

/** Items that mask `count` different values. */
export function maskItems(count: number, name = "value"): { value: string; token_name: string }[] {
  return Array.from({ length: count }, (_, i) => ({
    value: `${name} ${i}`,
    token_name: "Default Token",
  }));
}

/** A job as its reader sees it. */
export async function readJob(
  vault: OpenVault,
  trackingId: string,
  includeInput = false,
): Promise<ReadView | null> {
  const view = await viewJob(vault, trackingId, includeInput);
  if (view === null) return null;
  try {
    const input = await readItems(vault, trackingId, "input", view.input);
    return { ...view, input, result: await readItems(vault, trackingId, "result", view.result) };
  } catch (error) {
    // Its chunks may have been deleted since its view was read; then the view has changed.
    const now = await viewJob(vault, trackingId, includeInput);
    if (now?.state === view.state && now.result === view.result && now.input === view.input) {
      throw error;
    }
    return readJob(vault, trackingId, includeInput);
  }
}

async function viewJob(
  { calls, caller }: OpenVault,
  trackingId: string,
  includeInput: boolean,
): Promise<JobView | null> {
  const reply = accepted(await calls.readJobs(caller, [trackingId], includeInput));
  return reply[0] ?? null;
}

/** Wait until a job has ended. */
export async function ended(vault: OpenVault, trackingId: string): Promise<ReadView> {
  for (let i = 0; i < 1000; i++) {
    const view = await readJob(vault, trackingId);
    if (view === null) throw new Error("no such job");
    if (view.state !== "PENDING" && view.state !== "IN-PROGRESS") return view;
    await scheduler.wait(Math.min(5 * (i + 1), 20));
  }
  throw new Error("the job does not end");
}

/** Rows of a query on a namespace's database; also runs statements that change it. */
export function rows(
  { object }: { object: DurableObjectStub },
  query: string,
  ...bound: SqlStorageValue[]
): Promise<Record<string, SqlStorageValue>[]> {
  return runInDurableObject(object, (_, state) =>
    state.storage.sql.exec(query, ...bound).toArray(),
  );
}

/** Number of rows of a table. */
export async function count(vault: { object: DurableObjectStub }, table: string): Promise<number> {
  const [row] = await rows(vault, `SELECT count(*) AS n FROM ${table}`);
  return Number(row?.["n"]);
}

/** Time of the object's alarm, or null. */
export function alarmOf({ object }: { object: DurableObjectStub }): Promise<number | null> {
  return runInDurableObject(object, (_, state) => state.storage.getAlarm());
}

/** Run the alarm repeatedly until `isDone`. */
export async function runAlarmUntil(
  vault: { object: DurableObjectStub },
  isDone: () => Promise<boolean>,
): Promise<void> {
  for (let i = 0; i < 500; i++) {
    if (await isDone()) return;
    await runDurableObjectAlarm(vault.object);
    await scheduler.wait(Math.min(5 * i, 20));
  }
  throw new Error("it does not come to that");
}

/** Names of the tables that our migrations created. */
export async function tablesOf(vault: { object: DurableObjectStub }): Promise<string[]> {
  const found = await rows(vault, "SELECT name FROM sqlite_master WHERE type = 'table'");
  return found.map((row) => String(row["name"])).filter((name) => !name.startsWith("_cf_"));
}

async function readItems(
  { calls, caller }: OpenVault,
  trackingId: string,
  part: JobChunk["part"],
  chunks: number | null,
): Promise<unknown[] | null> {
  if (chunks === null) return null;
  const items: unknown[] = [];
  for (let number = 0; number < chunks; number++) {
    const reply = accepted(await calls.readJobChunk(caller, { trackingId, part, number }));
    items.push(...JSON.parse(`[${new TextDecoder().decode(reply)}]`));
  }
  return items;
}
