// The file that `npm run backup` writes of a running service: its content when complete, damaged, or written by
// somebody else.

import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { REGISTRY_FILES } from "../../../scripts/run/serve/object-files.ts";
import { registryOfName } from "../../../src/core/registries.ts";
import { newToken } from "../../support/node/api-client.ts";
import { backup, expectUnmasked, mask, restore, run } from "../../support/node/backups.ts";
import type { Pair } from "../../support/node/erasure.ts";
import { cleanUp, temporaryFolder } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

let service: Service;
let token: string;
let pairs: Pair[];
/** A backup of it. */
let file: string;

beforeAll(async () => {
  service = await startService();
  token = await newToken(service, "listed", "app", ["mask", "unmask"]);
  pairs = await mask(service, token, "still here");
  file = await backup(service.dataDir);
});

afterAll(cleanUp);

/** Change the header of an archive's first entry, and its checksum with it (POSIX ustar). */
function changeHeader(file: string, change: (header: Buffer) => void): void {
  const bytes = readFileSync(file);
  const header = bytes.subarray(0, 512);
  change(header);
  header.fill(" ", 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  writeFileSync(file, bytes);
}

describe("a backup", () => {
  it("is a private tar without secrets, and replaces a file only with --force", async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const list = spawnSync("tar", ["-tf", file], { encoding: "utf8" });
    // Namespaces, then the first Registry, then the other one: what moves between any two is in one of both.
    expect(list.stdout.trim().split("\n")).toEqual([
      expect.stringMatching(/^objects\/masking-vault-Vault\/[0-9a-f]{64}\.sqlite$/),
      "objects/masking-vault-Vault/metadata.sqlite",
      `objects/masking-vault-Registry/${REGISTRY_FILES[0]}`,
      `objects/masking-vault-Registry/${REGISTRY_FILES[registryOfName("listed")]}`,
      "objects/masking-vault-Registry/metadata.sqlite",
      "manifest.json",
    ]);
    const content = readFileSync(file, "latin1");
    for (const secret of Object.values(service.secrets)) expect(content).not.toContain(secret);

    const twice = await run("backup", "--data", service.dataDir, "--to", file);
    expect(twice).toMatchObject({ code: 1, said: expect.stringContaining("--force") });
    expect(readFileSync(file, "latin1")).toBe(content);
    const forced = await run("backup", "--data", service.dataDir, "--to", file, "--force");
    expect(forced.code, forced.said).toBe(0);
    expect(readdirSync(join(file, ".."))).toEqual(["vault.tar"]);
  });
});

describe("a restore", () => {
  it("of a damaged file is refused before anything is touched", async () => {
    const { size } = statSync(file);
    const damage: Record<string, (file: string) => void> = {
      flipped: (file) => {
        const bytes = readFileSync(file);
        bytes[5000] = (bytes[5000] ?? 0) ^ 1;
        writeFileSync(file, bytes);
      },
      cut: (file) => truncateSync(file, size - 4096),
      "cut short": (file) => truncateSync(file, 1000),
      empty: (file) => truncateSync(file, 0),
      foreign: (file) => writeFileSync(file, "x".repeat(4096)),
      "leading elsewhere": (file) =>
        changeHeader(file, (header) => header.fill(0, 0, 100).write("../../evil.sqlite")),
      "holding a link": (file) => changeHeader(file, (header) => header.write("2", 156)),
      "with a wrong header": (file) => {
        const bytes = readFileSync(file);
        // A digit of the size, whatever that is.
        bytes[130] = (bytes[130] ?? 0) ^ 1;
        writeFileSync(file, bytes);
      },
      "without its end": (file) => truncateSync(file, size - 1024),
    };
    for (const [name, apply] of Object.entries(damage)) {
      const bad = join(temporaryFolder(), "bad.tar");
      copyFileSync(file, bad);
      apply(bad);
      const dataDir = join(temporaryFolder(), "fresh");
      const { code, said } = await run("restore", "--from", bad, "--data", dataDir);
      expect(code, name).toBe(1);
      expect(said, name).toContain("damaged or no backup");
      expect(existsSync(dataDir), name).toBe(false);
    }
  });

  it("reads sizes in binary, as earlier versions and GNU tar write those beyond 8 GiB", async () => {
    const large = join(temporaryFolder(), "large.tar");
    copyFileSync(file, large);
    changeHeader(large, (header) => {
      const bytes = Number.parseInt(header.toString("latin1", 124, 135), 8);
      header.fill(0, 124, 136).writeUInt8(0x80, 124);
      header.writeBigUInt64BE(BigInt(bytes), 128);
    });
    const dataDir = temporaryFolder();
    await restore(large, dataDir);
    await expectUnmasked(await startService({ dataDir, secrets: service.secrets }), token, pairs);
  });

  it("into a running service is refused with exit 3, and it goes on", async () => {
    const refused = await run("restore", "--from", file, "--data", service.dataDir, "--force");
    expect(refused.code).toBe(3);
    expect(refused.said).toContain(`in use by process ${service.pid}`);
    await expectUnmasked(service, token, pairs);
  });
});
