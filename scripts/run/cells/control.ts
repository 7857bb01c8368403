// How `npm run cells` talks to a running service: over a socket in the data folder, which only its user can
// reach, with one line of JSON each way.

import { connect, createServer, type Server } from "node:net";
import { createInterface } from "node:readline";
import { CommandFailure, reasonOf } from "../cli/command.ts";

/** A namespace's name, and the cell to move it to. */
export type MoveRequest = { name: string; to: number };
type Answer = { done: string } | { failed: string };

/** Answer requests on a socket, one at a time. */
export async function serveControl(
  path: string,
  move: (request: MoveRequest) => Promise<string>,
): Promise<Server> {
  let last: Promise<unknown> = Promise.resolve();
  const answer = async (line: string): Promise<Answer> => {
    try {
      return { done: await move(JSON.parse(line) as MoveRequest) };
    } catch (error) {
      return { failed: reasonOf(error) };
    }
  };
  const server = createServer((socket) => {
    socket.on("error", () => {});
    createInterface({ input: socket }).on("line", (line) => {
      last = last.then(async () => socket.end(`${JSON.stringify(await answer(line))}\n`));
    });
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(path, resolve));
  return server;
}

/** Send a request to a running service; null when none runs. Fails with the service's message. */
export function askControl(path: string, request: MoveRequest): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(path, () => socket.write(`${JSON.stringify(request)}\n`));
    let said = "";
    socket.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ECONNREFUSED") resolve(null);
      else reject(error);
    });
    socket.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    socket.once("end", () => {
      if (said === "") reject(new CommandFailure("The service has ended. Run it again."));
      const answer = JSON.parse(said || '{"done":""}') as Answer;
      if ("done" in answer) resolve(answer.done);
      else reject(new CommandFailure(answer.failed));
    });
  });
}
