// Names that requests may use.
import { successEnvelope } from "../../../src/contract/responses/envelope.ts";
import { formats, tokenTypes } from "../../../src/contract/responses/mask.ts";
import { entityTypes } from "../../../src/contract/responses/policies.ts";
import { json, type Operation } from "../operation.ts";

/** The operations. */
export const nameOperations: readonly Operation[] = [
  {
    id: "listTokenTypes",
    method: "GET",
    path: "/api/vault/metadata/token-types",
    tag: "Names",
    summary: "Token names, with an example each",
    needs: "mask",
    answer: json(successEnvelope(tokenTypes)),
    failures: [],
  },
  {
    id: "listFormats",
    method: "GET",
    path: "/api/vault/metadata/formats",
    tag: "Names",
    summary: "Formats, with an example each",
    needs: "mask",
    answer: json(successEnvelope(formats)),
    failures: [],
  },
  {
    id: "listEntityTypes",
    method: "GET",
    path: "/api/vault/metadata/entities",
    tag: "Names",
    summary: "Entity types that auto-detect looks for",
    description: "As the token's policy has them.",
    needs: "mask",
    answer: json(successEnvelope(entityTypes)),
    failures: ["policy_unknown"],
  },
];
