// keygen: adding a version of the root key to a file with secrets, and removing older ones.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { generateSecrets, rootVersionsOf } from "../../../scripts/run/secrets.ts";
import { runHere } from "../../support/node/run-here.ts";
import { cleanUp, temporaryFolder } from "../../support/node/run-script.ts";

afterEach(cleanUp);

const keygen = (...args: string[]) => runHere("keygen.ts", args);

describe("keygen", () => {
  it("prints a file anew with a version in front, or with none but the newest", async () => {
    const { VAULT_ROOT_KEY: key, VAULT_MASTER_KEY: master } = generateSecrets();
    const file = join(temporaryFolder(), "vault.env");
    const around = [`# ours\nMETRICS_KEY=${"m".repeat(24)}\n`, `VAULT_MASTER_KEY=${master}\n`];
    writeFileSync(file, `${around[0]}export VAULT_ROOT_KEY="${key}"\n${around[1]}`);
    const lineOf = (text: string) => /^VAULT_ROOT_KEY=(.*)$/m.exec(text)?.[1] ?? "";
    for (const newest of [2, 3]) {
      const { code, out } = await keygen("--add", "--env-file", file);
      const line = lineOf(out);
      expect([code, out]).toEqual([0, `${around[0]}VAULT_ROOT_KEY=${line}\n${around[1]}`]);
      const versions = rootVersionsOf(line).map(({ version }) => version);
      expect(versions).toEqual(Array.from({ length: newest }, (_, i) => newest - i));
      expect(line.endsWith(`1:${key}`)).toBe(true);
      writeFileSync(file, out);
    }
    const { code, out } = await keygen("--drop", "--env-file", file);
    expect([code, lineOf(out)]).toEqual([0, expect.stringMatching(/^3:[^,]+$/)]);
  });

  it("says what it cannot do", async () => {
    const file = join(temporaryFolder(), "empty.env");
    writeFileSync(file, "");
    const wrong = [["--add"], ["--add", "--drop", "--env-file", file], ["--env-file", file]];
    for (const args of wrong) expect((await keygen(...args)).code).toBe(64);
    const without = await keygen("--add", "--env-file", file);
    expect([without.code, without.err]).toEqual([2, expect.stringContaining("is not set")]);
  });
});
