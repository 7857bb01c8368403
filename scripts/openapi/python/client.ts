// The generated parts of the Python client, from the OpenAPI document (client-types.ts does it for
// TypeScript); and the client's synchronous half, made from the asynchronous one.
import { clientParts } from "../client-types.ts";
import {
  type ApiDocument,
  answerTypes,
  type RoutedOperation,
  type Schema,
} from "../read-document.ts";
import { PythonTypes } from "./types.ts";

const MADE = "# Made by npm run openapi from docs/openapi.json: not to be edited.\n";

/** operations.py: types and a table. `repeatable`: operations other than GET that have the same effect when sent twice. */
export function pythonOperations(document: ApiDocument, repeatable: ReadonlySet<string>): string {
  const { operations, schemas, sent } = clientParts(document);
  const types = new PythonTypes(schemas.map(([name]) => name));
  for (const [name, schema] of schemas) types.define(name, schema, sent.has(name));
  const rows = operations.map(
    ({ operationId, method, path }) => `    "${operationId}": "${method} ${path}",\n`,
  );
  const repeated = [...repeatable].sort().map((id) => `        "${id}",\n`);
  return `${MADE}"""What goes over the wire, and a table of the operations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired, TypeAlias

OPERATIONS: Mapping[str, str] = {
${rows.join("")}}
"""Method and path of every operation."""

REPEATABLE = frozenset(
    [
${repeated.join("")}    ]
)
"""Operations other than GET that come to the same when they are sent twice."""


${types.definitions.join("\n\n")}`;
}

/** _async/api.py: one method per operation. */
export function pythonApi(document: ApiDocument): string {
  const { operations } = clientParts(document);
  const methods = operations.map(methodOf).join("\n");
  const names = new Set(methods.match(/\b[A-Z]\w+(?:Request|Answer)\b/g));
  return `${MADE}"""Every operation of the service."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from .._async_io import AsyncBody
from .._requests import CallOptions
from ..operations import (
${[...names]
  .sort()
  .map((name) => `    ${name},\n`)
  .join("")})
from .transport import AsyncByteStream, AsyncTransport

if TYPE_CHECKING:
    from typing_extensions import Unpack


class AsyncApi:
    """Every operation, by its name in the OpenAPI document. Gives the whole answer."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._send = transport.send

${methods}`;
}

function methodOf(operation: RoutedOperation): string {
  const { operationId, summary, parameters = [], requestBody } = operation;
  const types = new PythonTypes([]);
  const sent = Object.entries(requestBody?.content ?? {});
  const taken = ["self"];
  const passed: string[] = [`"${operationId}"`, "options"];
  const type = (schema: Schema) => types.typeOf(schema, true, "");
  for (const place of ["path", "query"] as const) {
    const those = parameters.filter((one) => one.in === place);
    if (those.length === 0) continue;
    passed.push(`${place}={${those.map(({ name }) => `"${name}": ${name}`).join(", ")}}`);
  }
  for (const { name, schema } of parameters.filter((one) => one.in === "path")) {
    taken.push(`${name}: ${type(schema)}`);
  }
  if (sent[0]?.[0] === "application/json") {
    taken.push(`body: ${type(sent[0][1].schema)}`);
    passed.push("body=body");
  } else if (sent.length > 0) {
    const kinds = sent.map(([kind]) => JSON.stringify(kind)).join(", ");
    taken.push("body: AsyncBody", `content_type: Literal[${kinds}]`);
    passed.push("body=body", "content_type=content_type");
  }
  const query = parameters.filter((one) => one.in === "query");
  if (query.length > 0) taken.push("*");
  for (const { name, schema, required } of query) {
    const its = type(schema);
    const optional = its.endsWith("None") ? " = None" : " | None = None";
    taken.push(`${name}: ${its}${required ? "" : optional}`);
  }
  taken.push("**options: Unpack[CallOptions]");
  const answer = answerTypes(operation, type, { nothing: "None", stream: "AsyncByteStream" });
  const name = operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return `    async def ${name}(
${taken.map((one) => `        ${one},\n`).join("")}    ) -> ${answer}:
        """${summary}."""
        answer: ${answer} = await self._send(
${passed.map((one) => `            ${one},\n`).join("")}        )
        return answer
`;
}

/** Turn a module of _async into that of _sync. */
export function synchronous(module: string): string {
  const text = module.startsWith(MADE) ? module.slice(MADE.length) : module;
  const changed = text
    .replace(/\basync (def|for|with)\b/g, "$1")
    .replace(/\bawait /g, "")
    .replace(/\bAsync([A-Z]\w*)/g, "$1")
    .replace(/\b_async_io\b/g, "_sync_io")
    .replace(/\b__a(iter|enter|exit)__/g, "__$1__")
    .replace(/\ba(close|read|iter_bytes)\b/g, "$1");
  return `# Made by npm run openapi from the same module of _async: not to be edited.\n${changed}`;
}
