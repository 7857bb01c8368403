// Node's HTTP for commands that start often. `import "node:http"` reads all of the module's exports, and one of them
// is a getter that loads fetch and WebSocket: 50 ms of computing at each start, for nothing used here.

/** Same as in node:http. */
export const { createServer, get, request } = process.getBuiltinModule("node:http");
