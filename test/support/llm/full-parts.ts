// What is in requests of several APIs.

/** Looks like a text that a provider has signed or sealed. */
export const SEALED = "EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl1pki".repeat(3);

/** What a tool takes. */
export const SCHEMA = {
  type: "object",
  description: "what to send",
  required: ["to"],
  properties: { to: { type: "string", enum: ["a", "b"], pattern: "^[a-z]+$" } },
  $defs: { One: { $ref: "#/$defs/One", default: { deep: ["x"] } } },
};

/** Arguments of a call of it. */
export const ARGUMENTS = '{"to":"somebody","deep":[{"n":1,"say":"hello"}]}';
