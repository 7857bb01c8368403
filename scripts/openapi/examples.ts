// Examples of every operation: one story, played in this order, in which later examples use earlier answers. The document
// shows the answers of its last recording (shown-examples.ts); a test plays all examples against a real service.
import { type Example, shown } from "./example.ts";

const policy_name = "support";
const namespace_name = "crm";
const dated = shown("generateToken dated", "/data/auth_key");
const ofPolicy = (more: object) => ({ data: { policy_name, ...more } });
const messages = [{ role: "user", content: "Write one line to ada@example.com" }];

const OPERATOR: readonly Example[] = [
  {
    name: "generateToken",
    body: {
      data: { namespace_name, _id: "importer", permissions: ["mask", "unmask", "metadata_change"] },
    },
  },
  {
    name: "generateToken dated",
    summary: "With dates, a policy, limits and restricted unmasking",
    body: {
      data: {
        ...{ namespace_name, _id: "support desk", permissions: ["mask", "unmask"], policy_name },
        ...{ start_date: "2026-01-01", end_date: "2099-12-31" },
        limits: { requests_per_second: 20, values_per_second: 2_000 },
        unmask: { entity_types: ["EMAIL_ADDRESS"], values_per_hour: 200, reveal: "partial" },
      },
    },
  },
  { name: "fetchToken", body: { data: { namespace_name, _id: "importer" } } },
  { name: "listTokens", query: { namespace: namespace_name } },
  { name: "readToken", headers: { "x-auth-token": dated } },
  { name: "deactivateToken", body: { data: { auth_token: dated } } },
  { name: "createOperator", body: { data: { name: "support-desk", scopes: ["read", "tokens"] } } },
  { name: "listOperators" },
  {
    name: "deactivateOperator",
    body: { data: { operator_id: shown("createOperator", "/data/operator_id") } },
  },
  {
    name: "holdNamespace",
    summary: "Put it on",
    body: { data: { namespace_name, hold: true } },
  },
  {
    name: "holdNamespace off",
    summary: "Take it off",
    body: { data: { namespace_name, hold: false } },
  },
  { name: "setLimits", body: { data: { namespace_name, limits: { values_per_second: 100_000 } } } },
  { name: "readLimits", query: { namespace: namespace_name } },
];

const MASKING: readonly Example[] = [
  {
    name: "mask",
    summary: "A text, a whole value, a value with a format",
    body: {
      mask: [
        { value: "Dr Ann Miller, DOB 3 March 1980" },
        { value: "George Williams", token_name: "Person Token" },
        {
          value: "4111 1111 1111 1111",
          token_name: "Numeric Token",
          format: "Credit Card",
          attributes: { customer: 42 },
        },
      ],
    },
  },
  {
    name: "mask document",
    summary: "A JSON document",
    body: {
      mask: [
        {
          value: { ssn: 756456689, visits: 3, notes: ["Mail ada@example.com"] },
          json: true,
          numbers: ["ssn"],
        },
      ],
    },
  },
  {
    name: "unmask",
    body: {
      unmask: [
        { token_value: shown("mask", "/data/0/token_value") },
        { token_value: shown("mask", "/data/1/token_value") },
      ],
    },
  },
  {
    name: "unmask partial",
    summary: "Tokens without a value stay",
    body: { unmask: [{ token_value: "<PER>made up</PER>" }], partial: true },
  },
  { name: "detect", body: { detect: [{ value: "Call Ann Miller on (212) 555-0123" }] } },
  { name: "maskStream", body: "Mail ada@example.com today\n" },
  {
    name: "unmaskStream",
    query: { strict: "true" },
    body: shown("mask", "/data/0/token_value"),
  },
  {
    name: "submitMaskJob",
    body: {
      mask: [{ value: "Write to ada@example.com" }, { value: "Ada", token_name: "Person Token" }],
    },
  },
  {
    name: "readJobs",
    body: { status: [{ tracking_id: shown("submitMaskJob", "/data/0/tracking_id") }] },
    isAwaited: true,
  },
  {
    name: "submitUnmaskJob",
    body: { unmask: [{ token_value: shown("readJobs", "/data/0/result/0/token_value") }] },
  },
  { name: "listJobs", query: { call_type: "mask", limit: 10 } },
  { name: "readJob", parts: { tracking_id: shown("submitMaskJob", "/data/0/tracking_id") } },
  {
    name: "readJobResults",
    parts: { tracking_id: shown("submitMaskJob", "/data/0/tracking_id") },
    query: { wait: 30 },
  },
  { name: "cancelJob", parts: { tracking_id: shown("submitUnmaskJob", "/data/0/tracking_id") } },
  { name: "listTokenTypes" },
  { name: "listFormats" },
  { name: "listEntityTypes" },
];

