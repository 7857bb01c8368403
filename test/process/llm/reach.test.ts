// Which addresses the runtime can reach: only the providers that the operator named. And what `serve` accepts as a
// provider.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateSecrets } from "../../../scripts/run/secrets.ts";
import { readModelUpstreams } from "../../../scripts/run/serve/model-upstreams.ts";
import { openWay } from "../../../scripts/run/serve/ways-out.ts";
import { writeWorkerdConfig } from "../../../scripts/run/serve/workerd-config.ts";
import { startWorkerd, type Workerd } from "../../../scripts/run/serve/workerd-process.ts";
import { newToken } from "../../support/node/api-client.ts";
import { runHere } from "../../support/node/run-here.ts";
import { cleanUp, temporaryFolder, waitFor } from "../../support/node/run-script.ts";
import { startService } from "../../support/node/service.ts";
import { type StubModel, startStubModel } from "../../support/node/stub-model.ts";

/** A Worker that replaces ours and tries the requests that it is given, with all bindings of ours. */
const PROBE = `import { DurableObject } from "cloudflare:workers";
export class Vault extends DurableObject {}
export class Registry extends DurableObject {}
export default {
  async fetch(request, env) {
    const { searchParams } = new URL(request.url);
    const way = searchParams.get("way");
    try {
      const answer = await (way === null ? fetch : env[way].fetch.bind(env[way]))(searchParams.get("url"));
      return new Response("reached " + answer.status);
    } catch (error) {
      return new Response("not reached");
    }
  },
};`;

/** Makes certificates, where it is there. */
const OPENSSL = "openssl";

let named: StubModel;
let other: StubModel;
let workerd: Workerd;
let socket: string;

beforeAll(async () => {
  named = await startStubModel();
  other = await startStubModel();
  const dataDir = temporaryFolder();
  const bundleFolder = join(temporaryFolder(), "bundle");
  mkdirSync(bundleFolder);
  writeFileSync(join(bundleFolder, "index.js"), PROBE);
  const sockets = temporaryFolder();
  socket = join(sockets, "http.sock");
  const way = {
    ...{ name: "llm-openai", binding: "LLM_OPENAI", url: new URL(named.url) },
    socket: join(sockets, "openai.sock"),
  };
  const configPath = writeWorkerdConfig({
    ...{ bundleFolder, dataDir, ledgerDir: null, heapMb: 256, settings: {}, ways: [way] },
    address: `unix:${socket}`,
  });
  await openWay(way);
  workerd = await startWorkerd(configPath, { cwd: dataDir, env: { ...generateSecrets() } });
  await workerd.port;
  await waitFor("the runtime listens", () => existsSync(socket));
}, 60_000);

afterAll(async () => {
  workerd.program.kill();
  await Promise.all([named.stop(), other.stop()]);
  await cleanUp();
});

function probe(url: string, way?: string): Promise<string> {
  const query = new URLSearchParams({ url, ...(way === undefined ? {} : { way }) });
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath: socket, path: `/?${query}` }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      answer.once("end", () => resolve(text));
    });
    sent.once("error", reject).end();
  });
}

describe("the runtime", () => {
  it("reaches the named provider, whatever host it asks for", async () => {
    expect(await probe(`${named.url}/models`, "LLM_OPENAI")).toBe("reached 200");
    expect(await probe(`${other.url}/models`, "LLM_OPENAI")).toBe("reached 200");
    expect(await probe("https://example.com/v1/models", "LLM_OPENAI")).toBe("reached 200");
    expect([named.seen.length, other.seen.length]).toEqual([3, 0]);
  });

  it("reaches neither it nor anything else by other ways", async () => {
    const before = named.seen.length;
    for (const url of [`${named.url}/models`, `${other.url}/models`]) {
      expect(await probe(url)).toBe("not reached");
    }
    expect(await probe(named.url, "LLM_ANTHROPIC")).toBe("not reached");
    expect([named.seen.length, other.seen.length]).toEqual([before, 0]);
  });
});

