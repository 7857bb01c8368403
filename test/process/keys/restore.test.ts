// A kill and a restore during a key rotation: it continues, and no version of the root key is reported as removable
// that restored data needs.

import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { classFolder, REGISTRY_FILES } from "../../../scripts/run/serve/object-files.ts";
import { backup, restore } from "../../support/node/backups.ts";
import { expectAll, fill } from "../../support/node/cells.ts";
import { IS_LONG } from "../../support/node/long/settings.ts";
import { edit, objectPaths, query } from "../../support/node/object-files.ts";
import {
  added,
  dropped,
  rotate,
  rotation,
  untilRotated,
  wrappedKeys,
} from "../../support/node/root-versions.ts";
import { cleanUp } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

const KILLS = IS_LONG ? 20 : 2;

afterEach(cleanUp);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The oldest version that a namespace says it needs, of all. */
function oldestOf(service: Service): number[] {
  return objectPaths(service.dataDir, "Vault").map((path) =>
    Number(
      query(path, "SELECT value FROM setting WHERE name = 'root_oldest'", true)[0]?.["value"] ?? 1,
    ),
  );
}

const restarted = ({ dataDir, secrets }: Service) => startService({ dataDir, secrets });

describe("a rotation that is killed, and what is restored behind it", () => {
  it("goes on by itself, and looks into what is older, with a Registry that knows of its end", async () => {
    const first = await startService();
    const names = Array.from({ length: 24 }, (_, i) => `tenant ${i}`);
    const tenants = await fill(first, names);
    const file = await backup(first.dataDir);
    let both = await added(first);
    // Whatever a kill cuts off is taken over, at any step.
    for (let kill = 0; kill < KILLS; kill++) {
      await rotate(both);
      await pause(kill * 12);
      await both.kill9();
      both = await restarted(both);
    }
    // A rotation that was begun continues by itself.
    const over = await untilRotated(both);
    expect(over.older_versions).toEqual([{ version: 1, may_go: true }]);
    expect(wrappedKeys(both).every(([version]) => version === 2)).toBe(true);
    await expectAll(both, tenants);
    await both.stop();

    await restore(file, both.dataDir, "--only", "vault", "--force");
    expect(new Set(oldestOf(both))).toEqual(new Set([1]));
    const again = await restarted(both);
    const done = await untilRotated(again);
    expect(new Set(oldestOf(again))).toEqual(new Set([2]));
    expect(done.older_versions).toEqual([{ version: 1, may_go: true }]);
    await expectAll(again, tenants);
    await again.stop();

    // With the older version gone it serves what is newer, and says what is missing of what is not.
    const later = await backup(again.dataDir);
    await restore(later, again.dataDir, "--force");
    const alone = await dropped(again);
    expect((await untilRotated(alone)).error_message).toBe("");
    await alone.stop();
    await restore(file, alone.dataDir, "--only", "vault", "--force");
    const older = await restarted(alone);
    const seen = await rotation(older);
    expect(seen.status).toBe("IN-PROGRESS");
    await older.stop();
  });

  it.runIf(IS_LONG)("begins anew, where the copied Registry had come further", async () => {
    const first = await startService();
    const tenants = await fill(first, ["a", "b", "c", "d"]);
    const file = await backup(first.dataDir);
    const both = await added(first);
    await rotate(both);
    await untilRotated(both);
    await both.stop();
    const path = join(classFolder(both.dataDir, "Registry"), REGISTRY_FILES[0] ?? "");
    edit(path, "UPDATE key_rotation SET finished = NULL, due = 1, behind = 'c', namespaces = 3");
    await restore(file, both.dataDir, "--only", "vault", "--force");
    const again = await restarted(both);
    expect(await untilRotated(again)).toMatchObject({ namespaces: 4 });
    expect(oldestOf(again)).toEqual([2, 2, 2, 2]);
    await expectAll(again, tenants);
  });
});
