// The result of `npm run image`: its content, and the same content running as an engine would run it: files owned by
// root and not writable, another user, and only a volume and a file with secrets mounted.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { generateSecrets, toEnvFile } from "../../../scripts/run/secrets.ts";
import { newToken, send } from "../../support/node/api-client.ts";
import {
  cleanUp,
  startProgram,
  startScript,
  temporaryFolder,
  waitFor,
} from "../../support/node/run-script.ts";

/** What only a runtime for containers, or root, may do: a file system and process ids of one's own. */
const CAN_RUN = spawnSync("unshare", ["--mount", "--pid", "--fork", "true"]).status === 0;

/** As an engine does it: in a file system that cannot be written, a volume and the secrets; then the image's own user. */
const CONTAINER = `
root=$1 secrets=$2; shift 2
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
mount --bind "$secrets" "$root/run/secrets/vault.env"
mount -o remount,ro,bind "$root"
mount -t tmpfs -o uid=65532,gid=65532,mode=700 volume "$root/data"
exec chroot --userspec=65532:65532 --groups= "$root" "$@"`;

type Config = {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  Volumes: object;
  StopSignal: string;
  Labels: Record<string, string>;
  Healthcheck: { Test: string[] };
};

const PORT = "8787";
/** Why there is no image, where there cannot be one. */
let missing = "";
let layout: string;

beforeAll(async () => {
  const folder = temporaryFolder();
  const making = startScript("release/image.ts", ["--to", folder]);
  const { code } = await making.ended;
  if (code !== 0 && making.stderr().includes("this needs Debian or Ubuntu")) {
    missing = making.stderr();
    return;
  }
  expect(code, making.stderr()).toBe(0);
  layout = temporaryFolder();
  const file = readdirSync(folder).find((name) => name.endsWith(".tar")) ?? "";
  unpack(join(folder, file), layout);
}, 180_000);

afterAll(cleanUp);

function unpack(file: string, folder: string) {
  const { status, stderr } = spawnSync("tar", ["-xf", file, "-C", folder], { encoding: "utf8" });
  expect(status, stderr).toBe(0);
}

const digestOf = (bytes: Buffer) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
const read = (name: string) => JSON.parse(readFileSync(join(layout, name), "utf8"));

function blob({ digest, size }: { digest: string; size: number }): Buffer {
  const bytes = readFileSync(join(layout, "blobs", digest.replace(":", "/")));
  expect([digestOf(bytes), bytes.length]).toEqual([digest, size]);
  return bytes;
}

/** Manifest and configuration, by way of the index, as an engine reads them. */
function readImage() {
  expect(read("oci-layout")).toEqual({ imageLayoutVersion: "1.0.0" });
  const [listed, ...more] = read("index.json").manifests;
  expect(more).toEqual([]);
  const manifest = JSON.parse(blob(listed).toString());
  const image = JSON.parse(blob(manifest.config).toString());
  return { platform: listed.platform, manifest, image, config: image.config as Config };
}

