// Whether the Worker must be bundled again is decided by the names, sizes and times of its files, as long as these are
// reliable.

import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { fileStampsOf } from "../../../scripts/run/build/bundle.ts";
import { cleanUp, temporaryFolder } from "../../support/node/run-script.ts";

afterAll(cleanUp);

it("files that were changed look otherwise, of whatever size and time they say they are", async () => {
  const root = temporaryFolder();
  const looks = () => fileStampsOf(root, ["a.ts", "missing.ts"]);
  const past = new Date("2026-01-01T00:00:00Z");
  const write = (text: string) => {
    writeFileSync(join(root, "a.ts"), text);
    utimesSync(join(root, "a.ts"), past, past);
  };
  write("one");
  // Just written, it may be written again without another time.
  expect(looks()).toBeNull();
  await sleep(2_100);
  const first = looks();
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(looks()).toBe(first);
  write("two");
  await sleep(2_100);
  expect([first, null]).not.toContain(looks());
});
