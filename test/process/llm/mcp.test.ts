// Both official clients of the Model Context Protocol, of its older and its newest revision, with a real `serve`.
import {
  Client,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newToken, send } from "../../support/node/api-client.ts";
import { cleanUp } from "../../support/node/run-script.ts";
import {
  type Service,
  type SharedService,
  sharedService,
  startService,
} from "../../support/node/service.ts";

const ALL = ["mask", "unmask", "metadata_change"];
const VALUE = "anna.kovacs@example.org";
const TEXT = `Write to ${VALUE} today`;
const INFO = { name: "judge", version: "1" };

let service: Service;
let guarded: SharedService;

beforeAll(async () => {
  service = await startService({ env: { MCP_UNMASK: "1" } });
  guarded = await sharedService();
}, 120_000);

afterAll(cleanUp);

/** What a test needs of either client. */
interface Judge {
  listTools(): Promise<{ tools: { name: string; annotations?: object | undefined }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  ping?(): Promise<unknown>;
  close(): Promise<void>;
}

type Connect = (of: SharedService, token: string) => Promise<Judge>;

const at = ({ url }: SharedService) => new URL("/mcp", url);
const withToken = (token: string) => ({
  requestInit: { headers: { Authorization: `Bearer ${token}` } },
});

const CLIENTS: readonly [string, Connect][] = [
  [
    "sdk 1.x",
    async (of, token) => {
      const client = new ClientV1(INFO);
      await client.connect(new TransportV1(at(of), withToken(token)) as never);
      return client as unknown as Judge;
    },
  ],
  [
    "client 2.x with a handshake",
    async (of, token) => {
      const client = new Client(INFO);
      await client.connect(
        new StreamableHTTPClientTransport(at(of), withToken(token)) as Transport,
      );
      return client as unknown as Judge;
    },
  ],
  [
    "client 2.x of revision 2026-07-28",
    async (of, token) => {
      const client = new Client(INFO, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
      await client.connect(
        new StreamableHTTPClientTransport(at(of), withToken(token)) as Transport,
      );
      expect(client.getProtocolEra()).toBe("modern");
      const { ping: _, ...judge } = {
        listTools: () => client.listTools(),
        callTool: (call: Parameters<Judge["callTool"]>[0]) => client.callTool(call),
        close: () => client.close(),
        ping: undefined,
      };
      return judge as unknown as Judge;
    },
  ],
];

const textIn = (result: unknown) =>
  (result as { content: { text: string }[] }).content[0]?.text ?? "";

describe.each(CLIENTS)("%s", (name, connect) => {
  it("finds the tools that its token may use, and what they do", async () => {
    const namespace = `tools-${CLIENTS.findIndex(([one]) => one === name)}`;
    const token = await newToken(service, namespace, "all", ALL);
    const judge = await connect(service, token);
    const { tools } = await judge.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(["mask", "detect", "erase", "unmask"]);
    const erase = tools.find((tool) => tool.name === "erase");
    expect(erase?.annotations).toMatchObject({ destructiveHint: true, readOnlyHint: false });
    await judge.ping?.();
    await judge.close();
    const few = await connect(service, await newToken(service, namespace, "few", ["mask"]));
    expect((await few.listTools()).tools.map((tool) => tool.name)).toEqual(["mask", "detect"]);
    await few.close();
  });

  it("masks, finds, unmasks, counts and erases", async () => {
    const namespace = `work-${CLIENTS.findIndex(([one]) => one === name)}`;
    const token = await newToken(service, namespace, "all", ALL);
    const judge = await connect(service, token);
    const call = (tool: string, given: Record<string, unknown>) =>
      judge.callTool({ name: tool, arguments: given });
    const masked = textIn(await call("mask", { text: TEXT }));
    expect(masked).not.toContain(VALUE);
    expect(masked).toMatch(/^Write to .+ today$/);
    // The same as the route gives.
    const routed = await send(service, token, "mask", { mask: [{ value: TEXT }] });
    expect(routed.body.data[0].token_value).toBe(masked);
    const found = (await call("detect", { text: TEXT })) as { structuredContent: object };
    expect(found.structuredContent).toMatchObject({
      entities: [{ value: VALUE, pii_type: "EMAIL_ADDRESS", start_pos: 9 }],
    });
    expect(textIn(await call("unmask", { text: `Dear ${masked}!` }))).toBe(`Dear ${TEXT}!`);
    const counted = (await call("erase", { values: [VALUE] })) as { structuredContent: object };
    expect(counted.structuredContent).toMatchObject({ dry_run: true, would_clear: 1 });
    expect(textIn(await call("unmask", { text: masked }))).toBe(TEXT);
    const erased = (await call("erase", { values: [VALUE], dry_run: false })) as {
      structuredContent: object;
    };
    expect(erased.structuredContent).toMatchObject({ job_type: "data-deletion" });
    expect(textIn(await call("unmask", { text: masked }))).toBe(masked);
    await judge.close();
  });

  it("gets failures as results that hold no value, and no unmask unless the operator wants it", async () => {
    const token = await newToken(guarded, "guarded", "mask", ["mask", "unmask"]);
    const judge = await connect(guarded, token);
    expect((await judge.listTools()).tools.map((tool) => tool.name)).toEqual(["mask", "detect"]);
    await expect(judge.callTool({ name: "unmask", arguments: { text: "x" } })).rejects.toThrow(
      /Unknown tool/,
    );
    const refused = await judge.callTool({ name: "erase", arguments: { values: [VALUE] } });
    expect(refused).toMatchObject({ isError: true });
    expect(textIn(refused)).toBe("Permission denied (forbidden)");
    const unknown = await judge.callTool({ name: "mask", arguments: { text: VALUE, [VALUE]: 1 } });
    expect(unknown).toMatchObject({ isError: true });
    await judge.close();
  });

  it("is refused without a token", async () => {
    await expect(connect(service, "x.y.z")).rejects.toThrow(/401|Authentication failed/);
  });
});
