// What callers prove themselves with, and which operation takes what.
import type { Operation } from "./operation.ts";
import type { JsonObject } from "./schemas.ts";

/** Schemes by their names. */
export const SECURITY = {
  namespaceToken: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description:
      "A token of a namespace. The permission that is needed stands where a scope would.",
  },
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "x-api-key",
    description: "The same token, as clients of language models send it.",
  },
  masterKey: { type: "http", scheme: "bearer", description: "The operator's key, for everything." },
  operatorCredential: {
    type: "http",
    scheme: "bearer",
    description: "An operator's own, by scope.",
  },
};

/** Schemes that an operation takes, each with the permission or scope that it asks for. */
export function securityOf({ needs, takesApiKey, scope }: Operation): JsonObject[] {
  if (needs === "nothing") return [];
  const ofOperators = [{ masterKey: [] }, ...(scope ? [{ operatorCredential: [scope] }] : [])];
  if (needs === "master key") return ofOperators;
  const permissions = needs === "any token" ? [] : [needs];
  const schemes = takesApiKey ? ["namespaceToken", "apiKey"] : ["namespaceToken"];
  const ofNamespace = schemes.map((scheme) => ({ [scheme]: permissions }));
  return scope === undefined ? ofNamespace : [...ofNamespace, ...ofOperators];
}
