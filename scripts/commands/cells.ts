// npm run cells: moves a namespace from one cell to another.

import { askControl } from "../run/cells/control.ts";
import { allCells, countCells, requireCells } from "../run/cells/folders.ts";
import { finishMove, moveNamespace, planMove } from "../run/cells/move.ts";
import {
  optionalPath,
  parseWordsAndOptions,
  requiredPath,
  runCommand,
  usageFailure,
  wholeNumber,
} from "../run/cli/command.ts";
import { HeldFolders } from "../run/serve/data-lock.ts";
import { socketPath } from "../run/serve/front.ts";
import type { Places } from "../run/serve/object-files.ts";
import { writePrivately } from "../run/serve/private-folder.ts";
import { choosePlaces, requireConsistentPlaces } from "../run/serve/registry-place.ts";

const HELP = `Move a namespace from one cell of a service to another.

  npm run cells -- move NAMESPACE --to 2 --data ./vault-data

  --to K          the cell it goes to, from 0
  --data DIR      the folder given to serve
  --ledger DIR2   the folder given to serve as --ledger, if it was

The service may run: the two cells stop for a second or two, while
requests of their namespaces wait; all others are served. If it is interrupted,
the next start of the service, or running this again, completes the move. Make a
backup afterwards: a Registry restored from an older one with --only registry
would not find the namespace.
Exit codes: 0 moved, 1 failed (it is where it was), 3 a folder is in use, 64
wrong usage.`;

await runCommand(async () => {
  const { words, options } = parseWordsAndOptions(HELP, {
    to: { type: "string" },
    data: { type: "string" },
    ledger: { type: "string" },
  });
  const [verb, name, ...more] = words;
  if (verb !== "move" || name === undefined || more.length > 0) {
    throw usageFailure("Give: move NAMESPACE.");
  }
  const places = choosePlaces(requiredPath("data", options.data), optionalPath(options.ledger));
  if (options.to === undefined) throw usageFailure("--to is missing.");
  const to = wholeNumber("to", options.to, 0, countCells(places) - 1);
  // Systems limit socket paths to some 100 bytes, and the folder may lie deeper.
  process.chdir(places.Vault);
  const said =
    (await askControl(socketPath("control"), { name, to })) ?? (await move(places, name, to));
  console.log(said);
});

/** Move it here, because no service runs. */
async function move(places: Places, name: string, to: number): Promise<string> {
  writePrivately();
  requireCells(places);
  const locks: HeldFolders[] = [];
  try {
    for (const folders of allCells(places)) locks.push(await HeldFolders.acquire(folders));
    finishMove(places);
    for (const folders of allCells(places)) requireConsistentPlaces(folders);
    const plan = planMove(places, name, to);
    moveNamespace(places, plan);
    return `${name} is in cell ${to} now, and was in cell ${plan.from}.`;
  } finally {
    for (const lock of locks) lock.release();
  }
}
