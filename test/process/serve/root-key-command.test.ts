// serve --root-key-command: the root key as a command prints it. The commands for key management services in
// docs/operations.md run with substitutes of their tools, which check their arguments.

import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../../scripts/run/cli/tool.ts";
import { generateSecrets } from "../../../scripts/run/secrets.ts";
import { withRootKeyOf } from "../../../scripts/run/serve/root-key-command.ts";
import { newToken, send } from "../../support/node/api-client.ts";
import {
  cleanUp,
  isRunning,
  startProgram,
  startScript,
  temporaryFolder,
  waitFor,
} from "../../support/node/run-script.ts";
import { startService } from "../../support/node/service.ts";

afterEach(cleanUp);

const { VAULT_ROOT_KEY: ROOT_KEY, VAULT_MASTER_KEY } = generateSecrets();
const { PATH } = process.env;

/** Stand-ins of programs, to stand first in PATH. */
function standIns(programs: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [name, script] of Object.entries(programs)) {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${script}`);
    chmodSync(path, 0o755);
  }
  return `${folder}:${PATH}`;
}

const why = (command: string, env: NodeJS.ProcessEnv = { PATH }, patienceMs = 5_000) =>
  withRootKeyOf(command, env, patienceMs).then(
    () => "",
    (error: Error) => error.message,
  );

describe("--root-key-command", () => {
  it("gives serve its root key, which no log has", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "key");
    writeFileSync(file, `${ROOT_KEY}\n`);
    const service = await startService({
      secrets: { VAULT_MASTER_KEY } as ReturnType<typeof generateSecrets>,
      args: ["--root-key-command", `echo asked >&2; cat ${file}`],
    });
    const token = await newToken(service, "n", "u", ["mask"]);
    const mask = [{ value: "x", token_name: "Text Token" }];
    expect((await send(service, token, "mask", { mask })).status).toBe(200);
    await service.stop();
    expect(service.logs()).toContain("asked");
    expect(service.logs()).not.toContain(ROOT_KEY.slice(4, 20));
    // It is the same key as in the environment.
    const secrets = { VAULT_ROOT_KEY: ROOT_KEY, VAULT_MASTER_KEY };
    const again = await startService({ dataDir: service.dataDir, secrets });
    expect((await send(again, token, "mask", { mask })).status).toBe(200);
  });

  it("that gives none stops the start, and says why", async () => {
    const said = (problem: string) => `--root-key-command ${problem}.`;
    expect(await why("exit 3")).toBe(said("ended with exit code 3"));
    expect(await why("kill -9 $$")).toBe(said("ended with SIGKILL"));
    expect(await why("true")).toBe(said("printed no root key"));
    expect(await why("head -c 100000 /dev/zero")).toBe(said("printed no root key"));
    const both = { PATH, VAULT_ROOT_KEY: ROOT_KEY };
    expect(await why("true", both)).toMatch(/^--root-key-command is given, and VAULT_ROOT_KEY is/);
    const args = ["--data", temporaryFolder(), "--root-key-command", `echo ${"k".repeat(44)}`];
    const script = startScript("serve.ts", args, { VAULT_MASTER_KEY });
    expect((await script.ended).code).toBe(2);
    expect(script.stderr()).toContain("VAULT_ROOT_KEY must be base64 of exactly 32 random bytes");
    expect(script.stderr()).not.toContain("kkk");
  });

  it("is not waited for without end, and what it has started ends with it", async () => {
    const file = join(temporaryFolder(), "pid");
    const command = `sh -c 'echo $$ > ${file}; sleep 60' | cat`;
    expect(await why(command, { PATH }, 300)).toContain("did not end within 0.3 seconds");
    const pid = Number(readFileSync(file, "utf8"));
    await waitFor("it has ended", () => !isRunning(pid));
    const leaves = `sleep 60 & echo $! > ${file}`;
    expect(await why(leaves, { PATH }, 300)).toContain("did not end within 0.3 seconds");
    const left = Number(readFileSync(file, "utf8"));
    await waitFor("what was left has ended", () => !isRunning(left));
  });
});

describe("the page's commands", () => {
  const PAGE = readFileSync(join(PROJECT_ROOT, "docs/operations.md"), "utf8");

  /** How a page has the key wrapped, and unwrapped at each start, by a program. */
  function commandsOf(program: string) {
    const blocks = Array.from(PAGE.matchAll(/```sh no-test\n(.*?)```/gs), ([, text]) => text ?? "");
    const block = blocks.find((text) => text.includes(`\n  ${program} `));
    const [wrap = "", serve = ""] = block?.split("npm run serve") ?? [];
    return { wrap, unwrap: /--root-key-command \\\n\s*'(.*?)'/s.exec(serve)?.[1] ?? "" };
  }

  const REFUSE = 'echo "not asked as it should be: $*" >&2; exit 9';
  const AWS = `
case "$*" in
"kms encrypt --key-id alias/masking-vault --plaintext fileb:///dev/stdin --query CiphertextBlob --output text")
  { printf KMS; tr A-Za-z N-ZA-Mn-za-m; } | base64 -w 0; echo ;;
"kms decrypt --key-id alias/masking-vault --ciphertext-blob fileb:///dev/stdin --query Plaintext --output text")
  { read -r sealed || true; test "\${sealed#KMS}" != "$sealed" || exit 8; printf %s "\${sealed#KMS}"; } |
    tr N-ZA-Mn-za-m A-Za-z | base64 -w 0; echo ;;
*) ${REFUSE} ;;
esac`;
  const VAULT = `
case "$*" in
"write -field=ciphertext transit/encrypt/masking-vault plaintext=-")
  printf vault:v1:; tr A-Za-z N-ZA-Mn-za-m ;;
"write -field=plaintext transit/decrypt/masking-vault ciphertext=@root-key.sealed")
  sed s/^vault:v1:// root-key.sealed | tr N-ZA-Mn-za-m A-Za-z ;;
*) ${REFUSE} ;;
esac`;

  it.each([
    ["aws", AWS],
    ["vault", VAULT],
  ])("keep the root key with %s", async (program, script) => {
    const { wrap, unwrap } = commandsOf(program);
    const env = { PATH: standIns({ [program]: script }) };
    const folder = temporaryFolder();
    const secrets = `VAULT_ROOT_KEY=2:${ROOT_KEY}\nVAULT_MASTER_KEY=${VAULT_MASTER_KEY}\n`;
    writeFileSync(join(folder, "vault.env"), secrets);
    const options = { cwd: folder, env: { ...env, HOME: folder } };
    const shell = startProgram("bash", ["-euo", "pipefail", "-c", wrap], options);
    expect((await shell.ended).code, shell.stderr()).toBe(0);
    const sealed = readFileSync(join(folder, "root-key.sealed"), "utf8");
    expect(sealed).not.toContain(ROOT_KEY.slice(4, 20));
    expect(readFileSync(join(folder, "vault.env"), "utf8")).not.toContain("VAULT_ROOT_KEY");
    const given = await withRootKeyOf(`cd ${folder} && ${unwrap}`, env);
    expect(given["VAULT_ROOT_KEY"]).toBe(`2:${ROOT_KEY}`);
  });
});
