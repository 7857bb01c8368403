// npm run doctor: checks whether a data folder and its machine are fit to serve, and whether work is stuck.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { allCells, countCells } from "../run/cells/folders.ts";
import {
  CommandFailure,
  EXIT,
  optionalPath,
  parseOptions,
  runCommand,
} from "../run/cli/command.ts";
import { bad, type Finding, good, lineOf, watch } from "../run/doctor/findings.ts";
import { checkClock, checkDescriptors, checkFolders } from "../run/doctor/machine.ts";
import { checkNamespaces } from "../run/doctor/namespaces.ts";
import { checkRegistries } from "../run/doctor/registries.ts";
import { readKeySet } from "../run/receipt/verify.ts";
import { readEnvFile, requireSecrets } from "../run/secrets.ts";
import { readRecord } from "../run/serve/data-lock.ts";
import { isOnReadOnlyDisk } from "../run/serve/private-folder.ts";
import { choosePlaces } from "../run/serve/registry-place.ts";
import { withRootKeyOf } from "../run/serve/root-key-command.ts";

const HELP = `Check whether a data folder and its machine are fit to serve, and whether
anything is stuck.

  npm run doctor -- --data ./vault-data --env-file vault.env

  --data DIR       folder of the data (.vault-data)
  --ledger DIR2    folder of the Registry, if serve has one
  --env-file FILE  read variables from FILE; variables that are already set win
  --root-key-command CMD  as for serve
  --json           one JSON object, for programs

It checks: secrets, and whether the root key is that of the data; rights,
disk, open files, clock; the Registry's databases, and whether each namespace
has its own; every namespace's database (readable, erasures over a day old,
jobs due for an hour, rows in quarantine); and whether a service runs on DIR.
It changes nothing, and may run beside the service.
Exit codes: 0 no problem, or warnings only, 1 a problem, 64 wrong usage.`;

await runCommand(async () => {
  const given = parseOptions(HELP, {
    data: { type: "string", default: ".vault-data" },
    ledger: { type: "string" },
    "env-file": { type: "string" },
    "root-key-command": { type: "string" },
    json: { type: "boolean", default: false },
  });
  const file = given["env-file"];
  const read = file === undefined ? process.env : readEnvFile(file, process.env);
  const env = await withRootKeyOf(given["root-key-command"] ?? null, read);
  const dataDir = resolve(given.data);
  if (!existsSync(dataDir)) throw new CommandFailure(`There is no folder ${dataDir}.`, EXIT.usage);
  const places = choosePlaces(dataDir, optionalPath(given.ledger));
  const cells = allCells(places);
  const now = Date.now();
  const [secrets, rootKey] = checkSecrets(env);
  const folders = cells.map(({ Vault }) => Vault);
  // On a disk mounted read-only every database would look damaged.
  const isReadable = !cells.flatMap((cell) => Object.values(cell)).some(isOnReadOnlyDisk);
  const findings = [
    secrets,
    ...cells.flatMap(checkFolders),
    checkDescriptors(countCells(places)),
    ...cells.map((cell) => checkClock(cell, now)),
    ...(isReadable ? checkRegistries(cells) : []),
    ...(isReadable ? await checkNamespaces(folders, rootKey, now) : []),
    ...(await checkService(dataDir)),
  ];
  if (given.json) console.log(JSON.stringify({ findings }));
  else for (const finding of findings) console.log(lineOf(finding, process.stdout.isTTY));
  return findings.some(({ verdict }) => verdict === "bad") ? EXIT.failed : EXIT.ok;
});

function checkSecrets(env: NodeJS.ProcessEnv): [Finding, string | null] {
  try {
    const { VAULT_ROOT_KEY } = requireSecrets(env);
    return [good("secrets", "are there, and random"), VAULT_ROOT_KEY];
  } catch (error) {
    const [first = ""] = error instanceof Error ? error.message.split("\n") : [];
    return [bad("secrets", first), null];
  }
}

/** Check the service that runs on a folder, and the key set for its receipts. */
async function checkService(dataDir: string): Promise<Finding[]> {
  const url = readRecord(dataDir)?.url ?? null;
  if (url === null) return [watch("service", "none runs on this folder")];
  const ask = (path: string) => fetch(url + path, { signal: AbortSignal.timeout(5_000) });
  try {
    const health = await ask("/healthz");
    const said = `${url}/healthz answers ${health.status}`;
    if (!health.ok) return [bad("service", said)];
    const keys = readKeySet(await (await ask("/.well-known/jwks.json")).text());
    const receipts =
      keys === null
        ? bad("receipts", "there is no key set to verify them with")
        : good("receipts", `verify with ${keys.map(({ kid }) => kid).join(", ")}`);
    return [good("service", said), receipts];
  } catch {
    return [bad("service", `${url} does not answer`)];
  }
}
