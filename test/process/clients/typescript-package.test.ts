// The TypeScript client as a package: its files, its size, and the example on its page.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";
import manifest from "../../../clients/typescript/package.json" with { type: "json" };
import { bodiesOf, MAX_PART_BYTES, MAX_PART_ITEMS } from "../../../clients/typescript/src/parts.ts";
import project from "../../../package.json" with { type: "json" };
import { PROJECT_ROOT } from "../../../scripts/run/cli/tool.ts";
import { MAX_ASYNC_BODY_BYTES, MAX_ASYNC_ITEMS } from "../../../src/core/limits.ts";
import { newToken } from "../../support/node/api-client.ts";
import { cleanUp, startProgram, temporaryFolder } from "../../support/node/run-script.ts";
import { sharedService } from "../../support/node/service.ts";

const FOLDER = join(PROJECT_ROOT, "clients/typescript");
const INDEX = join(FOLDER, "src/index.ts");
const MAX_GZIP_BYTES = 6 * 1024;

afterAll(cleanUp);

describe("lists", () => {
  it("are cut where the service's limits are", () => {
    expect([MAX_PART_ITEMS, MAX_PART_BYTES]).toEqual([MAX_ASYNC_ITEMS, MAX_ASYNC_BODY_BYTES]);
  });

  it("of many items become bodies with as many as one takes", async () => {
    function* items() {
      for (let n = 0; n < 2 * MAX_PART_ITEMS + 1; n++) yield n;
    }
    const counts: number[] = [];
    for await (const { body, count } of bodiesOf("mask", items(), { json: true })) {
      const read = JSON.parse(body);
      expect([read.mask.length, read.json]).toEqual([count, true]);
      counts.push(count);
    }
    expect(counts).toEqual([MAX_PART_ITEMS, MAX_PART_ITEMS, 1]);
  });

  it("of large items become bodies of as many bytes as one takes", async () => {
    // Three bytes a letter, and two of quotes: sixteen of them are a comma each too many.
    const item = "あ".repeat((1024 * 1024) / 3);
    const bodies: string[] = [];
    for await (const { body } of bodiesOf("mask", Array(33).fill(item), {})) bodies.push(body);
    const sizes = bodies.map((body) => Buffer.byteLength(body));
    expect(sizes.every((size) => size <= MAX_PART_BYTES)).toBe(true);
    expect(bodies.map((body) => JSON.parse(body).mask.length)).toEqual([15, 15, 3]);
  });

  it("that are empty become none", async () => {
    for await (const body of bodiesOf("mask", [], {})) expect.unreachable(body.body);
  });
});

describe("the package", () => {
  it(`is less than ${MAX_GZIP_BYTES} bytes, and imports nothing`, async () => {
    const { outputFiles, metafile } = await build({
      ...{ entryPoints: [INDEX], bundle: true, minify: true, write: false, metafile: true },
      ...{ format: "esm", target: "es2022", platform: "neutral", logLevel: "silent" },
    });
    const [output] = Object.values(metafile.outputs);
    expect(output?.imports).toEqual([]);
    const bytes = gzipSync(outputFiles[0]?.contents ?? "").byteLength;
    console.log(`${bytes} bytes of gzip`);
    expect(bytes).toBeLessThan(MAX_GZIP_BYTES);
    expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([]);
  });

  it("has the project's version", () => {
    expect(manifest.version).toBe(project.version);
  });

  it("does what its page says", async () => {
    const [, example = ""] =
      /```ts\n([\s\S]*?)```/.exec(readFileSync(join(FOLDER, "README.md"), "utf8")) ?? [];
    expect(example).toContain("jobs.submit");
    const service = await sharedService();
    const token = await newToken(service, "package", "me", ["mask", "unmask", "metadata_change"]);
    const path = join(temporaryFolder(), "example.ts");
    writeFileSync(path, example.replace(`"masking-vault-client"`, `"${pathToFileURL(INDEX)}"`));
    const env = { PATH: process.env["PATH"], VAULT_URL: service.url, VAULT_TOKEN: token };
    const program = startProgram(process.execPath, [path], { cwd: temporaryFolder(), env });
    const { code } = await program.ended;
    expect(code, program.stderr()).toBe(0);
    expect(program.stdout()).toMatch(/^.+\nAda Lane\n/);
    expect(program.stderr()).toBe("");
  });
});