describe("the way to a provider", () => {
  /** A provider that sends so much and closes, and what comes of it on the other side of the way. */
  async function sentThrough(bytes: number): Promise<number> {
    const server = createServer((socket) => socket.end(Buffer.alloc(bytes)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const path = join(temporaryFolder(), "way.sock");
    const way = await openWay({ url: new URL(`http://127.0.0.1:${port}`), socket: path });
    const reader = connect(path).on("error", () => {});
    // It takes nothing until the provider has long gone.
    await new Promise((resolve) => setTimeout(resolve, 200));
    let taken = 0;
    for await (const part of reader) taken += part.length;
    way.close();
    server.close();
    return taken;
  }

  it("is open again when its socket was removed", async () => {
    const path = join(temporaryFolder(), "way.sock");
    const way = await openWay({ url: new URL(named.url), socket: path });
    rmSync(path);
    await waitFor("it is there again", () => existsSync(path));
    const reader = connect(path);
    reader.write("GET /v1/models HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    let said = "";
    for await (const part of reader) said += part;
    expect(said).toMatch(/^HTTP\/1\.1 200 /);
    way.close();
  });

  it("brings all of an answer whose provider has closed before it was read", async () => {
    // More than the system takes, by less than what a pipe waits for.
    for (let bytes = 100_000; bytes < 400_000; bytes += 25_000) {
      expect(await sentThrough(bytes)).toBe(bytes);
    }
  });
});

describe.skipIf(spawnSync(OPENSSL, ["version"]).error !== undefined)("a provider with TLS", () => {
  it("is asked when its certificate is good, and not otherwise", async () => {
    const folder = temporaryFolder();
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    execFileSync(
      OPENSSL,
      [
        ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
        ...["-days", "2", "-keyout", key, "-out", cert, ...subject],
      ],
      { stdio: "ignore" },
    );
    const paths: (string | undefined)[] = [];
    const server = createTlsServer(
      { key: readFileSync(key), cert: readFileSync(cert) },
      (asked, answer) => {
        paths.push(asked.url);
        answer.setHeader("content-type", "application/json").end('{"object":"list","data":[]}');
      },
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const args = ["--llm", `openai=https://localhost:${port}`];
    const ask = async (env: NodeJS.ProcessEnv): Promise<number> => {
      const service = await startService({ args, env });
      const token = await newToken(service, "tls", "me", ["mask"]);
      const answer = await fetch(`${service.url}/llm/openai/v1/models`, {
        headers: { "x-api-key": token },
      });
      await service.stop();
      return answer.status;
    };
    expect(await ask({})).toBe(502);
    expect(paths).toEqual([]);
    expect(await ask({ NODE_EXTRA_CA_CERTS: cert })).toBe(200);
    expect(paths).toEqual(["/v1/models"]);
    server.close();
  });
});

describe("serve --llm", () => {
  it.each([
    ["https://api.openai.com", "https://api.openai.com/v1"],
    ["https://api.openai.com/v1/", "https://api.openai.com/v1"],
    ["https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1"],
    ["http://127.0.0.1:11434", "http://127.0.0.1:11434/v1"],
    ["http://ollama:11434/v1", "http://ollama:11434/v1"],
    ["http://10.1.2.3/v1", "http://10.1.2.3/v1"],
  ])("takes %s", (given, url) => {
    expect(readModelUpstreams([`openai=${given}`])[0]?.url.href).toBe(url);
  });

  it.each([
    ["gemini=https://example.com", ": NAME is one of openai, anthropic."],
    ["https://example.com", "NAME is one of"],
    ["openai", "as in openai=https://api.openai.com/v1: openai has no URL."],
    ["anthropic", ": anthropic has no URL."],
    ["openai=example.com", "has no URL"],
    ["openai=", "has no URL"],
    ["openai=http://api.openai.com", "needs https"],
    ["openai=http://172.32.0.1", "needs https"],
    ["openai=ftp://localhost", "needs https"],
    ["openai=https://key@example.com", "nothing more"],
    ["openai=https://example.com?key=x", "nothing more"],
  ])("refuses %s", (given, why) => {
    expect(() => readModelUpstreams([given])).toThrow(why);
  });

  it("refuses a provider twice", () => {
    const twice = ["openai=https://a.example", "openai=https://b.example"];
    expect(() => readModelUpstreams(twice)).toThrow("once");
  });

  it("stops with exit 64 or 2 before anything is made, and never repeats a key", async () => {
    const dataDir = join(temporaryFolder(), "data");
    const args = ["--port", "0", "--data", dataDir, "--llm"];
    const wrong = [...args, "openai=http://example.com"];
    expect((await runHere("serve.ts", wrong, generateSecrets())).code).toBe(64);
    const env = { ...generateSecrets(), LLM_OPENAI_KEY: "sk-with a blank" };
    const weak = await runHere("serve.ts", [...args, "openai=https://example.com"], env);
    expect(weak.code).toBe(2);
    expect(weak.err).toContain("LLM_OPENAI_KEY must be");
    expect(weak.err).not.toContain("with a blank");
    expect(existsSync(dataDir)).toBe(false);
  });
});
