// npm run bench:peers without its peers: its message. With peers it is run by hand.

import { readdirSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { cleanUp, startScript, temporaryFolder } from "../../support/node/run-script.ts";

afterEach(cleanUp);

describe("the benchmark beside peers", () => {
  it("asks for a peer", async () => {
    const bench = startScript("bench/bench-peers.ts", []);
    expect((await bench.ended).code).toBe(64);
    expect(bench.stderr()).toContain("Name a peer: --bao, --presidio, or both.");
  });

  it.each([
    ["--bao", "OpenBao"],
    ["--presidio", "Presidio"],
  ])("says that what %s names is no %s, and leaves nothing", async (option, name) => {
    const folder = temporaryFolder();
    const bench = startScript("bench/bench-peers.ts", [option, "/bin/false"], { TMPDIR: folder });
    expect((await bench.ended).code).toBe(1);
    expect(bench.stderr()).toContain(`error: ${name} ended by itself.`);
    expect(readdirSync(folder)).toEqual([]);
  });
});
