// The commands of masking-vault that call a service: each with a real one, interactively and from a script.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../../scripts/run/cli/tool.ts";
import { newToken, send, submit } from "../../support/node/api-client.ts";
import {
  cleanUp,
  startProgram,
  startScript,
  temporaryFolder,
} from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

const ITEMS = [{ value: "ada@x.org", token_name: "Text Token" }];

let service: Service;
let token: string;
let folder: string;
let namespaces = 0;

beforeAll(async () => {
  service = await startService();
});
afterAll(cleanUp);
beforeEach(async () => {
  folder = temporaryFolder();
  const permissions = ["mask", "unmask", "metadata_change"];
  token = await newToken(service, `commands${namespaces++}`, "me", permissions);
});

const environment = () => ({ MASKING_VAULT_URL: service.url, MASKING_VAULT_TOKEN: token });

async function run(args: string, env: NodeJS.ProcessEnv = {}) {
  const all = { ...environment(), ...env };
  const script = startScript("masking-vault.ts", args.split(" "), all);
  const { code } = await script.ended;
  return { code, stdout: script.stdout(), stderr: script.stderr() };
}

/** The JSON that a command prints. */
async function json(args: string, env: NodeJS.ProcessEnv = {}) {
  const { code, stdout, stderr } = await run(`${args} --json`, env);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const COMMANDS = [
  ...["mask", "unmask", "detect", "jobs", "watch", "erase", "receipt", "retention", "policy"],
  ...["token", "keygen", "doctor", "backup", "restore", "cells", "verify-receipt", "verify-ledger"],
  "verify-audit",
];

it("each fits a screen of 24 lines with 80 columns with its help and the prompt below, and so does their list", async () => {
  // That of serve, which lists every setting, is longer.
  for (const command of ["", "serve", ...COMMANDS]) {
    const { code, stdout } = await run(`${command} --help`.trim());
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.length, command).toBeLessThanOrEqual(command === "serve" ? 50 : 23);
    expect(
      lines.filter((line) => line.length > 80),
      command,
    ).toEqual([]);
    expect(stdout).toContain(command);
  }
});

describe("jobs and watch", () => {
  it("list, show, follow and give results", async () => {
    const id = await submit(service, token, "mask", ITEMS);
    expect(await run(`watch ${id}`)).toMatchObject({
      code: 0,
      stdout: `${id} has ended: SUCCESS\n`,
    });
    expect((await run("jobs list --type mask --limit 1")).stdout).toMatch(
      new RegExp(`^tracking id .*\n${id}  mask  SUCCESS  1 +1 `),
    );
    expect(await json("jobs list")).toMatchObject({ tracking_id: id });
    expect(await json(`jobs show ${id}`)).toMatchObject({ status: "SUCCESS" });
    const output = join(folder, "results.ndjson");
    expect(await run(`jobs results ${id} --output ${output}`)).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(output, "utf8"))).toMatchObject({ value: "ada@x.org" });
    expect(await json(`jobs cancel ${id}`)).toMatchObject({ status: "SUCCESS" });
  });

  it("end with 1 for a job that has failed, and leave no file", async () => {
    const id = await submit(service, token, "mask", [{ value: "" }]);
    const watched = await run(`watch ${id}`);
    expect(watched).toMatchObject({ code: 1, stdout: "" });
    expect(watched.stderr).toContain(`error: Job ${id}: `);
    const output = join(folder, "results.ndjson");
    expect(await run(`jobs results ${id} --output ${output}`)).toMatchObject({ code: 1 });
    expect(existsSync(output)).toBe(false);
    expect((await run("jobs list --status FAILED")).stdout).toContain(id);
  });

  it.each([
    ["jobs", 64, "list, show, cancel, results"],
    ["jobs show", 64, "Give one ID"],
    ["jobs list mine", 64, 'What is "mine"'],
    ["jobs list --status SOME", 65, "allowed: PENDING"],
    ["jobs show 1", 1, "404"],
    ["watch 1", 1, "404"],
    ["jobs list --url http://127.0.0.1:2", 69, "http://127.0.0.1:2: connection refused"],
    ["mask - --columns a:auto --url http://127.0.0.1:2", 69, "connection refused"],
    ["watch 1 --url http://nobody.invalid", 69, "is not reached"],
  ])("%s ends with %i", async (args, code, message) => {
    const result = await run(args);
    expect(result).toMatchObject({ code, stdout: "" });
    // Nobody is waited for who never was there.
    expect(result.stderr).toMatch(/^error: [^\n]*\n(Try --help\.\n)?$/);
    expect(result.stderr).toContain(message);
  });

  it("end with 77 for a token that is none, which they do not print", async () => {
    for (const args of ["jobs list", "watch 1", "erase --older-than 1 --dry-run"]) {
      const { code, stderr } = await run(args, { MASKING_VAULT_TOKEN: "not.a.token" });
      expect(code, args).toBe(77);
      expect(stderr).not.toContain("not.a.token");
    }
  });
});

