// OpenBao, the free successor of HashiCorp Vault, as a local server: its transit engine encrypts values without
// storing them, its key-value engine stores them (https://openbao.org/docs/secrets/transit/, .../kv/kv-v1/).

import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CommandFailure } from "../../run/cli/command.ts";
import { spawnGuarded } from "../../run/cli/guardian.ts";
import type { Call } from "../bench/client.ts";

/** A key of the transit engine: with a convergent key, equal values have equal ciphertexts, as with our tokens. */
export type TransitKey = "convergent" | "random";

/** A running server, and its requests. */
export interface OpenBao {
  readonly port: number;
  readonly version: string;
  encrypt(key: TransitKey, values: readonly string[]): Call;
  decrypt(key: TransitKey, ciphertexts: readonly string[]): Call;
  store(name: string, value: string): Call;
  read(name: string): Call;
  stop(): Promise<void>;
}

const START_PATIENCE_MS = 30_000;
const STOP_PATIENCE_MS = 10_000;
/** Derived keys need a context per value; we use a single one, like one namespace of ours. */
const CONTEXT = base64("bench");

/** Start a server in a folder, with its own disk storage and both engines; fails when it does not start. */
export async function startOpenBao(binary: string, folder: string): Promise<OpenBao> {
  const [port, clusterPort] = [await freePort(), await freePort()];
  const config = join(folder, "config.json");
  mkdirSync(join(folder, "raft"), { recursive: true });
  writeFileSync(config, JSON.stringify(configuration(folder, port, clusterPort)));
  let complaints = "";
  // Its greeting would appear in our table.
  const quietly = ["/bin/sh", "-c", 'exec "$@" >/dev/null', "sh", binary] as const;
  const program = await spawnGuarded([...quietly, "server", `-config=${config}`], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder, BAO_LOG_LEVEL: "error" },
    onStderr: (text) => {
      complaints = (complaints + text).slice(-2_000);
    },
  });
  const setUp = newSession(port);
  const ended = program.exited.then(() => {
    throw new CommandFailure(`OpenBao ended by itself.\n${complaints}`);
  });
  const token = await Promise.race([ended, openForBusiness(setUp)]);
  const call = (path: string, body?: object): Call => ({
    path: `/v1/${path}`,
    token,
    ...(body && { body: Buffer.from(JSON.stringify(body)) }),
  });
  const context = { context: CONTEXT };
  return {
    port,
    version: await versionOf(setUp),
    encrypt: (key, values) =>
      call(`transit/encrypt/${key}`, {
        batch_input: values.map((value) => ({ plaintext: base64(value), ...context })),
      }),
    decrypt: (key, ciphertexts) =>
      call(`transit/decrypt/${key}`, {
        batch_input: ciphertexts.map((ciphertext) => ({ ciphertext, ...context })),
      }),
    store: (name, value) => call(`kv/${name}`, { value }),
    read: (name) => call(`kv/${name}`),
    stop: () => program.stop(STOP_PATIENCE_MS),
  };
}

/** Ciphertexts in an answer to `encrypt`. */
export function ciphertextsIn(answer: string): string[] {
  const { data } = JSON.parse(answer) as { data: { batch_results: { ciphertext: string }[] } };
  return data.batch_results.map((result) => result.ciphertext);
}

/** Values in an answer to `decrypt`. */
export function plaintextsIn(answer: string): string[] {
  const { data } = JSON.parse(answer) as { data: { batch_results: { plaintext: string }[] } };
  return data.batch_results.map(({ plaintext }) => Buffer.from(plaintext, "base64").toString());
}

async function versionOf(ask: Session): Promise<string> {
  const { version } = (await ask("GET", "sys/health", "")) as { version: string };
  return version;
}

type Session = (method: string, path: string, token: string, body?: object) => Promise<unknown>;

function newSession(port: number): Session {
  return async (method, path, token, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new CommandFailure(`OpenBao answered ${answer.status}: ${text}`);
    return text === "" ? null : JSON.parse(text);
  };
}

/** Initialize and unseal it, and set up both engines; returns the root token. */
async function openForBusiness(ask: Session): Promise<string> {
  const shares = { secret_shares: 1, secret_threshold: 1 };
  const made = await retried(() => ask("PUT", "sys/init", "", shares));
  const { root_token: token, keys } = made as { root_token: string; keys: string[] };
  await ask("PUT", "sys/unseal", "", { key: keys[0] });
  await retried(() => ask("PUT", "sys/mounts/transit", token, { type: "transit" }));
  await ask("PUT", "sys/mounts/kv", token, { type: "kv", options: { version: "1" } });
  await ask("PUT", "transit/keys/random", token, { type: "aes256-gcm96", derived: true });
  const convergent = { type: "aes256-gcm96", derived: true, convergent_encryption: true };
  await ask("PUT", "transit/keys/convergent", token, convergent);
  return token;
}

/** Retries: it listens a moment after its start, and becomes the leader a moment after it is unsealed. */
async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + START_PATIENCE_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

function configuration(folder: string, port: number, clusterPort: number): object {
  return {
    storage: { raft: { path: join(folder, "raft"), node_id: "bench" } },
    listener: [
      {
        tcp: {
          address: `127.0.0.1:${port}`,
          tls_disable: true,
          // A batch has a plaintext and a context per value; the default is 1,000.
          max_request_json_strings: 10_000,
        },
      },
    ],
    api_addr: `http://127.0.0.1:${port}`,
    cluster_addr: `http://127.0.0.1:${clusterPort}`,
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
