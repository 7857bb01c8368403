// npm run image: makes a container image of the service in one file, without a daemon.

import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { formatSize } from "../../run/build/bundle.ts";
import { CommandFailure, parseOptions, runCommand } from "../../run/cli/command.ts";
import { PROJECT_ROOT, productVersion } from "../../run/cli/tool.ts";
import { writeImage } from "../../run/image/layout.ts";
import {
  imageConfig,
  readRevision,
  writeNode,
  writeService,
  writeWorkerd,
} from "../../run/image/service.ts";
import { DATA, USER, writeSystem } from "../../run/image/system.ts";

const NAME = "masking-vault";
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };

const HELP = `Build a container image of the service for machines like this one, without a daemon.

  npm run image                 writes dist/masking-vault-VERSION-linux-ARCH.tar
  npm run image -- --to DIR     writes it into DIR

It is an OCI layout: podman load -i FILE, docker load -i FILE, skopeo copy oci-archive:FILE docker://REGISTRY/NAME.
It needs Debian or Ubuntu after apt-get update: it downloads six packages, and takes Node and workerd from
this clone. The same inputs give the same image, byte for byte. docs/install.md says how to run it.
Exit codes: 0 written, 1 failed, 64 wrong usage.`;

await runCommand(async () => {
  const options = parseOptions(HELP, {
    to: { type: "string", default: join(PROJECT_ROOT, "dist") },
  });
  const architecture = process.platform === "linux" ? ARCHITECTURES[process.arch] : undefined;
  if (architecture === undefined) {
    throw new CommandFailure("An image is made on Linux, on x64 or arm64, for that machine.");
  }
  const to = resolve(options.to);
  mkdirSync(to, { recursive: true });
  const staging = mkdtempSync(join(to, "image."));
  const folder = (name: string) => {
    mkdirSync(join(staging, name));
    return join(staging, name);
  };
  try {
    const layers = ["system", "node", "workerd", "service"].map((what) => ({
      what,
      folder: folder(what),
      owners: { [`${basename(DATA)}/`]: USER },
    }));
    const [system = "", node = "", workerd = "", service = ""] = layers.map((one) => one.folder);
    await writeSystem(system, folder("downloads"));
    writeNode(node);
    writeWorkerd(workerd);
    await writeService(service);
    const { revision, created } = await readRevision();
    const version = productVersion();
    const labels = {
      "org.opencontainers.image.title": NAME,
      "org.opencontainers.image.version": version,
      "org.opencontainers.image.revision": revision,
      "org.opencontainers.image.created": created.toISOString(),
      "org.opencontainers.image.licenses": "Apache-2.0",
    };
    const file = join(to, `${NAME}-${version}-linux-${architecture}.tar`);
    const facts = { name: NAME, version, architecture, created, config: imageConfig(labels) };
    await writeImage(file, folder("layout"), layers, facts);
    console.log(`${file}: ${formatSize(statSync(file).size)}`);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
});
