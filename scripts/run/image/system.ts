// The system below the service, as a folder: libraries, a shell, an init process. Made of Debian packages verified by
// this machine's apt, with their package records, so that scanners can see what the image contains.

import { chmodSync, cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandFailure } from "../cli/command.ts";
import { runTool } from "../cli/tool.ts";

/** `base-files` comes first: in newer Debian versions it links folders that other packages write to. */
const PACKAGES = ["base-files", "libc6", "libgcc-s1", "libstdc++6", "dash", "tini"];
const NAME = "vault";

/** User id that runs the service: a number that no system assigns to its own users. */
export const USER = 65_532;
/** Mount point of the volume. */
export const DATA = "/data";

/** Write the system into a folder; `downloads` is another folder, for the packages. */
export async function writeSystem(folder: string, downloads: string): Promise<void> {
  // Without this, apt run as root warns that its own user may not write here.
  const asUs = ["-o", "APT::Sandbox::User=root"];
  await run(downloads, ["apt-get", ...asUs, "download", ...PACKAGES]);
  const records = join(folder, "var", "lib", "dpkg", "status.d");
  const files = readdirSync(downloads);
  for (const name of PACKAGES) {
    const file = files.find((one) => one.startsWith(`${name}_`)) ?? name;
    await run(downloads, ["dpkg-deb", "--extract", file, folder]);
    await run(downloads, ["dpkg-deb", "--control", file, name]);
    mkdirSync(records, { recursive: true });
    // Images without dpkg have their records there.
    cpSync(join(downloads, name, "control"), join(records, name));
  }
  const ids = `${USER}:${USER}`;
  const users = `root:x:0:0::/:/sbin/nologin\n${NAME}:x:${ids}::${DATA}:/sbin/nologin\n`;
  writeFileSync(join(folder, "etc", "passwd"), users);
  writeFileSync(join(folder, "etc", "group"), `root:x:0:\n${NAME}:x:${USER}:\n`);
  mkdirSync(join(folder, DATA), { mode: 0o700 });
  mkdirSync(join(folder, "run", "secrets"), { recursive: true });
  chmodSync(join(folder, "tmp"), 0o1777);
}

async function run(cwd: string, command: [string, ...string[]]): Promise<void> {
  const failure = await runTool(command, { output: "capture", cwd }).then(
    ({ code, stderr }) => (code === 0 ? null : stderr),
    (error: Error) => error.message,
  );
  if (failure === null) return;
  throw new CommandFailure(
    "The system of the image is made of Debian's packages: this needs Debian or Ubuntu, after apt-get update.\n" +
      `${command[0]} said:\n\n${failure}`,
  );
}
