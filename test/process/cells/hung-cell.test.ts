// A cell that takes requests and never answers.

import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { Health } from "../../../scripts/run/cells/joined-answers.ts";
import { cleanUp, temporaryFolder } from "../../support/node/run-script.ts";

afterEach(cleanUp);

it("is down, and its health is not asked for any longer", async () => {
  const path = join(temporaryFolder(), "hung.sock");
  const hung = createServer();
  await once(hung.listen(path), "listening");
  try {
    const asked = once(hung, "request") as Promise<[IncomingMessage]>;
    const answer = new Health([path]).answer();
    const [question] = await asked;
    const ended = once(question.socket, "close", { signal: AbortSignal.timeout(10_000) });
    expect((await answer).status).toBe(503);
    await ended;
  } finally {
    hung.closeAllConnections();
    hung.close();
  }
});
