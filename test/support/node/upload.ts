// Raw connections to a service: with half an upload, or with no request at all.

import { connect, type Socket } from "node:net";
import type { Service } from "./service.ts";

/** The operator's route that issues a token. */
export const GENERATE = "/api/vault/super-admin/namespace/auth-token/generate";
/** A body for that route. */
export const BODY = JSON.stringify({
  data: { namespace_name: "demo", _id: "me", permissions: ["mask", "unmask"] },
});

/** A connection, and the answer received so far. */
export type Connection = { socket: Socket; answer: () => string };

/** Connect, and send a text, if any. */
export async function knock(service: Service, text = ""): Promise<Connection> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  let answer = "";
  socket.on("error", () => {});
  socket.setEncoding("utf8").on("data", (more: string) => {
    answer += more;
  });
  await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
  if (text) socket.write(text);
  return { socket, answer: () => answer };
}

/** Send a request's head and the first half of its body; `finish` sends the rest. */
export async function startUpload(service: Service): Promise<Connection & { finish(): void }> {
  const connection = await knock(
    service,
    `PUT ${GENERATE} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
      `Authorization: Bearer ${service.secrets.VAULT_MASTER_KEY}\r\n` +
      `Content-Length: ${BODY.length}\r\nConnection: close\r\n\r\n${BODY.slice(0, 20)}`,
  );
  // Time for the head to reach workerd: a connection without a request would simply be closed.
  await new Promise((resolve) => setTimeout(resolve, 300));
  return { ...connection, finish: () => void connection.socket.write(BODY.slice(20)) };
}
