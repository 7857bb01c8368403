// Names that requests may use.
import { successEnvelope } from "../../../src/contract/responses/envelope.ts";
import { formats, tokenTypes } from "../../../src/contract/responses/mask.ts";
import { entityTypes } from "../../../src/contract/responses/policies.ts";
import { json, operationsOf } from "../operation.ts";

/** The operations. */
export const nameOperations = operationsOf({ tag: "Names", needs: "mask" }, [
  {
    id: "listTokenTypes",
    at: "GET /api/vault/metadata/token-types",
    summary: "Token names, with an example each",
    answer: json(successEnvelope(tokenTypes)),
  },
  {
    id: "listFormats",
    at: "GET /api/vault/metadata/formats",
    summary: "Formats, with an example each",
    answer: json(successEnvelope(formats)),
  },
  {
    id: "listEntityTypes",
    at: "GET /api/vault/metadata/entities",
    summary: "Entity types that auto-detect looks for",
    description: "As the token's policy sets them.",
    answer: json(successEnvelope(entityTypes)),
    failures: ["policy_unknown"],
  },
]);
