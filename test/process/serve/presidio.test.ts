// Presidio's own analyzer as an external recognizer: it answers as test/support/node/analyzer.ts has recorded.

import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { RECORDED } from "../../support/node/analyzer.ts";
import { newToken, send } from "../../support/node/api-client.ts";
import { cleanUp, startProgram, temporaryFolder, waitFor } from "../../support/node/run-script.ts";
import { startService } from "../../support/node/service.ts";

/** A Python that has presidio-analyzer and an English model of spaCy. */
const { PRESIDIO_PYTHON: PYTHON = "" } = process.env;

afterAll(cleanUp);

describe.skipIf(PYTHON === "")("Presidio's own analyzer", () => {
  it("answers as was recorded, and is understood", async () => {
    const script = fileURLToPath(new URL("presidio-analyzer.py", import.meta.url));
    const presidio = startProgram(PYTHON, [script], { cwd: temporaryFolder(), env: process.env });
    const port = () => /^\d+$/m.exec(presidio.stdout())?.[0];
    await waitFor("it listens", () => port() !== undefined, 100_000);
    const url = `http://127.0.0.1:${port()}/analyze`;
    const entities = ["US_DRIVER_LICENSE", "PERSON", "LOCATION"];
    for (const [text, recorded] of Object.entries(RECORDED)) {
      const body = JSON.stringify({ text, language: "en", entities });
      const answer = await fetch(url, { method: "POST", body });
      expect(await answer.json()).toEqual(recorded);
    }
    const other = await startService({ args: ["--recognizer", `presidio=${url}`] });
    const caller = await newToken(other, "own", "ada", ["mask", "metadata_change"]);
    await send(other, caller, "metadata/policy/create", { data: { policy_name: "P" } });
    const external = { recognizer: "presidio", entities: { US_DRIVER_LICENSE: "SECRET" } };
    await send(other, caller, "metadata/policy/settings", { data: { policy_name: "P", external } });
    const [value] = Object.keys(RECORDED);
    const detected = await send(other, caller, "detect", { policy_name: "P", detect: [{ value }] });
    expect(detected.body.data[0].entities).toContainEqual(
      expect.objectContaining({ value: "H12234567", start_pos: 31, end_pos: 40 }),
    );
    const unread = await send(other, caller, "metadata/policy/settings", {
      data: { policy_name: "P", external: { ...external, language: "xx" } },
    });
    expect(unread.status).toBe(200);
    const refused = await send(other, caller, "mask", { policy_name: "P", mask: [{ value }] });
    expect(refused.body.error.code).toBe("recognizer_unavailable");
  }, 120_000);
});