describe("erase, receipt and retention", () => {
  let values: string;
  beforeEach(async () => {
    await send(service, token, "mask", { mask: ITEMS });
    values = written("values", "ADA@x.org\n");
  });

  it("show, want the namespace, erase, and prove it", async () => {
    const { would_clear, namespace } = await json(`erase --values ${values} --dry-run`);
    expect(would_clear).toBe(1);
    for (const yes of ["", " --yes other"]) {
      expect(await run(`erase --values ${values}${yes}`)).toMatchObject({ code: 64, stdout: "" });
    }
    expect(await json(`erase --values ${values} --dry-run`)).toMatchObject({ would_clear: 1 });
    const record = await json(`erase --values ${values} --yes ${namespace}`);
    expect(record).toMatchObject({ status: "SUCCESS", progress: { cleared: 1 } });
    const id = record.tracking_id;
    expect(await run(`watch ${id}`)).toMatchObject({ code: 0 });
    const keys = await (await fetch(`${service.url}/.well-known/jwks.json`)).text();
    const jwks = written("jwks.json", keys);
    const told = await run(`receipt ${id} --jwks ${jwks}`);
    expect(told.stdout).toMatch(/^The receipt is valid: .*\n\n {2}erased +1 mapping\n/);
    const file = join(folder, "receipt.jws");
    expect(await run(`receipt ${id} --raw --output ${file}`)).toMatchObject({ code: 0 });
    expect(await run(`verify-receipt ${file} --jwks ${jwks}`)).toMatchObject({ code: 0 });
    const others = written("others.json", keys.replace(/"x":"../, '"x":"AA'));
    expect(await run(`receipt ${id} --jwks ${others}`)).toMatchObject({ code: 1, stdout: "" });
  });

  it("take age, attribute and tokens, one at a time", async () => {
    const attributes = { customer: 42 };
    await send(service, token, "mask", { mask: [{ ...ITEMS[0], attributes }] });
    const masked = await send(service, token, "mask", { mask: ITEMS });
    const tokens = written("tokens", masked.body.data[0].token_value);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    for (const what of [`--before ${tomorrow}`, "--attribute customer=42", `--tokens ${tokens}`]) {
      const seen = await json(`erase ${what} --dry-run`);
      expect(seen.would_clear, what).toBe(what.startsWith("--attribute") ? 0 : 1);
    }
    expect(await json("erase --older-than 1 --dry-run")).toMatchObject({ would_clear: 0 });
    expect(await run("erase --dry-run")).toMatchObject({ code: 64 });
    expect(await run(`erase --values ${values} --older-than 1`)).toMatchObject({ code: 64 });
  });

  it("have the namespace typed on a terminal", async () => {
    const { name, namespace } = await json("erase --older-than 1 --dry-run");
    const command = `${process.execPath} ${join(PROJECT_ROOT, "scripts/commands/masking-vault.ts")}`;
    const type = (text: string) => {
      const typed = `(sleep 1.5; echo ${text}) | script -qec '${command} erase --values ${values}' /dev/null`;
      const place = { cwd: folder, env: { PATH: process.env["PATH"], ...environment() } };
      return startProgram("/bin/sh", ["-c", typed], place);
    };
    const wrong = type("shop");
    expect((await wrong.ended).code).toBe(64);
    expect(wrong.stdout()).toContain("Type that name");
    expect(wrong.stdout()).toContain("neither the name nor the id of the token's namespace");
    expect(wrong.stdout()).toContain(
      `1 mapping of the namespace ${name} (id ${namespace}) would be erased.`,
    );
    const right = type(name);
    expect((await right.ended).code, right.stdout()).toBe(0);
    expect(right.stdout()).toContain("1 mapping erased: SUCCESS");
  });

  it("set how long mappings are kept", async () => {
    const { namespace } = await json("erase --older-than 1 --dry-run");
    expect(await run("retention set 365")).toMatchObject({ code: 64 });
    expect(await run(`retention set 365 --yes ${namespace}`)).toMatchObject({ code: 0 });
    expect(await json("retention show")).toMatchObject({ duration: 365 });
    expect((await run("retention set none")).stdout).toContain("kept until they are erased");
  });
});

it("policies go into a file and back, all of them", async () => {
  const policy = {
    custom_entities: [{ entity_name: "CUSTOMER_ID", pattern: "C-[0-9]{6}" }],
    metadata: { pseudonymizable_entities: ["CUSTOMER_ID"], anonymizable_entities: ["US_SSN"] },
    detection: { threshold: 0.5, deny: [{ value: "Blue Whale", entity_name: "ORGANIZATION" }] },
    settings: { token_style: "word", llm: { hint: false } },
    wrappers: [{ entity_name: "PERSON", format_prefix: "{P ", format_suffix: "}" }],
  };
  const file = written("policy.json", JSON.stringify(policy));
  expect(await run(`policy put support ${file}`)).toMatchObject({ code: 0 });
  const shown = join(folder, "shown.json");
  expect(await run(`policy show support --output ${shown}`)).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync(shown, "utf8"))).toMatchObject({
    ...policy,
    metadata: { anonymizable_entities: ["US_SSN"] },
  });
  expect(await run(`policy put copy ${shown}`)).toMatchObject({ code: 0 });
  expect((await run("policy show copy")).stdout).toBe(readFileSync(shown, "utf8"));
  expect((await run("policy list")).stdout.trim().split("\n").sort()).toEqual(["copy", "support"]);
  expect(await run("policy delete copy")).toMatchObject({ code: 0 });
  const slip = written("slip.json", '{"detektion":{}}');
  const refused = await run(`policy put copy ${slip}`);
  expect(refused).toMatchObject({ code: 65 });
  expect(refused.stderr).toContain("detektion");
  expect((await run("policy list")).stdout).toBe("support\n");
});

