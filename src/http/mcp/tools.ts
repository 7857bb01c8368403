// Tools for agents: the operations of the routes with the same names, for one text at a time.
import type { Context } from "hono";
import { failure } from "../../contract/answers.ts";
import { parseAttribute, parseTexts } from "../../contract/erasure.ts";
import { parseWith } from "../../contract/fields.ts";
import { eraseArguments, textArguments, unmaskArguments } from "../../contract/mcp.ts";
import type { VaultError } from "../../core/errors.ts";
import type { Permission } from "../../core/permissions.ts";
import type { PersonQuery } from "../../vault/deletion-rpc.ts";
import { demand } from "../authenticate.ts";
import type { JsonObject } from "../body.ts";
import { erasePerson } from "../erasure/person-route.ts";
import { claimsOf, type HttpEnv, orRefuse, Refusal } from "../handler.ts";
import { checkDetectItem, detectTexts } from "../mask/detect-route.ts";
import { checkItems, checkMaskItem, checkUnmaskItem, policyNameIn } from "../mask/items.ts";
import { maskBatch } from "../mask/mask-batch.ts";
import { unmaskBatch } from "../mask/unmask-route.ts";

/** The result of a tool: a text, or data. */
type Outcome = string | object;

interface Tool {
  readonly name: string;
  readonly needs: Permission;
  readonly title: string;
  readonly description: string;
  readonly properties: object;
  readonly required: readonly string[];
  /** It destroys data. */
  readonly isDestructive?: true;
  /** Offered only where the operator enables it. */
  readonly isOptional?: true;
  run(c: Context<HttpEnv>, given: JsonObject): Promise<Outcome>;
}

const TEXT = { type: "string", minLength: 1, description: "The text" };
const POLICY = { type: "string", description: "Name of a policy; left out: the default one" };
const TEXTS = { type: "array", items: { type: "string" }, minItems: 1 };

const TOOLS: readonly Tool[] = [
  {
    name: "mask",
    needs: "mask",
    title: "Mask personal data",
    description:
      "Replaces personal data and secrets in a text by tokens. The same value always gets the same token.",
    properties: { text: TEXT, policy_name: POLICY },
    required: ["text"],
    async run(c, given) {
      const { text, ...options } = orRefuse(parseWith(textArguments, given));
      const items = orRefuse(await checkItems([{ value: text }], checkMaskItem));
      const masked = await maskBatch(c, items, { policyName: policyNameIn(options) });
      return String(orRefuse(masked).answers[0]?.token_value);
    },
  },
  {
    name: "detect",
    needs: "mask",
    title: "Find personal data",
    description: "Says what masking would find in a text, and where. Nothing is masked or stored.",
    properties: { text: TEXT, policy_name: POLICY },
    required: ["text"],
    async run(c, given) {
      const { text, ...options } = orRefuse(parseWith(textArguments, given));
      const texts = orRefuse(await checkItems([{ value: text }], checkDetectItem));
      const [found] = orRefuse(await detectTexts(c, texts, options));
      return { entities: found?.entities ?? [] };
    },
  },
  {
    name: "erase",
    needs: "metadata_change",
    title: "Erase a person's data",
    description:
      "Erases what the vault holds of a person, for ever: by values, by tokens, or by an attribute. Only counts what it would erase unless dry_run is false.",
    properties: {
      values: { ...TEXTS, description: "Values to erase" },
      tokens: { ...TEXTS, description: "Tokens whose values are erased" },
      attribute: {
        type: "object",
        properties: { key: { type: "string" }, value: {} },
        required: ["key", "value"],
        description: "An attribute that all mappings to erase have",
      },
      dry_run: { type: "boolean", default: true, description: "false: erase; else only count" },
    },
    required: [],
    isDestructive: true,
    async run(c, given) {
      const { dry_run = true, ...asked } = orRefuse(parseWith(eraseArguments, given));
      return erasePerson(c, personIn(asked), dry_run);
    },
  },
  {
    name: "unmask",
    needs: "unmask",
    title: "Restore personal data",
    description:
      "Puts values in the places of tokens. The values become part of the conversation with the model.",
    properties: { text: TEXT },
    required: ["text"],
    isOptional: true,
    async run(c, given) {
      const { text } = orRefuse(parseWith(unmaskArguments, given));
      const items = orRefuse(await checkItems([{ token_value: text }], checkUnmaskItem));
      const [restored] = orRefuse(await unmaskBatch(c, items, { partial: true }));
      return String(restored?.value);
    },
  },
];

/** The tools that this caller may use, in the form of `tools/list`. */
export function toolsFor(c: Context<HttpEnv>): object[] {
  const mine = TOOLS.filter((tool) => isOffered(c, tool) && maySee(c, tool));
  return mine.map(({ name, title, description, properties, required, isDestructive = false }) => {
    const inputSchema = { type: "object", properties, required, additionalProperties: false };
    const hints = {
      readOnlyHint: name === "detect" || name === "unmask",
      destructiveHint: isDestructive,
      idempotentHint: true,
      openWorldHint: false,
    };
    return { name, title, description, inputSchema, annotations: { title, ...hints } };
  });
}

/** A tool's result or failure for the model; null: no such tool. A token that is not valid any more is refused. */
export async function callTool(
  c: Context<HttpEnv>,
  name: unknown,
  given: JsonObject,
): Promise<object | null> {
  const tool = TOOLS.find((one) => one.name === name && isOffered(c, one));
  if (tool === undefined) return null;
  try {
    demand(c, tool.needs);
    const outcome = await tool.run(c, given);
    if (typeof outcome === "string") return { content: textOf(outcome) };
    return { content: textOf(JSON.stringify(outcome)), structuredContent: outcome };
  } catch (error) {
    if (!(error instanceof Refusal) || error.failure.code === "unauthenticated") throw error;
    return { content: textOf(reasonOf(error.failure)), isError: true };
  }
}

function isOffered(c: Context<HttpEnv>, { isOptional }: Tool): boolean {
  return isOptional !== true || c.env.MCP_UNMASK === "1";
}

function maySee(c: Context<HttpEnv>, { needs }: Tool): boolean {
  return claimsOf(c).permissions.includes(needs);
}

function textOf(text: string): object[] {
  return [{ type: "text", text }];
}

function reasonOf(failed: VaultError): string {
  return `${failure(failed).error.message} (${failed.code})`;
}

/** The person to erase, given by exactly one of the three members. */
function personIn({ values, tokens, attribute }: JsonObject): PersonQuery {
  const given = [values, tokens, attribute].filter((one) => one !== undefined);
  if (given.length !== 1) throw new Refusal({ code: "invalid_field", detail: "arguments" });
  if (values !== undefined) {
    return { target: "value", values: orRefuse(parseTexts({ values }, "values")) };
  }
  if (tokens !== undefined) {
    return { target: "token", tokens: orRefuse(parseTexts({ tokens }, "tokens")) };
  }
  return { target: "attribute", ...orRefuse(parseAttribute(attribute)) };
}