const POLICIES: readonly Example[] = [
  { name: "createPolicy", body: ofPolicy({}) },
  { name: "listPolicies" },
  {
    name: "setDetection",
    body: ofPolicy({
      threshold: 0.5,
      allow: ["Example Inc"],
      deny: [{ value: "Project Heron", entity_name: "ORGANIZATION" }],
    }),
  },
  {
    name: "setActions",
    body: ofPolicy({
      metadata: { anonymizable_entities: ["PASSWORD"], excluded_entities: ["URL"] },
    }),
  },
  {
    name: "setWrappers",
    body: ofPolicy({
      metadata: [{ entity_name: "PERSON", format_prefix: "[[", format_suffix: "]]" }],
    }),
  },
  {
    name: "setCustomEntity",
    summary: "By a pattern",
    body: ofPolicy({
      ...{ entity_name: "TICKET", description: "A ticket number", pattern: "TCK-[0-9]{6}" },
      ...{ token_name: "Text Token", context_words: ["ticket"] },
    }),
  },
  {
    name: "setCustomEntity words",
    summary: "By words",
    body: ofPolicy({ entity_name: "PROJECT", words: ["Heron", "Blue Whale"] }),
  },
  { name: "readCustomEntity", body: ofPolicy({ entity_name: "TICKET" }) },
  { name: "deleteCustomEntity", body: ofPolicy({ entity_name: "PROJECT" }) },
  {
    name: "setSettings",
    body: ofPolicy({
      token_style: "compact",
      link: { DATE_OF_BIRTH: { token_name: "Date Token", format: "Date" } },
      partial: true,
      llm: { tools: ["send_mail"] },
    }),
  },
  { name: "readSettings", query: { policy_name } },
  { name: "readPolicies", query: { policy_name } },
  { name: "setDefaultPolicy", body: ofPolicy({}) },
  { name: "readDefaultPolicy" },
  {
    name: "setDefaultPolicy none",
    summary: "The unnamed policy",
    body: { data: { policy_name: null } },
  },
  { name: "deletePolicy", body: ofPolicy({}) },
];

const ERASURE: readonly Example[] = [
  {
    name: "eraseByValue dry",
    summary: "Count first",
    body: { data: { values: ["Ann Miller"] }, dry_run: true },
  },
  { name: "eraseByValue", body: { data: { values: ["Ann Miller", "ann@example.com"] } } },
  {
    name: "eraseByToken",
    body: { data: { tokens: [shown("mask", "/data/1/token_value")] } },
  },
  { name: "eraseByAttribute", body: { data: { key: "customer", value: 42 } } },
  { name: "deleteByAge", body: { data: { duration: 90 } } },
  {
    name: "deleteByAge date",
    summary: "Count mappings older than a day",
    body: { data: { date: "2026-01-01" }, dry_run: true },
  },
  {
    name: "readDeletion",
    query: { tracking_id: shown("deleteByAge", "/data/tracking_id") },
    isAwaited: true,
  },
  { name: "setRetention", body: { data: { duration: 365 } } },
  { name: "readRetention" },
  { name: "readLedger", query: { namespace: namespace_name } },
  {
    name: "replayReceipts",
    body: { data: { receipts: [shown("readDeletion", "/data/receipt")] } },
  },
  { name: "reAnchor", body: { data: { namespace_name } } },
  ...[{ name: "rotateKeys" }, { name: "readRotation" }],
];

const ALL_DAYS = { start_date: "2026-01-01 00:00:00", end_date: "2099-12-31 23:59:59" };

const AUDIT: readonly Example[] = [
  { name: "readAudit", query: ALL_DAYS, isUnshown: true },
  { name: "exportAudit", isUnshown: true },
  { name: "deleteAuditRecords", body: { data: { duration: 365 } } },
  { name: "readUsage", query: { namespace: namespace_name }, isUnshown: true },
  { name: "readAllNamespacesUsage", isUnshown: true },
  { name: "readNamespaceUsage", query: { namespace: namespace_name }, isUnshown: true },
  { name: "readUsersUsage", query: { namespace: namespace_name }, isUnshown: true },
];

const MODELS: readonly Example[] = [
  { name: "createChatCompletion", body: { model: "gpt-5-mini", messages } },
  {
    name: "createResponse",
    body: { model: "gpt-5-mini", input: "Write one line to ada@example.com" },
  },
  {
    name: "createEmbeddings",
    body: { model: "text-embedding-3-small", input: "Write to ada@example.com" },
  },
  { name: "listOpenaiModels" },
  { name: "readOpenaiModel", parts: { model: "gpt-5-mini" } },
  { name: "createMessage", body: { model: "claude-sonnet-5", max_tokens: 256, messages } },
  { name: "countMessageTokens", body: { model: "claude-sonnet-5", messages } },
  { name: "listAnthropicModels", query: { limit: "20" } },
  { name: "readAnthropicModel", parts: { model: "claude-sonnet-5" } },
];

const OTHERS: readonly Example[] = [
  {
    name: "callMcp",
    summary: "Call a tool",
    body: {
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: { name: "mask", arguments: { text: "Mail ada@example.com today" } },
    },
  },
  {
    name: "askGuardrail",
    body: {
      ...{ input_type: "request", litellm_call_id: "call-1" },
      texts: ["Mail ada@example.com today"],
    },
  },
  { name: "readHealth" },
  { name: "readReadiness" },
  { name: "readLiveness" },
  { name: "readMetrics", isUnshown: true },
  { name: "readKeys" },
  { name: "readDocument", isUnshown: true },
  { name: "readReference", isUnshown: true },
  {
    name: "deleteNamespace",
    body: { data: { namespace_to_be_deleted: namespace_name } },
  },
  {
    name: "readNamespaceJob",
    query: { tracking_id: shown("deleteNamespace", "/data/tracking_id") },
    isAwaited: true,
  },
];

/** All examples, in order. */
export const EXAMPLES: readonly Example[] = [
  ...OPERATOR,
  ...MASKING,
  ...POLICIES,
  ...ERASURE,
  ...AUDIT,
  ...MODELS,
  ...OTHERS,
];