it("tokens are issued, listed without their text, and revoked", async () => {
  const vaultEnv = written("vault.env", `VAULT_MASTER_KEY=${service.secrets.VAULT_MASTER_KEY}\n`);
  const master = `--token-file ${vaultEnv}`;
  const owner = "--namespace tokens --user etl";
  const issued = await run(`token issue ${owner} --permissions mask,unmask ${master}`);
  expect(issued.code, issued.stderr).toBe(0);
  const MASKING_VAULT_TOKEN = issued.stdout.trim();
  expect(await run("jobs list", { MASKING_VAULT_TOKEN })).toMatchObject({ code: 0 });
  const { VAULT_MASTER_KEY } = service.secrets;
  const listed = await run("token list --namespace tokens", { VAULT_MASTER_KEY });
  expect(listed.stdout).toMatch(/\ntokens +[0-9a-f]{32} +etl +mask,unmask .* yes\n/);
  expect(listed.stdout).not.toContain(MASKING_VAULT_TOKEN);
  expect(await run(`token revoke ${owner} ${master}`)).toMatchObject({ code: 0 });
  expect(await run("jobs list", { MASKING_VAULT_TOKEN })).toMatchObject({ code: 77 });
  expect(await run("token list")).toMatchObject({ code: 64 });
  expect(await run("token list", { VAULT_MASTER_KEY: "x".repeat(43) })).toMatchObject({ code: 77 });
});

it("tokens are managed with an operator's own credential, as far as its scopes go", async () => {
  const operator = async (scopes: string[]) => {
    const data = { name: "desk", scopes };
    const { VAULT_MASTER_KEY } = service.secrets;
    const { body } = await send(service, VAULT_MASTER_KEY, "super-admin/operators/create", {
      data,
    });
    return { VAULT_MASTER_KEY: body.data.auth_token };
  };
  const owner = "--namespace operated --user etl";
  const [both, reader] = [await operator(["tokens", "read"]), await operator(["read"])];
  const issued = await run(`token issue ${owner} --permissions mask,unmask`, both);
  const MASKING_VAULT_TOKEN = issued.stdout.trim();
  expect(await run("jobs list", { MASKING_VAULT_TOKEN })).toMatchObject({ code: 0 });
  expect((await run("token list --namespace operated", reader)).stdout).toMatch(/ etl /);
  expect(await run(`token revoke ${owner}`, reader)).toMatchObject({ code: 77 });
  expect(await run("jobs list", { MASKING_VAULT_TOKEN })).toMatchObject({ code: 0 });
  expect(await run(`token revoke ${owner}`, both)).toMatchObject({ code: 0 });
  expect(await run("jobs list", { MASKING_VAULT_TOKEN })).toMatchObject({ code: 77 });
});

it("detect tells line, place, type and text of what it finds", async () => {
  const text = written("letter.txt", "Dear all,\r\n\r\nwrite to ada@example.com\r\n");
  const { code, stdout } = await run(`detect ${text}`);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^3:9-24 +EMAIL_ADDRESS +0\.\d\d {2}ada@example\.com\n$/);
  expect(await json(`detect ${text}`)).toMatchObject({ line: 3, pii_type: "EMAIL_ADDRESS" });
});