describe("the image", () => {
  it("is an OCI layout whose digests fit, also as docker load reads it", (context) => {
    skipWithout(context);
    const { platform, manifest, image } = readImage();
    expect(platform).toEqual({ architecture: image.architecture, os: "linux" });
    const layers: Buffer[] = manifest.layers.map(blob);
    expect(layers.map((bytes) => digestOf(gunzipSync(bytes)))).toEqual(image.rootfs.diff_ids);
    const [docker] = read("manifest.json");
    expect(docker.RepoTags[0]).toMatch(/^masking-vault:\d/);
    const paths = [manifest.config, ...manifest.layers].map(({ digest }) => digest.slice(7));
    expect([docker.Config, ...docker.Layers]).toEqual(paths.map((hash) => `blobs/sha256/${hash}`));
  });

  it("says who runs what, where the data is, and how it is stopped; and holds no secret", (context) => {
    skipWithout(context);
    const { config } = readImage();
    expect(config).toMatchObject({
      User: "65532:65532",
      StopSignal: "SIGTERM",
      Volumes: { "/data": {} },
    });
    expect(config.Cmd).toContain("/run/secrets/vault.env");
    expect(config.Env).toEqual([expect.stringMatching(/^PATH=/)]);
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(config.Labels).toMatchObject({
      "org.opencontainers.image.version": version,
      "org.opencontainers.image.licenses": "Apache-2.0",
    });
  });

  it("serves, says that it is healthy, and ends in order on SIGTERM", async (context) => {
    skipWithout(context);
    context.skip(!CAN_RUN, "Neither root nor allowed to mount: the image was not run.");
    const { manifest, config } = readImage();
    const root = temporaryFolder();
    chmodSync(root, 0o755);
    for (const { digest } of manifest.layers)
      unpack(join(layout, "blobs", digest.replace(":", "/")), root);
    const secrets = generateSecrets();
    const file = join(temporaryFolder(), "vault.env");
    writeFileSync(file, toEnvFile(secrets), { mode: 0o644 });
    // An engine makes what it mounts on.
    writeFileSync(join(root, "run", "secrets", "vault.env"), "");
    // Its port may be somebody's here, who has no network of their own.
    const entry = [...config.Entrypoint, ...config.Cmd].map((word) => word.replace(PORT, "0"));
    const env: Record<string, string> = Object.fromEntries(
      config.Env.map((pair) => pair.split("=", 2)),
    );
    const inside = ["--mount", "--pid", "--fork", "--kill-child", "sh", "-euc", CONTAINER, "sh"];
    const withSbin = { ...env, PATH: `${env["PATH"]}:/usr/sbin:/sbin` };
    const container = startProgram("unshare", [...inside, root, file, ...entry], {
      cwd: "/",
      env: withSbin,
    });
    const ready = /^masking-vault listening on (http:\S+) /m;
    let isOver = false;
    void container.ended.then(() => {
      isOver = true;
    });
    await waitFor("it serves", () => isOver || ready.test(container.stdout()), 30_000);
    expect(container.stderr()).toBe("");
    // Its process 1.
    const children = `/proc/${container.pid}/task/${container.pid}/children`;
    const first = Number(readFileSync(children, "utf8").trim());
    const status = readFileSync(`/proc/${first}/status`, "utf8");
    expect(status).toMatch(/^Uid:(\t65532){4}$/m);
    expect(status).toMatch(/^CapEff:\t0+$/m);
    const { port } = new URL(ready.exec(container.stdout())?.[1] ?? "");
    const service = { url: `http://127.0.0.1:${port}`, secrets };
    const token = await newToken(service, "demo", "me", ["mask"]);
    const { status: answered } = await send(service, token, "mask", { mask: [{ value: "Ada" }] });
    expect(answered).toBe(200);
    const check = config.Healthcheck.Test.slice(1).map((word) => word.replace(PORT, port));
    const ask = () =>
      spawnSync("chroot", ["--userspec=65532:65532", root, ...check], { env: withSbin }).status;
    expect(ask()).toBe(0);
    // As an engine's exec: docs/install.md fetches a backup so.
    const exec = (...command: string[]) => {
      const user = ["--setuid=65532", "--setgid=65532"];
      const target = [`--target=${first}`, "--mount", "--pid", "--root", ...user];
      return spawnSync("nsenter", [...target, ...command], { env, maxBuffer: 2 ** 26 });
    };
    const to = ["--data", "/data/vault", "--to", "/data/copy.tar"];
    const backup = exec("/usr/local/bin/masking-vault", "backup", ...to);
    expect(backup.status, backup.stderr.toString()).toBe(0);
    const fetched = exec(
      ...["/usr/local/bin/node", "-e"],
      'fs.createReadStream("/data/copy.tar").pipe(process.stdout)',
    );
    expect(fetched.stdout.includes("manifest.json")).toBe(true);
    process.kill(first, "SIGTERM");
    expect((await container.ended).code).toBe(0);
    expect(ask()).toBe(1);
  });
});

function skipWithout(context: TestContext) {
  context.skip(missing !== "", missing);
}
