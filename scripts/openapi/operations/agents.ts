// Operations for agents and proxies.
import * as z from "zod";
import { guardrailRequest } from "../../../src/contract/guardrail.ts";
import { guardrailAnswer, rpcAnswer } from "../../../src/contract/responses/guardrail.ts";
import { json, OF_BRAKES, OF_PLANNING, operationsOf } from "../operation.ts";

const rpcRequest = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.int()]).optional().describe("Absent: a notification"),
  method: z
    .string()
    .optional()
    .describe(
      "`tools/list`, `tools/call`, `initialize`, `server/discover`, `ping`; absent: an answer, which gets no reply",
    ),
  params: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      "For `tools/call`: `name`, and `arguments`, whose schemas are in the answer to `tools/list`. `mask` and `detect` take `text` and `policy_name`, `unmask` takes `text`, `erase` takes one of `values`, `tokens`, `attribute`, and `dry_run`",
    ),
});

/** The operations. */
export const agentOperations = operationsOf({ tag: "Agents", needs: "any token" }, [
  {
    id: "callMcp",
    at: "POST /mcp",
    summary: "Tools for agents, by the Model Context Protocol",
    description:
      "JSON-RPC 2.0 without sessions and streams. Tools: `mask`, `detect` (permission `mask`), `erase` (`metadata_change`), and `unmask` if the operator enables it. A tool's failure is a result with `isError`.",
    vendorPage: "https://modelcontextprotocol.io/specification",
    body: json(rpcRequest),
    answer: json(rpcAnswer),
    emptyAnswer: { status: 202, description: "The notification was accepted" },
    failures: ["forbidden"],
    others: {
      400: {
        description: "The message is not part of the protocol",
        content: json(rpcAnswer),
      },
    },
  },
  {
    id: "askGuardrail",
    at: "POST /beta/litellm_basic_guardrail_api",
    summary:
      "LiteLLM's guardrail: called before a request to a language model, and with its answer",
    description: "Answers with values also need `unmask`.",
    vendorPage: "https://docs.litellm.ai/docs/adding_provider/generic_guardrail_api",
    needs: "mask",
    takesApiKey: true,
    body: json(guardrailRequest),
    answer: json(guardrailAnswer),
    failures: [
      ...OF_PLANNING,
      ...OF_BRAKES,
      ...(["too_many_entities", "too_costly", "masked_too_long", "invalid_text"] as const),
      ...(["storage_full", "unmasked_too_large", "value_too_long"] as const),
    ],
  },
]);
