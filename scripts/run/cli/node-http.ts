// Node's HTTP for what starts often. `import "node:http"` reads every export of it, and one of them is a getter that loads
// fetch and WebSocket: 50 ms of computing at each start, for nothing that is used here.

/** As in node:http. */
export const { createServer, get, request } = process.getBuiltinModule("node:http");
