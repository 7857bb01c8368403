// Made by npm run openapi from docs/openapi.json: not to be edited.

/** Bytes that come piece by piece. */
export type ByteStream = ReadableStream<Uint8Array>;

export type MaskItem = {
  /** A text; with `json` also a document */
  value: string | Record<string, unknown> | readonly unknown[];
  /** The whole value is one token of this name; absent: auto-detect */
  token_name?: string;
  /** The kind of data */
  format?: string;
  /** Any JSON of up to 16 KiB and 16 levels; sealed beside the value */
  attributes?: unknown;
  /** The value may be an object or an array; beside the list it applies to all items */
  json?: boolean;
  /** In a document: members whose numbers are masked or unmasked */
  numbers?: readonly string[];
};

export type UnmaskItem = {
  /** A token, or a text with tagged tokens in it; with `json` also a document */
  token_value: string | Record<string, unknown> | readonly unknown[];
  /** Any JSON of up to 16 KiB and 16 levels; sealed beside the value */
  attributes?: unknown;
  /** The value may be an object or an array; beside the list it applies to all items */
  json?: boolean;
  /** In a document: members whose numbers are masked or unmasked */
  numbers?: readonly string[];
};

export type MaskRequest = {
  /** Absent: the token's policy, else the namespace's default policy */
  policy_name?: string | null;
  /** `keep` leaves any text alone that may be a token of this service */
  known_tokens?: "keep" | "mask";
  /** The value may be an object or an array; beside the list it applies to all items */
  json?: boolean;
  /** Explain for each individual token how its value was found */
  explain?: boolean;
  /** The unit of `start_pos` and `end_pos`; absent: code points */
  offsets?: "code_points" | "utf16";
  mask: readonly MaskItem[];
};

export type UnmaskRequest = {
  /** Absent: the token's policy, else the namespace's default policy */
  policy_name?: string | null;
  /** The value may be an object or an array; beside the list it applies to all items */
  json?: boolean;
  /** Exact tags, exact content, whole texts without tags: no tolerance for what language models do */
  strict?: boolean;
  /** Leave tokens without a value as they are and list them, instead of failing */
  partial?: boolean;
  unmask: readonly UnmaskItem[];
};

export type DetectRequest = {
  /** Absent: the token's policy, else the namespace's default policy */
  policy_name?: string | null;
  /** The unit of `start_pos` and `end_pos`; absent: code points */
  offsets?: "code_points" | "utf16";
  detect: readonly {
    /** A text to search */
    value: string;
  }[];
};

export type SubmitMaskJobRequest = {
  /** Absent: the token's policy, else the namespace's default policy */
  policy_name?: string | null;
  /** `keep` leaves any text alone that may be a token of this service */
  known_tokens?: "keep" | "mask";
  /** The value may be an object or an array; beside the list it applies to all items */
  json?: boolean;
  /** Explain for each individual token how its value was found */
  explain?: boolean;
  /** The unit of `start_pos` and `end_pos`; absent: code points */
  offsets?: "code_points" | "utf16";
  on_error?: "fail" | "continue";
  empty?: "fail" | "pass";
  callback?: string;
  mask: readonly {
    value: string | Record<string, unknown> | readonly unknown[];
    /** The whole value is one token of this name; absent: auto-detect */
    token_name?: string;
    /** The kind of data */
    format?: string;
    /** Any JSON of up to 16 KiB and 16 levels; sealed beside the value */
    attributes?: unknown;
    /** The value may be an object or an array; beside the list it applies to all items */
    json?: boolean;
    /** In a document: members whose numbers are masked or unmasked */
    numbers?: readonly string[];
  }[];
};

export type SubmitUnmaskJobRequest = {
  /** Absent: the token's policy, else the namespace's default policy */
  policy_name?: string | null;
  /** The value may be an object or an array; beside the list it applies to all items */
  json?: boolean;
  /** Exact tags, exact content, whole texts without tags: no tolerance for what language models do */
  strict?: boolean;
  /** Leave tokens without a value as they are and list them, instead of failing */
  partial?: boolean;
  on_error?: "fail" | "continue";
  empty?: "fail" | "pass";
  callback?: string;
  unmask: readonly {
    token_value: string | Record<string, unknown> | readonly unknown[];
    /** Any JSON of up to 16 KiB and 16 levels; sealed beside the value */
    attributes?: unknown;
    /** The value may be an object or an array; beside the list it applies to all items */
    json?: boolean;
    /** In a document: members whose numbers are masked or unmasked */
    numbers?: readonly string[];
  }[];
};

export type ReadJobsRequest = {
  /** Send `input_payload` of jobs of any size */
  include_input?: boolean;
  status: readonly {
    /** As answered to the submission */
    tracking_id: string;
  }[];
};

export type CreatePolicyRequest = {
  data: {
    policy_name: string;
  };
};

export type DeletePolicyRequest = {
  data: {
    policy_name: string;
  };
};

export type SetDetectionRequest = {
  data: {
    policy_name: string;
    /** Lowest score that counts as a finding */
    threshold?: number;
    thresholds?: Record<string, number>;
    /** How readily names are found, from -1 to 1; 0: as trained */
    recall?: number;
    /** Languages that texts may be in, each once; null: all */
    languages?: readonly ("en" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "sv" | "pl" | "tr" | "hi" | "ja" | "zh")[] | null;
    /** Whether an address is one value, or street, places and postcode are values of their own; null: parts if the policy looks for LOCATION or not for ADDRESS */
    addresses?: "whole" | "parts" | null;
    /** Values that stay in clear */
    allow?: readonly string[];
    /** Values that are always masked */
    deny?: readonly {
      value: string;
      entity_name: string;
    }[];
  };
};

export type SetDefaultPolicyRequest = {
  data: {
    /** null: the unnamed policy */
    policy_name: string | null;
  };
};

export type SetSettingsRequest = {
  data: {
    policy_name: string;
    /** The form of tokens for detected values; null: the default of each use */
    token_style?: "shape" | "compact" | "word" | "surrogate" | null;
    /** Entity types whose tokens are those of a column */
    link?: Record<string, {
      token_name: string;
      /** Absent: none */
      format?: string | null;
    }>;
    /** Unmask leaves tokens without a value as they are */
    partial?: boolean;
    /** A recognizer outside of the service to ask as well; null: none */
    external?: {
      /** The name that the operator gave it */
      recognizer: string;
      /** The language that it is told; absent: en */
      language?: string;
      /** Its entity types to use, each with the one it counts as here */
      entities: unknown;
      /** Mask texts without it when it does not answer */
      optional?: boolean;
    } | null;
    llm?: {
      /** Explain to the model once what tokens are */
      hint?: boolean;
      /** How images, audio and files are treated */
      media?: "refuse" | "pass";
      /** Tools whose arguments are unmasked; `*`: all */
      tools?: readonly string[];
    };
  };
};

export type SetActionsRequest = {
  data: {
    policy_name: string;
    metadata: {
      /** Replaced irreversibly */
      anonymizable_entities?: readonly string[];
      /** Replaced by tokens */
      pseudonymizable_entities?: readonly string[];
      /** Left in clear */
      excluded_entities?: readonly string[];
    };
  };
};

export type SetWrappersRequest = {
  data: {
    policy_name: string;
    metadata: readonly {
      entity_name: string;
      /** Prefix of its tokens */
      format_prefix?: string;
      /** Suffix of its tokens */
      format_suffix?: string;
    }[];
  };
};

export type SetCustomEntityRequest = {
  data: {
    policy_name: string;
    /** Also the name in its tags; not the name of a built-in type */
    entity_name: string;
    description?: string | null;
    /** Token name of its values; absent: Text Token */
    token_name?: string | null;
    format?: string | null;
    /** A regular expression (RE2); this or `words` */
    pattern?: string | null;
    /** Found as whole words; this or `pattern` */
    words?: readonly string[] | null;
    /** Letter case counts; absent: it does not */
    match_case?: boolean | null;
    /** One of these words must be near the value; absent: no such condition */
    context_words?: readonly string[] | null;
    /** A check of each match; lengths count letters and digits */
    validator?: "luhn" | "mod97" | {
      min_length: number;
      max_length: number;
    } | null;
  };
};

export type ReadCustomEntityRequest = {
  data: {
    policy_name: string;
    entity_name: string;
  };
};

export type DeleteCustomEntityRequest = {
  data: {
    policy_name: string;
    entity_name: string;
  };
};

export type DeleteByAgeRequest = {
  data: {
    /** `YYYY-MM-DD`; at most tomorrow, in UTC */
    date: string;
  } | {
    /** Days */
    duration: number;
  };
  /** Only count what would be deleted */
  dry_run?: boolean;
};

export type EraseByValueRequest = {
  data: {
    values: readonly string[];
  };
  /** Only count what would be deleted */
  dry_run?: boolean;
};

export type EraseByTokenRequest = {
  data: {
    tokens: readonly string[];
  };
  /** Only count what would be deleted */
  dry_run?: boolean;
};

export type EraseByAttributeRequest = {
  data: {
    key: string;
    /** Any JSON */
    value: unknown;
  };
  /** Only count what would be deleted */
  dry_run?: boolean;
};

export type SetRetentionRequest = {
  data: {
    /** Days; null: no rule */
    duration: number | null;
  };
};

export type DeleteAuditRecordsRequest = {
  data: {
    /** `YYYY-MM-DD`; at most tomorrow, in UTC */
    date: string;
  } | {
    /** Days */
    duration: number;
  };
  /** Only count what would be deleted */
  dry_run?: boolean;
};

export type GenerateTokenRequest = {
  data: {
    /** Created if it does not exist */
    namespace_name: string;
    /** The user the token is for */
    _id: string;
    permissions: readonly ("mask" | "unmask" | "metadata_change")[];
    /** The first day it is valid on; absent: today */
    start_date?: string | null;
    /** The last day it is valid on; absent: 365 days later */
    end_date?: string | null;
    /** Where Cloudflare keeps a new namespace */
    jurisdiction?: "eu" | "fedramp" | "us" | null;
    /** The policy for requests that name none; it need not exist yet */
    policy_name?: string | null;
    /** For this token alone, in addition to its namespace's; absent: none */
    limits?: {
      /** Requests; absent: any number */
      requests_per_second?: number | null;
      /** Values, texts and tokens; absent: any number */
      values_per_second?: number | null;
    } | null;
    /** Restrictions of a token with the permission unmask; absent: none */
    unmask?: {
      /** Only values of these types; absent: all */
      entity_types?: readonly string[] | null;
      /** Only values masked with these policies; null is the unnamed one; absent: all */
      policies?: readonly (string | null)[] | null;
      /** At most so many values in any 60 minutes; absent: any number */
      values_per_hour?: number | null;
      /** partial: j***@e***.com; none: values stay tokens; absent: plain */
      reveal?: "plain" | "partial" | "none" | null;
      /** Requests without X-Audit-Reason are refused */
      reason_required?: boolean | null;
    } | null;
  };
};

export type FetchTokenRequest = {
  data: {
    namespace_name: string;
    /** The user the token is for */
    _id: string;
  };
};

export type DeactivateTokenRequest = {
  data: {
    /** The token */
    auth_token?: string | null;
    /** Together with `token_id`, instead of the token */
    namespace_name?: string | null;
    /** As shown by `list` */
    token_id?: string | null;
  };
};

export type CreateOperatorRequest = {
  data: {
    /** A label, stored and logged in clear: at most 64 letters, digits, `.`, `_` and `-` */
    name: string;
    scopes: readonly ("read" | "tokens" | "erase" | "keys")[];
    /** The last day it is valid on, at most 365 days away; absent: in 90 days */
    end_date?: string | null;
  };
};

export type DeactivateOperatorRequest = {
  data: {
    operator_id: string;
  };
};

export type HoldNamespaceRequest = {
  data: {
    namespace_name: string;
    /** true: set it; false: end it */
    hold: boolean;
  };
};

export type SetLimitsRequest = {
  data: {
    namespace_name: string;
    /** For all its tokens together; null: none */
    limits: {
      /** Requests; absent: any number */
      requests_per_second?: number | null;
      /** Values, texts and tokens; absent: any number */
      values_per_second?: number | null;
    } | null;
  };
};

export type DeleteNamespaceRequest = {
  data: {
    namespace_to_be_deleted: string;
  };
};

export type ReplayReceiptsRequest = {
  data: {
    /** As shown by job-status; those about one person with their replay parts */
    receipts: readonly (string | {
      receipt: string;
      replay?: {
        search?: readonly string[];
        found?: readonly string[];
      } | null;
    })[];
  };
};

export type ReAnchorRequest = {
  data: {
    namespace_name: string;
    /** The positions that were shown; absent: nothing is changed */
    confirm?: {
      namespace_position: number;
      ledger_position: number;
    } | null;
  };
};

/** As defined by the provider's API. Unlisted members pass if they contain no text; otherwise the request is refused (`unknown_member`). */
export type CreateChatCompletionRequest = {
  /** Passed on */
  model: string;
  /** Texts are masked; refused, unless the policy's `llm.media` is `pass`: an image, sound, a file, a video */
  messages: readonly Record<string, unknown>[];
  stream?: boolean;
  /** Passed on */
  service_tier?: unknown;
  /** Passed on */
  prompt_cache_retention?: unknown;
  /** Passed on */
  moderation?: unknown;
  /** Texts are masked */
  user?: unknown;
  /** Texts are masked */
  safety_identifier?: unknown;
  /** Texts are masked */
  prompt_cache_key?: unknown;
  /** Texts are masked */
  metadata?: unknown;
  /** Passed on */
  prompt_cache_options?: unknown;
  /** Passed on */
  stream_options?: unknown;
  /** Passed on */
  tool_choice?: unknown;
  /** Refused, unless the policy's `llm.media` is `pass`: a request for model tokens with their probabilities */
  top_logprobs?: unknown;
  /** Texts are masked */
  tools?: unknown;
  /** Texts are masked */
  functions?: unknown;
  /** Passed on */
  function_call?: unknown;
  /** Texts are masked; refused, unless the policy's `llm.media` is `pass`: an image, sound, a file, a video */
  prediction?: unknown;
  /** Texts are masked */
  response_format?: unknown;
  /** Texts are masked */
  stop?: unknown;
  /** Texts are masked */
  web_search_options?: unknown;
  /** Passed on */
  reasoning_effort?: unknown;
  /** Passed on */
  verbosity?: unknown;
  /** Passed on if it contains no text */
  logit_bias?: unknown;
  /** Passed on; refused, unless the policy's `llm.media` is `pass`: a request for sound */
  modalities?: unknown;
  /** Refused, unless the policy's `llm.media` is `pass`: a request for sound */
  audio?: unknown;
  /** Refused, unless the policy's `llm.media` is `pass`: a request for model tokens with their probabilities */
  logprobs?: unknown;
  /** Passed on */
  reasoning?: unknown;
  /** Passed on */
  reasoning_format?: unknown;
  /** Passed on */
  thinking?: unknown;
  /** Passed on */
  models?: unknown;
  /** Passed on */
  route?: unknown;
  /** Passed on */
  provider?: unknown;
  [name: string]: unknown;
};

/** As defined by the provider's API. Unlisted members pass if they contain no text; otherwise the request is refused (`unknown_member`). */
export type CreateResponseRequest = {
  /** Passed on */
  model: string;
  /** Texts are masked; refused, unless the policy's `llm.media` is `pass`: a list of model tokens with their probabilities, an image, a file, sound, a credential */
  input: string | readonly Record<string, unknown>[];
  stream?: boolean;
  /** Passed on */
  service_tier?: unknown;
  /** Passed on */
  prompt_cache_retention?: unknown;
  /** Passed on */
  moderation?: unknown;
  /** Texts are masked */
  user?: unknown;
  /** Texts are masked */
  safety_identifier?: unknown;
  /** Texts are masked */
  prompt_cache_key?: unknown;
  /** Texts are masked */
  metadata?: unknown;
  /** Passed on */
  prompt_cache_options?: unknown;
  /** Passed on */
  stream_options?: unknown;
  /** Passed on */
  tool_choice?: unknown;
  /** Refused, unless the policy's `llm.media` is `pass`: a request for model tokens with their probabilities */
  top_logprobs?: unknown;
  /** Texts are masked; refused, unless the policy's `llm.media` is `pass`: a list of model tokens with their probabilities, an image, a file, sound, a credential */
  instructions?: unknown;
  /** Texts are masked; refused, unless the policy's `llm.media` is `pass`: a credential, a file, an image */
  tools?: unknown;
  /** Texts are masked; refused, unless the policy's `llm.media` is `pass`: a list of model tokens with their probabilities, an image, a file, sound */
  prompt?: unknown;
  /** Texts are masked */
  text?: unknown;
  /** Passed on; refused, unless the policy's `llm.media` is `pass`: a request for model tokens with their probabilities */
  include?: unknown;
  /** Passed on */
  reasoning?: unknown;
  /** Passed on */
  previous_response_id?: unknown;
  /** Passed on */
  conversation?: unknown;
  /** Passed on */
  truncation?: unknown;
  /** Passed on */
  access_programs?: unknown;
  /** Passed on */
  image?: unknown;
  /** Passed on */
  context_management?: unknown;
  [name: string]: unknown;
};

/** As defined by the provider's API. Unlisted members pass if they contain no text; otherwise the request is refused (`unknown_member`). */
export type CreateEmbeddingsRequest = {
  /** Passed on */
  model: string;
  /** Texts are masked; refused, unless the policy's `llm.media` is `pass`: a list of model tokens */
  input: string | readonly unknown[];
  /** Passed on */
  encoding_format?: unknown;
  /** Texts are masked */
  user?: unknown;
  [name: string]: unknown;
};

/** As defined by the provider's API. Unlisted members pass if they contain no text; otherwise the request is refused (`unknown_member`). */
export type CreateMessageRequest = {
  /** Passed on */
  model: string;
  /** Texts are masked; refused, unless the policy's `llm.media` is `pass`: an image, a file */
  messages: readonly Record<string, unknown>[];
  max_tokens: number;
  stream?: boolean;
  /** Texts are masked */
  system?: unknown;
  /** Texts are masked */
  tools?: unknown;
  /** Passed on */
  tool_choice?: unknown;
  /** Texts are masked */
  metadata?: unknown;
  /** Texts are masked */
  stop_sequences?: unknown;
  /** Texts are masked */
  output_config?: unknown;
  /** Texts are masked */
  output_format?: unknown;
  /** Passed on */
  service_tier?: unknown;
  /** Passed on */
  speed?: unknown;
  /** Passed on */
  inference_geo?: unknown;
  /** Passed on */
  cache_control?: unknown;
  /** Passed on */
  thinking?: unknown;
  /** Passed on */
  user_profile_id?: unknown;
  /** Passed on */
  workspace_id?: unknown;
  /** Passed on */
  container?: unknown;
  /** Passed on */
  diagnostics?: unknown;
  /** Passed on */
  betas?: unknown;
  /** Passed on; refused, unless the policy's `llm.media` is `pass`: a credential */
  mcp_servers?: unknown;
  /** Texts are masked */
  context_management?: unknown;
  /** Texts are masked */
  compaction?: unknown;
  /** Passed on */
  billing_policy?: unknown;
  /** Passed on */
  fallback_credit_token?: unknown;
  /** Passed on */
  fallbacks?: unknown;
  /** Passed on */
  thread?: unknown;
  [name: string]: unknown;
};

/** As defined by the provider's API. Unlisted members pass if they contain no text; otherwise the request is refused (`unknown_member`). */
export type CountMessageTokensRequest = {
  /** Passed on */
  model: string;
  /** Texts are masked; refused, unless the policy's `llm.media` is `pass`: an image, a file */
  messages: readonly Record<string, unknown>[];
  /** Texts are masked */
  system?: unknown;
  /** Texts are masked */
  tools?: unknown;
  /** Passed on */
  tool_choice?: unknown;
  /** Texts are masked */
  metadata?: unknown;
  /** Texts are masked */
  stop_sequences?: unknown;
  /** Texts are masked */
  output_config?: unknown;
  /** Texts are masked */
  output_format?: unknown;
  /** Passed on */
  service_tier?: unknown;
  /** Passed on */
  speed?: unknown;
  /** Passed on */
  inference_geo?: unknown;
  /** Passed on */
  cache_control?: unknown;
  /** Passed on */
  thinking?: unknown;
  /** Passed on */
  user_profile_id?: unknown;
  /** Passed on */
  workspace_id?: unknown;
  /** Passed on */
  container?: unknown;
  /** Passed on */
  diagnostics?: unknown;
  /** Passed on */
  betas?: unknown;
  /** Passed on; refused, unless the policy's `llm.media` is `pass`: a credential */
  mcp_servers?: unknown;
  /** Texts are masked */
  context_management?: unknown;
  /** Texts are masked */
  compaction?: unknown;
  /** Passed on */
  billing_policy?: unknown;
  /** Passed on */
  fallback_credit_token?: unknown;
  /** Passed on */
  fallbacks?: unknown;
  /** Passed on */
  thread?: unknown;
  [name: string]: unknown;
};

export type CallMcpRequest = {
  jsonrpc: "2.0";
  /** Absent: a notification */
  id?: string | number;
  /** `tools/list`, `tools/call`, `initialize`, `server/discover`, `ping`; absent: an answer, which gets no reply */
  method?: string;
  /** For `tools/call`: `name`, and `arguments`, whose schemas are in the answer to `tools/list`. `mask` and `detect` take `text` and `policy_name`, `unmask` takes `text`, `erase` takes one of `values`, `tokens`, `attribute`, and `dry_run` */
  params?: Record<string, unknown>;
};

export type AskGuardrailRequest = {
  input_type: "request" | "response";
  texts?: readonly string[] | null;
  /** One blocks the call, unless the policy's `llm.media` is `pass` */
  images?: readonly string[] | null;
  /** As in Chat Completions: texts that people wrote in them are masked */
  tools?: readonly Record<string, unknown>[] | null;
  /** The same texts as messages of Chat Completions; only here are arguments of tool calls masked */
  structured_messages?: readonly Record<string, unknown>[] | null;
  /** One blocks the call if there are no `structured_messages` */
  tool_calls?: readonly Record<string, unknown>[] | null;
  /** Links an answer to the tokens of its request */
  litellm_call_id?: string | null;
  /** Used if that is absent */
  litellm_trace_id?: string | null;
  additional_provider_specific_params?: {
    policy_name?: string | null;
  } | null;
};

/** An item and its masked value */
export type MaskedItem = {
  /** A text; if the item has `json`, also an object or an array */
  value: string | Record<string, unknown> | unknown[];
  /** As sent */
  token_name?: string;
  /** As sent */
  format?: string;
  /** As sent */
  attributes?: unknown;
  /** As sent */
  json?: boolean;
  /** As sent */
  numbers?: string[];
  /** The masked value */
  token_value: string | Record<string, unknown> | unknown[];
  /** The format of its token, if the value does not fit the requested one */
  format_applied?: string;
  /** The findings of auto-detect; absent with a `token_name` */
  individual_tokens?: {
    /** The original text */
    value: string;
    /** The entity type */
    pii_type: string;
    /** Its token, without tags */
    token: string;
    /** The prefix of the token */
    prefix: string;
    /** The suffix of the token */
    suffix: string;
    /** Start: Unicode code points from 0, or UTF-16 units */
    start_pos: number;
    /** End, exclusive */
    end_pos: number;
    /** The recognizer that found it */
    recognizer?: string;
    /** The score, from 0 to 1 */
    score?: number;
    /** Why it counts, in words */
    reason?: string;
    /** For findings of the tagger: the language of the text (ISO 639-1) */
    language?: string;
    /** In a document: JSON Pointer to the text it was found in */
    path?: string;
  }[];
};

/** An item and its original value */
export type UnmaskedItem = {
  /** A text; if the item has `json`, also an object or an array */
  token_value: string | Record<string, unknown> | unknown[];
  /** As sent */
  attributes?: unknown;
  /** As sent */
  json?: boolean;
  /** As sent */
  numbers?: string[];
  /** The original value */
  value: string | Record<string, unknown> | unknown[];
  /** With `partial`: tokens in it without a value */
  unresolved?: string[];
};

/** A text and what masking would find in it */
export type DetectedItem = {
  value: string;
  entities: {
    /** The text found */
    value: string;
    /** The entity type */
    pii_type: string;
    /** Start: Unicode code points from 0, or UTF-16 units */
    start_pos: number;
    /** End, exclusive */
    end_pos: number;
    /** The score, from 0 to 1 */
    score: number;
    /** The recognizer that found it */
    recognizer: string;
    /** Why it counts, in words */
    reason: string;
    /** For findings of the tagger: the language of the text (ISO 639-1) */
    language?: string;
  }[];
};

/** A background job */
export type JobRecord = {
  /** Identifies background work */
  tracking_id: string;
  /** null: unknown id */
  call_type: "mask" | "unmask" | null;
  /** Why it FAILED, in words */
  error_msg: string | null;
  /** `YYYY-MM-DD HH:MM:SS`, in UTC */
  submitted_time: string | null;
  /** `YYYY-MM-DD HH:MM:SS`, in UTC */
  process_start_time: string | null;
  /** `YYYY-MM-DD HH:MM:SS`, in UTC */
  completed_time: string | null;
  status: "PENDING" | "IN-PROGRESS" | "SUCCESS" | "FAILED" | "PURGED";
  /** Why it FAILED, as an error code */
  error_code: ErrorCode | null;
  /** The item to blame, from 0 */
  error_item_index: number | null;
  /** In items */
  progress: {
    done: number;
    total: number;
  } | null;
  /** When its result is deleted */
  expires_at: string | null;
  /** The submitted items: for jobs of up to 100 items, or with `include_input` */
  input_payload: Record<string, unknown> | null;
  /** With SUCCESS: the `data` of the synchronous operation */
  result: (MaskedItem | {
    error: {
      /** The message; never repeats a submitted value */
      message: string;
      code: ErrorCode;
      /** Position of the item to blame, from 0 */
      item_index?: number;
      /** The values that are allowed instead */
      allowed?: string[];
    };
  })[] | (UnmaskedItem | {
    error: {
      /** The message; never repeats a submitted value */
      message: string;
      code: ErrorCode;
      /** Position of the item to blame, from 0 */
      item_index?: number;
      /** The values that are allowed instead */
      allowed?: string[];
    };
  })[] | null;
};

/** A deletion: its progress and its receipt */
export type DeletionRecord = {
  /** Identifies background work */
  tracking_id: string;
  requested_user: string;
  /** `YYYY-MM-DD HH:MM:SS`, in UTC */
  requested_timestamp: string;
  /** `YYYY-MM-DD HH:MM:SS`, in UTC */
  process_end_time: string | null;
  status: "PENDING" | "IN-PROGRESS" | "SUCCESS" | "FAILED";
  /** Why it waits; empty otherwise */
  error_message: string;
  progress: {
    cleared: number;
    /** null until counted */
    total: number | null;
    percent: number | null;
  };
  /** The signed receipt (JWS), once it has succeeded */
  receipt: string | null;
  job_type: "data-deletion";
  /** A dry run; the response has its counts */
  dry_run?: true;
  response: {
    cleared_records: number;
    message: string;
    /** Numbers of matching mappings, by kind of match */
    match?: {
      exact: number;
      normalised: number;
      contained: number;
    };
    /** Mappings that lost only the pair, because another holder uses them too */
    kept_shared?: number;
    /** Attribute pairs removed from mappings of other values */
    attribute_pairs?: number;
    jobs_purged?: number;
    /** Mask jobs with a match that had not ended at the time */
    mask_jobs_still_open?: number;
  } | {
    dry_run: true;
    would_clear: number;
    /** Numbers of matching mappings, by kind of match */
    match: {
      exact: number;
      normalised: number;
      contained: number;
    };
    /** Mappings that lost only the pair, because another holder uses them too */
    kept_shared: number;
    /** Attribute pairs removed from mappings of other values */
    attribute_pairs: number;
  } | null;
  /** Why it waits after a failed try; null otherwise */
  blocked: {
    by: string;
    phase: string;
    attempts: number;
    /** `YYYY-MM-DD HH:MM:SS`, in UTC */
    next_try: string;
  } | null;
  /** Records that it could not open */
  quarantined: number;
  /** With `include_replay`: sealed data that a replay needs */
  replay?: {
    search: string[];
    found: string[];
  };
};

/** Stable, for programs */
export type ErrorCode = "not_found" | "method_not_allowed" | "unsupported_media_type" | "encoded_body" | "unsupported_stream_type" | "payload_too_large" | "body_too_slow" | "too_many_chunks" | "overloaded" | "too_many_items" | "too_many_entities" | "too_costly" | "too_many_attributes" | "too_much_beside_list" | "item_too_large" | "unreadable_body" | "invalid_gzip" | "invalid_utf8" | "invalid_json" | "invalid_body" | "too_many_parts" | "too_deep" | "empty_payload" | "mask_missing" | "unmask_missing" | "detect_missing" | "status_missing" | "data_missing" | "invalid_field" | "invalid_page_token" | "policy_unknown" | "policy_exists" | "policy_changed" | "policy_is_default" | "too_many_policies" | "too_many_wrappers" | "invalid_policy_name" | "unknown_entity" | "custom_entity_unknown" | "invalid_pattern" | "invalid_wrapper" | "policy_too_large" | "policy_too_complex" | "entity_denied" | "recognizer_unavailable" | "missing_value" | "missing_token_name" | "unknown_token_name" | "missing_format" | "unknown_format" | "format_not_for_token_name" | "missing_token_value_field" | "missing_token_value" | "invalid_text" | "value_too_long" | "value_too_complex" | "number_out_of_range" | "token_in_name" | "invalid_attributes" | "masked_too_long" | "anonymized" | "unmask_failed" | "unmasked_too_large" | "date_or_duration_missing" | "date_and_duration" | "invalid_date_format" | "invalid_date" | "date_in_future" | "invalid_duration" | "duration_too_long" | "submission_under_way" | "idempotency_key_reused" | "idempotency_key_spent" | "unauthenticated" | "token_not_valid_now" | "forbidden" | "reason_required" | "unmask_limit_reached" | "rate_limited" | "provider_unknown" | "provider_unreachable" | "provider_too_slow" | "provider_unreadable" | "provider_refused_key" | "provider_cut_off" | "background_refused" | "tracking_id_unknown" | "namespace_unknown" | "token_unknown" | "jurisdiction_unsupported" | "result_too_large" | "too_many_jobs" | "too_many_deletions" | "too_many_deletions_per_day" | "storage_full" | "busy" | "audit_unwritable" | "not_configured" | "root_key_mismatch" | "unavailable" | "namespace_being_deleted" | "namespace_deletion_open" | "too_many_namespaces" | "ledger_ahead" | "replay_expired" | "anchor_changed" | "receipt_invalid" | "replay_parts_missing" | "no_result" | "cancelled" | "erased" | "internal";

/** Empty for a success */
export type NoError = {
  message: "";
};

export type MaskAnswer = {
  data: MaskedItem[];
  success: true;
  error: NoError;
};

export type UnmaskAnswer = {
  data: UnmaskedItem[];
  success: true;
  error: NoError;
};

export type DetectAnswer = {
  data: DetectedItem[];
  success: true;
  error: NoError;
};

export type SubmitMaskJobAnswer = {
  data: {
    /** Identifies background work */
    tracking_id: string;
    status: "PENDING";
  }[];
  success: true;
  error: NoError;
};

export type SubmitUnmaskJobAnswer = {
  data: {
    /** Identifies background work */
    tracking_id: string;
    status: "PENDING";
  }[];
  success: true;
  error: NoError;
};

export type ReadJobsAnswer = {
  data: JobRecord[];
  success: true;
  error: NoError;
};

export type ListJobsAnswer = {
  data: {
    /** Identifies background work */
    tracking_id: string;
    /** null: unknown id */
    call_type: "mask" | "unmask" | null;
    /** Why it FAILED, in words */
    error_msg: string | null;
    /** `YYYY-MM-DD HH:MM:SS`, in UTC */
    submitted_time: string | null;
    /** `YYYY-MM-DD HH:MM:SS`, in UTC */
    process_start_time: string | null;
    /** `YYYY-MM-DD HH:MM:SS`, in UTC */
    completed_time: string | null;
    status: "PENDING" | "IN-PROGRESS" | "SUCCESS" | "FAILED" | "PURGED" | "CANCELLED";
    /** Why it FAILED, as an error code */
    error_code: ErrorCode | null;
    /** The item to blame, from 0 */
    error_item_index: number | null;
    /** In items */
    progress: {
      done: number;
      total: number;
    } | null;
    /** When its result is deleted */
    expires_at: string | null;
    /** The average since it began */
    items_per_second: number | null;
    /** When it will end at that rate; only while it is IN-PROGRESS */
    estimated_completion_time: string | null;
  }[];
  success: true;
  error: NoError;
  /** The `next_page_token` for the next page; null on the last page */
  next_page_token: string | null;
};

export type ReadJobAnswer = {
  /** Progress of a job */
  data: {
    /** Identifies background work */
    tracking_id: string;
    /** null: unknown id */
    call_type: "mask" | "unmask" | null;
    /** Why it FAILED, in words */
    error_msg: string | null;
    /** `YYYY-MM-DD HH:MM:SS`, in UTC */
    submitted_time: string | null;
    /** `YYYY-MM-DD HH:MM:SS`, in UTC */
    process_start_time: string | null;
    /** `YYYY-MM-DD HH:MM:SS`, in UTC */
    completed_time: string | null;
    status: "PENDING" | "IN-PROGRESS" | "SUCCESS" | "FAILED" | "PURGED" | "CANCELLED";
    /** Why it FAILED, as an error code */
    error_code: ErrorCode | null;
    /** The item to blame, from 0 */
    error_item_index: number | null;
    /** In items */
    progress: {
      done: number;
      total: number;
    } | null;
    /** When its result is deleted */
    expires_at: string | null;
    /** The average since it began */
    items_per_second: number | null;
    /** When it will end at that rate; only while it is IN-PROGRESS */
    estimated_completion_time: string | null;
  };
  success: true;
  error: NoError;
};

export type ReadJobResultsAnswer = {
  data: (MaskedItem | {
    error: {
      /** The message; never repeats a submitted value */
      message: string;
      code: ErrorCode;
      /** Position of the item to blame, from 0 */
      item_index?: number;
      /** The values that are allowed instead */
      allowed?: string[];
    };
  })[] | (UnmaskedItem | {
    error: {
      /** The message; never repeats a submitted value */
      message: string;
      code: ErrorCode;
      /** Position of the item to blame, from 0 */
      item_index?: number;
      /** The values that are allowed instead */
      allowed?: string[];
    };
  })[];
  success: true;
  error: NoError;
  /** The `next_page_token` for the next page; null on the last page */
  next_page_token: string | null;
};

export type CancelJobAnswer = {
  /** A job and its status now: CANCELLED, unless it had already ended */
  data: {
    /** Identifies background work */
    tracking_id: string;
    status: "PENDING" | "IN-PROGRESS" | "SUCCESS" | "FAILED" | "PURGED" | "CANCELLED";
  };
  success: true;
  error: NoError;
};

export type ListTokenTypesAnswer = {
  data: {
    token_types: {
      token_name: string;
      /** Formats that it can be used with */
      formats: string[];
      /** An example value and its token */
      example: {
        value: string;
        token_value: string;
      };
    }[];
  };
  success: true;
  error: NoError;
};

export type ListFormatsAnswer = {
  data: {
    formats: {
      format: string;
      /** Token names that it can be used with */
      token_names: string[];
      /** An example value and its token */
      example: {
        value: string;
        token_value: string;
      };
    }[];
  };
  success: true;
  error: NoError;
};

export type ListEntityTypesAnswer = {
  data: {
    entities: {
      entity_name: string;
      /** The category */
      entity_type: string;
      /** The name in the tags around its tokens */
      tag: string;
      /** The token name of its values, as in a mask request */
      token_name: string;
      /** The same */
      format: string | null;
      /** Whether requests without a policy look for it */
      default: boolean;
      /** The entity type that it counts as where the policy does not look for it */
      counts_as: string | null;
      description: string;
    }[];
  };
  success: true;
  error: NoError;
};

export type CreatePolicyAnswer = {
  data: {
    message: string;
  };
  success: true;
  error: NoError;
};

export type ListPoliciesAnswer = {
  data: {
    policies: string[];
  };
  success: true;
  error: NoError;
};

export type DeletePolicyAnswer = {
  data: {
    message: string;
  };
  success: true;
  error: NoError;
};

export type SetDetectionAnswer = {
  data: {
    message: string;
  };
  success: true;
  error: NoError;
};

export type SetDefaultPolicyAnswer = {
  data: {
    message: string;
  };
  success: true;
  error: NoError;
};

export type ReadDefaultPolicyAnswer = {
  data: {
    /** null: the unnamed policy */
    policy_name: string | null;
  };
  success: true;
  error: NoError;
};

export type SetSettingsAnswer = {
  data: {
    message: string;
  };
  success: true;
  error: NoError;
};

export type ReadSettingsAnswer = {
  data: {
    policy_name: string;
    /** null: the default of each use */
    token_style: "shape" | "compact" | "word" | "surrogate" | null;
    /** Entity types whose tokens are those of a column */
    link: Record<string, {
      token_name: string;
      format: string | null;
    }>;
    /** Unmask leaves tokens without a value as they are */
    partial: boolean;
    /** A recognizer outside of the service that is asked as well */
    external: {
      /** The name that the operator gave it */
      recognizer: string;
      language: string;
      /** Its entity types, each with the one it counts as here */
      entities: Record<string, string>;
      /** Mask texts without it when it does not answer */
      optional: boolean;
    } | null;
    llm: {
      /** Whether language models are told what tokens are */
      hint: boolean;
      /** How images, audio and files are treated */
      media: "refuse" | "pass";
      /** Tools whose arguments get values; `*`: all */
      tools: string[];
    };
  };
  success: true;
  error: NoError;
};

export type ReadPoliciesAnswer = {
  data: {
    details: {
      policy_name: string;
      metadata: {
        /** Replaced irreversibly */
        anonymizable_entities: {
          entity_name: string;
          /** The category */
          entity_type: string;
          prefix: string;
          suffix: string;
          description: string;
        }[];
        /** Replaced by tokens */
        pseudonymizable_entities: {
          entity_name: string;
          /** The category */
          entity_type: string;
          prefix: string;
          suffix: string;
          description: string;
        }[];
        /** Left in clear */
        excluded_entities: {
          entity_name: string;
          /** The category */
          entity_type: string;
          prefix: string;
          suffix: string;
          description: string;
        }[];
        /** Not looked for by default */
        available_entities: {
          entity_name: string;
          /** The category */
          entity_type: string;
          prefix: string;
          suffix: string;
          description: string;
        }[];
      };
      detection: {
        /** Lowest score that counts as a finding */
        threshold: number;
        /** The same for single entity types */
        thresholds: Record<string, number>;
        /** How readily names are found, -1 to 1 */
        recall: number;
        /** Languages that texts may be in (ISO 639-1); null: all */
        languages: string[] | null;
        /** How addresses are found; null: in parts if the policy looks for LOCATION or not for ADDRESS */
        addresses: "whole" | "parts" | null;
        /** Only if the request names a policy */
        allow?: string[];
        /** Only if the request names a policy */
        deny?: {
          value: string;
          entity_name: string;
        }[];
      };
    }[];
    /** The `next_page_token` for the next page; null on the last page */
    next_page_token: string | null;
  };
  success: true;
  error: NoError;
};

export type SetActionsAnswer = {
  data: {
    message: string;
  };
  success: true;
  error: NoError;
};

export type SetWrappersAnswer = {
  data: {
    message: string;
  };
  success: true;
  error: NoError;
};

export type SetCustomEntityAnswer = {
  data: {
    message: string;
  };
  success: true;
  error: NoError;
};

export type ReadCustomEntityAnswer = {
  /** An entity type that a policy defines */
  data: {
    entity_name: string;
    entity_type: "CUSTOM";
    description: string;
    token_name: string;
    format: string | null;
    pattern: string | null;
    words: string[];
    match_case: boolean;
    context_words: string[];
    validator: "luhn" | "mod97" | {
      min_length: number;
      max_length: number;
    } | null;
    prefix: string;
    suffix: string;
  };
  success: true;
  error: NoError;
};

export type DeleteCustomEntityAnswer = {
  data: {
    message: string;
  };
  success: true;
  error: NoError;
};

export type DeleteByAgeAnswer = {
  data: {
    /** Identifies background work */
    tracking_id: string;
    status: "PENDING";
    job_type: "data-deletion";
  } | {
    dry_run: true;
    would_clear: number;
    by_day: {
      date: string;
      mappings: number;
    }[];
  };
  success: true;
  error: NoError;
};

export type EraseByValueAnswer = {
  data: {
    /** Identifies background work */
    tracking_id: string;
    status: "PENDING";
    job_type: "data-deletion";
  } | {
    dry_run: true;
    would_clear: number;
    /** Numbers of matching mappings, by kind of match */
    match: {
      exact: number;
      normalised: number;
      contained: number;
    };
    /** Mappings that lost only the pair, because another holder uses them too */
    kept_shared: number;
    /** Attribute pairs removed from mappings of other values */
    attribute_pairs: number;
  } | {
    /** Identifies background work */
    tracking_id: string;
    status: "PENDING";
    job_type: "data-deletion";
    dry_run: true;
  };
  success: true;
  error: NoError;
};

export type ReadDeletionAnswer = {
  data: DeletionRecord;
  success: true;
  error: NoError;
};

export type SetRetentionAnswer = {
  data: {
    /** Days that a mapping is kept; null: no rule */
    duration: number | null;
    /** Mappings that the rule covers now */
    would_clear: number;
  };
  success: true;
  error: NoError;
};

export type ReadRetentionAnswer = {
  data: {
    /** Days that a mapping is kept; null: no rule */
    duration: number | null;
    /** The last deletion that the rule started */
    last_tracking_id: string | null;
    paused_by?: "legal hold";
  };
  success: true;
  error: NoError;
};

export type ReadAuditAnswer = {
  data: {
    /** The operation's path, without ids */
    requested_method: string;
    requested_user: string;
    /** `YYYY-MM-DD HH:MM:SS`, in UTC */
    requested_time: string;
    status: "success" | "failure";
    /** Always null: the request is not recorded */
    input_payload: null;
    /** Always null: the answer is not recorded */
    response: null;
    /** Code of the failure; empty for a success */
    error_log: string;
    request_id: string;
    token_id: string;
    duration_ms: number;
    /** Items in the request's list */
    items?: number;
    /** Values found in texts, by entity type */
    entities?: Record<string, number>;
    /** As named by the request */
    policy?: string;
    /** The submitted job; with `job` as user, the job whose work is recorded */
    tracking_id?: string;
    /** The request's `X-Audit-Reason` */
    reason?: string;
  }[];
  success: true;
  error: NoError;
  /** The `next_page_token` for the next page; null on the last page */
  next_page_token: string | null;
};

export type DeleteAuditRecordsAnswer = {
  data: {
    /** Identifies background work */
    tracking_id: string;
    status: "PENDING";
    job_type: "data-deletion";
  } | {
    dry_run: true;
    would_clear: number;
  };
  success: true;
  error: NoError;
};

export type ReadUsageAnswer = {
  data: {
    details: {
      namespace: string;
      /** `YYYY-MM-DD HH:MM:SS`, in UTC */
      start_time: string | null;
      /** `YYYY-MM-DD HH:MM:SS`, in UTC */
      end_time: string | null;
      /** By operation, and `total` */
      no_of_hits: Record<string, number>;
    }[];
    next_page_token: string | null;
  };
  success: true;
  error: NoError;
};

export type ReadAllNamespacesUsageAnswer = {
  data: {
    details: {
      namespace: string;
      /** `YYYY-MM-DD HH:MM:SS`, in UTC */
      start_time: string | null;
      /** `YYYY-MM-DD HH:MM:SS`, in UTC */
      end_time: string | null;
      count: number;
    }[];
    next_page_token: string | null;
  };
  success: true;
  error: NoError;
};

export type ReadNamespaceUsageAnswer = {
  data: {
    details: {
      /** `YYYY-MM-DD` */
      date: string;
      api_type: string;
      /** `success`, or the code of a failure */
      status: string;
      count: number;
      /** Items in the requests' lists */
      items: number;
    }[];
    next_page_token: string | null;
  };
  success: true;
  error: NoError;
};

export type ReadUsersUsageAnswer = {
  data: {
    details: {
      /** `YYYY-MM-DD` */
      date: string;
      api_type: string;
      /** `success`, or the code of a failure */
      status: string;
      count: number;
      /** Items in the requests' lists */
      items: number;
      /** null: no token of the user is left */
      user: string | null;
      /** Total time of the requests, in seconds */
      logged_in_time: number;
    }[];
    next_page_token: string | null;
  };
  success: true;
  error: NoError;
};

export type GenerateTokenAnswer = {
  data: {
    /** The token */
    auth_key: string;
    /** Only with a namespace's first token */
    namespace_creation?: {
      /** Identifies background work */
      tracking_id: string;
      status: "PENDING";
      job_type: "namespace-creation";
    };
  };
  success: true;
  error: NoError;
};

export type FetchTokenAnswer = {
  data: {
    /** The token; null where it is not shown (docs/api.md, What tells a token) */
    auth_token: string | null;
    /** Its id, as in audit records */
    token_id: string;
    /** Its namespace's id, as in receipts */
    namespace_id: string;
    /** The user it is for */
    _id: string;
    permissions: ("mask" | "unmask" | "metadata_change")[];
    /** The first day it is valid on */
    start_date: string;
    /** The last day it is valid on */
    end_date: string;
    /** Its own policy, if it has one */
    policy_name?: string;
    /** Its own limits, if it has any */
    limits?: {
      requests_per_second?: number;
      values_per_second?: number;
    };
    /** Its restrictions when it unmasks, if it has any */
    unmask?: {
      entity_types?: string[];
      policies?: (string | null)[];
      values_per_hour?: number;
      reveal?: "partial" | "none";
      reason_required?: true;
    };
    namespace: string;
  };
  success: true;
  error: NoError;
};

export type DeactivateTokenAnswer = {
  data: {
    message: string;
  };
  success: true;
  error: NoError;
};

export type ListTokensAnswer = {
  data: {
    /** The token; null where it is not shown (docs/api.md, What tells a token) */
    auth_token: string | null;
    /** Its id, as in audit records */
    token_id: string;
    /** Its namespace's id, as in receipts */
    namespace_id: string;
    /** The user it is for */
    _id: string;
    permissions: ("mask" | "unmask" | "metadata_change")[];
    /** The first day it is valid on */
    start_date: string;
    /** The last day it is valid on */
    end_date: string;
    /** Its own policy, if it has one */
    policy_name?: string;
    /** Its own limits, if it has any */
    limits?: {
      requests_per_second?: number;
      values_per_second?: number;
    };
    /** Its restrictions when it unmasks, if it has any */
    unmask?: {
      entity_types?: string[];
      policies?: (string | null)[];
      values_per_hour?: number;
      reveal?: "partial" | "none";
      reason_required?: true;
    };
    namespace: string;
    /** false: deactivated */
    active: boolean;
  }[];
  success: true;
  error: NoError;
  /** The `next_page_token` for the next page; null on the last page */
  next_page_token: string | null;
};

export type ReadTokenAnswer = {
  data: {
    /** The token; null where it is not shown (docs/api.md, What tells a token) */
    auth_token: string | null;
    /** Its id, as in audit records */
    token_id: string;
    /** Its namespace's id, as in receipts */
    namespace_id: string;
    /** The user it is for */
    _id: string;
    permissions: ("mask" | "unmask" | "metadata_change")[];
    /** The first day it is valid on */
    start_date: string;
    /** The last day it is valid on */
    end_date: string;
    /** Its own policy, if it has one */
    policy_name?: string;
    /** Its own limits, if it has any */
    limits?: {
      requests_per_second?: number;
      values_per_second?: number;
    };
    /** Its restrictions when it unmasks, if it has any */
    unmask?: {
      entity_types?: string[];
      policies?: (string | null)[];
      values_per_hour?: number;
      reveal?: "partial" | "none";
      reason_required?: true;
    };
    namespace_name: string;
    /** false: deactivated */
    active: boolean;
  };
  success: true;
  error: NoError;
};

export type CreateOperatorAnswer = {
  data: {
    /** Its id, as in audit records and logs */
    operator_id: string;
    name: string;
    scopes: ("read" | "tokens" | "erase" | "keys")[];
    /** The last day it is valid on */
    end_date: string;
    /** The credential; shown only in this answer */
    auth_token: string;
  };
  success: true;
  error: NoError;
};

export type ListOperatorsAnswer = {
  data: {
    /** Its id, as in audit records and logs */
    operator_id: string;
    name: string;
    scopes: ("read" | "tokens" | "erase" | "keys")[];
    /** The last day it is valid on */
    end_date: string;
    /** `YYYY-MM-DD HH:MM:SS`, in UTC */
    created: string;
  }[];
  success: true;
  error: NoError;
};

export type DeactivateOperatorAnswer = {
  data: {
    message: string;
  };
  success: true;
  error: NoError;
};

export type HoldNamespaceAnswer = {
  data: {
    namespace_name: string;
    hold: boolean;
  };
  success: true;
  error: NoError;
};

export type SetLimitsAnswer = {
  data: {
    namespace_name: string;
    limits: {
      requests_per_second?: number;
      values_per_second?: number;
    };
  };
  success: true;
  error: NoError;
};

export type ReadLimitsAnswer = {
  data: {
    namespace_name: string;
    limits: {
      requests_per_second?: number;
      values_per_second?: number;
    };
  };
  success: true;
  error: NoError;
};

export type DeleteNamespaceAnswer = {
  data: {
    /** Identifies background work */
    tracking_id: string;
    status: "PENDING";
    job_type: "namespace-deletion";
    namespace_to_be_deleted: string;
  };
  success: true;
  error: NoError;
};

export type ReadNamespaceJobAnswer = {
  /** Creation or deletion of a namespace */
  data: {
    /** Identifies background work */
    tracking_id: string;
    requested_user: string;
    /** `YYYY-MM-DD HH:MM:SS`, in UTC */
    requested_timestamp: string;
    /** `YYYY-MM-DD HH:MM:SS`, in UTC */
    process_end_time: string | null;
    status: "PENDING" | "IN-PROGRESS" | "SUCCESS" | "FAILED";
    /** Why it waits; empty otherwise */
    error_message: string;
    progress: {
      cleared: number;
      /** null until counted */
      total: number | null;
      percent: number | null;
    };
    /** The signed receipt (JWS), once it has succeeded */
    receipt: string | null;
    job_type: "namespace-creation" | "namespace-deletion";
    /** `YYYY-MM-DD HH:MM:SS`, in UTC */
    process_start_time: string | null;
    response: {
      cleared_records: number;
      message: string;
    } | null;
  };
  success: true;
  error: NoError;
};

export type ReadLedgerAnswer = {
  data: {
    /** The namespace's id */
    nid: string;
    position: number;
    /** SHA-256 of the entry's text */
    hash: string;
    /** The entry's text */
    entry?: string;
    /** Instead of an entry: a signed statement about all entries up to here (JWS) */
    checkpoint?: string;
  }[];
  success: true;
  error: NoError;
  /** The `next_page_token` for the next page; null on the last page */
  next_page_token: string | null;
};

export type ReplayReceiptsAnswer = {
  data: {
    receipts: {
      /** Identifies background work */
      tracking_id: string;
      /** known: the ledger already had it */
      status: "replayed" | "known";
    }[];
  };
  success: true;
  error: NoError;
};

export type ReAnchorAnswer = {
  data: {
    namespace_name: string;
    /** Why it does not serve; null: it does */
    problem: "ledger_ahead" | "replay_expired" | null;
    namespace_position: number;
    ledger_position: number;
    /** Erasures that the ledger lacks */
    written_again: string[];
    /** Erasures that this data lacks */
    repeated: string[];
    /** Erasures that cannot be repeated: their values are in this data again */
    not_repeatable: string[];
    /** How many more of these may be among the ledger's folded entries */
    not_repeatable_folded: number;
    done: boolean;
  };
  success: true;
  error: NoError;
};

export type RotateKeysAnswer = {
  data: {
    /** Identifies background work */
    tracking_id: string | null;
    /** NONE: no rotation to this version has begun */
    status: "NONE" | "IN-PROGRESS" | "SUCCESS";
    /** The newest version of the root key */
    version: number;
    older_versions: {
      version: number;
      /** No stored key needs it any more */
      may_go: boolean;
    }[];
    /** `YYYY-MM-DD HH:MM:SS`, in UTC */
    requested_timestamp: string | null;
    /** `YYYY-MM-DD HH:MM:SS`, in UTC */
    process_end_time: string | null;
    /** Namespaces visited in this round */
    namespaces: number;
    /** Keys wrapped with the new version */
    wrapped_keys: number;
    /** Keys that are damaged: no version opens them */
    unreadable_keys: number;
    /** A namespace that failed, and will be visited again */
    error_message: string;
  };
  success: true;
  error: NoError;
};

export type ReadRotationAnswer = {
  data: {
    /** Identifies background work */
    tracking_id: string | null;
    /** NONE: no rotation to this version has begun */
    status: "NONE" | "IN-PROGRESS" | "SUCCESS";
    /** The newest version of the root key */
    version: number;
    older_versions: {
      version: number;
      /** No stored key needs it any more */
      may_go: boolean;
    }[];
    /** `YYYY-MM-DD HH:MM:SS`, in UTC */
    requested_timestamp: string | null;
    /** `YYYY-MM-DD HH:MM:SS`, in UTC */
    process_end_time: string | null;
    /** Namespaces visited in this round */
    namespaces: number;
    /** Keys wrapped with the new version */
    wrapped_keys: number;
    /** Keys that are damaged: no version opens them */
    unreadable_keys: number;
    /** A namespace that failed, and will be visited again */
    error_message: string;
  };
  success: true;
  error: NoError;
};

/** As defined by the provider's API */
export type CreateChatCompletionAnswer = {
  [name: string]: unknown;
};

/** An answer of JSON-RPC 2.0: a result, or an error */
export type CallMcpAnswer = {
  jsonrpc: "2.0";
  id: string | number | null;
  result?: Record<string, unknown>;
  error?: {
    code: number;
    message: string;
    data?: unknown;
  };
};

export type AskGuardrailAnswer = {
  action: "NONE" | "GUARDRAIL_INTERVENED" | "BLOCKED";
  blocked_reason?: string;
  texts?: string[];
  structured_messages?: Record<string, unknown>[];
  tools?: Record<string, unknown>[];
  /** For each text, how many of its last code points may still change */
  stream_holdback_chars?: number[];
};

export type ReadHealthAnswer = {
  data: {
    /** degraded: at least one of several cells is down */
    status: "ok" | "degraded";
    /** Restarts of the runtime */
    restarts?: number;
    /** Requests refused for lack of room since the last start */
    refused_for_room?: number;
    /** For each cell, if there are several */
    cells?: {
      status: "ok" | "down";
      restarts?: number;
      refused_for_room?: number;
    }[];
  };
  success: true;
  error: NoError;
};

export type ReadReadinessAnswer = {
  data: {
    /** degraded: at least one of several cells is down */
    status: "ok" | "degraded";
    /** Restarts of the runtime */
    restarts?: number;
    /** Requests refused for lack of room since the last start */
    refused_for_room?: number;
    /** For each cell, if there are several */
    cells?: {
      status: "ok" | "down";
      restarts?: number;
      refused_for_room?: number;
    }[];
  };
  success: true;
  error: NoError;
};

export type ReadLivenessAnswer = {
  data: {
    status: "ok";
  };
  success: true;
  error: NoError;
};

/** The keys to verify receipts with */
export type ReadKeysAnswer = {
  keys: {
    kty: "OKP";
    crv: "Ed25519";
    x: string;
    /** RFC 7638 thumbprint */
    kid: string;
    alg: "EdDSA";
    use: "sig";
  }[];
};

export type ReadDocumentAnswer = {
  openapi: string;
  [name: string]: unknown;
};

export type EraseByTokenAnswer = EraseByValueAnswer;

export type EraseByAttributeAnswer = EraseByValueAnswer;

export type CreateResponseAnswer = CreateChatCompletionAnswer;

export type CreateEmbeddingsAnswer = CreateChatCompletionAnswer;

export type ListOpenaiModelsAnswer = CreateChatCompletionAnswer;

export type ReadOpenaiModelAnswer = CreateChatCompletionAnswer;

export type CreateMessageAnswer = CreateChatCompletionAnswer;

export type CountMessageTokensAnswer = CreateChatCompletionAnswer;

export type ListAnthropicModelsAnswer = CreateChatCompletionAnswer;

export type ReadAnthropicModelAnswer = CreateChatCompletionAnswer;

/** Method and path of every operation. */
export const OPERATIONS = {
  mask: "PUT /api/vault/mask",
  unmask: "PUT /api/vault/unmask",
  detect: "PUT /api/vault/detect",
  maskStream: "PUT /api/vault/mask/stream",
  unmaskStream: "PUT /api/vault/unmask/stream",
  submitMaskJob: "PUT /api/vault/mask/async",
  submitUnmaskJob: "PUT /api/vault/unmask/async",
  readJobs: "PUT /api/vault/async-status",
  listJobs: "GET /api/vault/jobs",
  readJob: "GET /api/vault/jobs/{tracking_id}",
  readJobResults: "GET /api/vault/jobs/{tracking_id}/results",
  cancelJob: "POST /api/vault/jobs/{tracking_id}/cancel",
  listTokenTypes: "GET /api/vault/metadata/token-types",
  listFormats: "GET /api/vault/metadata/formats",
  listEntityTypes: "GET /api/vault/metadata/entities",
  createPolicy: "PUT /api/vault/metadata/policy/create",
  listPolicies: "GET /api/vault/metadata/policy/list",
  deletePolicy: "PUT /api/vault/metadata/policy/delete",
  setDetection: "PUT /api/vault/metadata/policy/detection",
  setDefaultPolicy: "PUT /api/vault/metadata/policy/default",
  readDefaultPolicy: "GET /api/vault/metadata/policy/default",
  setSettings: "PUT /api/vault/metadata/policy/settings",
  readSettings: "GET /api/vault/metadata/policy/settings",
  readPolicies: "GET /api/vault/metadata/personal-data-entities/list",
  setActions: "PUT /api/vault/metadata/personal-data-entities/update",
  setWrappers: "PUT /api/vault/metadata/update-auto-detect",
  setCustomEntity: "PUT /api/vault/metadata/custom-entity/add-or-update",
  readCustomEntity: "PUT /api/vault/metadata/custom-entity/details",
  deleteCustomEntity: "PUT /api/vault/metadata/custom-entity/delete",
  deleteByAge: "PUT /api/vault/namespace/delete/personal-data-mapping",
  eraseByValue: "PUT /api/vault/namespace/delete/by-value",
  eraseByToken: "PUT /api/vault/namespace/delete/by-token",
  eraseByAttribute: "PUT /api/vault/namespace/delete/by-attribute",
  readDeletion: "GET /api/vault/namespace/job-status",
  setRetention: "PUT /api/vault/namespace/retention",
  readRetention: "GET /api/vault/namespace/retention",
  readAudit: "GET /api/vault/namespace/reports/audit-details",
  exportAudit: "GET /api/vault/namespace/reports/audit-export",
  deleteAuditRecords: "PUT /api/vault/namespace/delete/audit-records",
  readUsage: "GET /api/vault/reports/usage-summary",
  readAllNamespacesUsage: "GET /api/vault/reports/all-namespace-summary",
  readNamespaceUsage: "GET /api/vault/reports/namespace-summary",
  readUsersUsage: "GET /api/vault/reports/namespace-users-summary",
  generateToken: "PUT /api/vault/super-admin/namespace/auth-token/generate",
  fetchToken: "PUT /api/vault/super-admin/namespace/auth-token/fetch",
  deactivateToken: "PUT /api/vault/super-admin/namespace/auth-token/deactivate",
  listTokens: "GET /api/vault/super-admin/namespace/auth-token/list",
  readToken: "GET /api/vault/super-admin/namespace/auth-token/details",
  createOperator: "PUT /api/vault/super-admin/operators/create",
  listOperators: "GET /api/vault/super-admin/operators/list",
  deactivateOperator: "PUT /api/vault/super-admin/operators/deactivate",
  holdNamespace: "PUT /api/vault/super-admin/namespace/hold",
  setLimits: "PUT /api/vault/super-admin/namespace/limits",
  readLimits: "GET /api/vault/super-admin/namespace/limits",
  deleteNamespace: "PUT /api/vault/super-admin/namespace/delete",
  readNamespaceJob: "GET /api/vault/super-admin/namespace/job-status",
  readLedger: "GET /api/vault/super-admin/ledger",
  replayReceipts: "PUT /api/vault/super-admin/erasure/replay",
  reAnchor: "PUT /api/vault/super-admin/erasure/re-anchor",
  rotateKeys: "PUT /api/vault/super-admin/keys/rotate",
  readRotation: "GET /api/vault/super-admin/keys/rotate",
  createChatCompletion: "POST /llm/openai/v1/chat/completions",
  createResponse: "POST /llm/openai/v1/responses",
  createEmbeddings: "POST /llm/openai/v1/embeddings",
  listOpenaiModels: "GET /llm/openai/v1/models",
  readOpenaiModel: "GET /llm/openai/v1/models/{model}",
  createMessage: "POST /llm/anthropic/v1/messages",
  countMessageTokens: "POST /llm/anthropic/v1/messages/count_tokens",
  listAnthropicModels: "GET /llm/anthropic/v1/models",
  readAnthropicModel: "GET /llm/anthropic/v1/models/{model}",
  callMcp: "POST /mcp",
  askGuardrail: "POST /beta/litellm_basic_guardrail_api",
  readHealth: "GET /healthz",
  readReadiness: "GET /readyz",
  readLiveness: "GET /livez",
  readMetrics: "GET /metrics",
  readKeys: "GET /.well-known/jwks.json",
  readDocument: "GET /openapi.json",
  readReference: "GET /docs",
} as const;

/** What every operation is sent, and answers. */
export interface Operations {
  /** Mask a list of values. */
  mask: { body: MaskRequest; answer: MaskAnswer };
  /** Turn tokens, and texts with tokens in them, back into values. */
  unmask: { body: UnmaskRequest; answer: UnmaskAnswer };
  /** Show what masking would find in texts. */
  detect: { body: DetectRequest; answer: DetectAnswer };
  /** Mask a text that arrives in pieces. */
  maskStream: { query?: { policy_name?: string }; body: string | Uint8Array | ByteStream; contentType: "text/plain" | "application/x-ndjson" | "text/event-stream"; answer: ByteStream };
  /** Unmask a text that arrives in pieces. */
  unmaskStream: { query?: { policy_name?: string; strict?: "true" | "false" }; body: string | Uint8Array | ByteStream; contentType: "text/plain" | "application/x-ndjson" | "text/event-stream"; answer: ByteStream };
  /** Mask a list in the background. */
  submitMaskJob: { query?: { policy_name?: string | null; known_tokens?: "keep" | "mask"; json?: "true" | "false"; explain?: "true" | "false"; offsets?: "code_points" | "utf16"; on_error?: "fail" | "continue"; empty?: "fail" | "pass"; callback?: string }; body: SubmitMaskJobRequest; answer: SubmitMaskJobAnswer };
  /** Unmask a list of tokens in the background. */
  submitUnmaskJob: { query?: { policy_name?: string | null; json?: "true" | "false"; strict?: "true" | "false"; partial?: "true" | "false"; on_error?: "fail" | "continue"; empty?: "fail" | "pass"; callback?: string }; body: SubmitUnmaskJobRequest; answer: SubmitUnmaskJobAnswer };
  /** State and results of jobs. */
  readJobs: { query?: { wait?: number }; body: ReadJobsRequest; answer: ReadJobsAnswer };
  /** Jobs of the namespace in pages, newest first. */
  listJobs: { query?: { status?: "PENDING" | "IN-PROGRESS" | "SUCCESS" | "FAILED" | "PURGED" | "CANCELLED"; call_type?: "mask" | "unmask"; own?: "true" | "false"; limit?: number; next_page_token?: string }; answer: ListJobsAnswer };
  /** Progress of a job. */
  readJob: { path: { tracking_id: string }; query?: { wait?: number }; answer: ReadJobAnswer };
  /** Results of a job, in pages or line by line. */
  readJobResults: { path: { tracking_id: string }; query?: { wait?: number; next_page_token?: string }; answer: ReadJobResultsAnswer | ByteStream };
  /** Cancel an open job. */
  cancelJob: { path: { tracking_id: string }; answer: CancelJobAnswer };
  /** Token names, with an example each. */
  listTokenTypes: { answer: ListTokenTypesAnswer };
  /** Formats, with an example each. */
  listFormats: { answer: ListFormatsAnswer };
  /** Entity types that auto-detect looks for. */
  listEntityTypes: { answer: ListEntityTypesAnswer };
  /** Create a policy. */
  createPolicy: { body: CreatePolicyRequest; answer: CreatePolicyAnswer };
  /** Names of all policies. */
  listPolicies: { answer: ListPoliciesAnswer };
  /** Delete a policy. */
  deletePolicy: { body: DeletePolicyRequest; answer: DeletePolicyAnswer };
  /** How values are found: thresholds, recall, languages, addresses, allowed and denied values. */
  setDetection: { body: SetDetectionRequest; answer: SetDetectionAnswer };
  /** Choose the default policy. */
  setDefaultPolicy: { body: SetDefaultPolicyRequest; answer: SetDefaultPolicyAnswer };
  /** The default policy. */
  readDefaultPolicy: { answer: ReadDefaultPolicyAnswer };
  /** Token style, links of entity types to columns, partial unmask, language models. */
  setSettings: { body: SetSettingsRequest; answer: SetSettingsAnswer };
  /** A policy's settings. */
  readSettings: { query: { policy_name: string }; answer: ReadSettingsAnswer };
  /** How policies treat each entity type. */
  readPolicies: { query?: { policy_name?: string; next_page_token?: string }; answer: ReadPoliciesAnswer };
  /** How entity types are masked: token, placeholder, or not at all. */
  setActions: { body: SetActionsRequest; answer: SetActionsAnswer };
  /** Prefixes and suffixes around tokens. */
  setWrappers: { body: SetWrappersRequest; answer: SetWrappersAnswer };
  /** Define an entity type by a pattern or by words. */
  setCustomEntity: { body: SetCustomEntityRequest; answer: SetCustomEntityAnswer };
  /** An entity type that a policy defines. */
  readCustomEntity: { body: ReadCustomEntityRequest; answer: ReadCustomEntityAnswer };
  /** Remove an entity type from a policy. */
  deleteCustomEntity: { body: DeleteCustomEntityRequest; answer: DeleteCustomEntityAnswer };
  /** Delete mappings older than a date or a number of days. */
  deleteByAge: { body: DeleteByAgeRequest; answer: DeleteByAgeAnswer };
  /** Erase one person by values. */
  eraseByValue: { body: EraseByValueRequest; answer: EraseByValueAnswer };
  /** Erase one person by tokens. */
  eraseByToken: { body: EraseByTokenRequest; answer: EraseByTokenAnswer };
  /** Erase one person by an attribute. */
  eraseByAttribute: { body: EraseByAttributeRequest; answer: EraseByAttributeAnswer };
  /** Progress of a deletion, and its receipt. */
  readDeletion: { query: { tracking_id: string; include_replay?: "true" | "false" }; answer: ReadDeletionAnswer };
  /** Delete mappings of a certain age every day. */
  setRetention: { body: SetRetentionRequest; answer: SetRetentionAnswer };
  /** The standing retention. */
  readRetention: { answer: ReadRetentionAnswer };
  /** Audit records between two instants. */
  readAudit: { query: { start_date: string; end_date: string; next_page_token?: string }; answer: ReadAuditAnswer };
  /** The audit as a chain that can be verified offline. */
  exportAudit: { answer: ByteStream };
  /** Delete audit records older than a date or a number of days. */
  deleteAuditRecords: { body: DeleteAuditRecordsRequest; answer: DeleteAuditRecordsAnswer };
  /** Requests by namespace and operation. */
  readUsage: { query?: { namespace?: string; start_date?: string; end_date?: string; next_page_token?: string }; answer: ReadUsageAnswer };
  /** Requests by namespace. */
  readAllNamespacesUsage: { query?: { namespace?: string; start_date?: string; end_date?: string; next_page_token?: string }; answer: ReadAllNamespacesUsageAnswer };
  /** Requests of one namespace by day, operation and outcome. */
  readNamespaceUsage: { query: { namespace: string; start_date?: string; end_date?: string; next_page_token?: string }; answer: ReadNamespaceUsageAnswer };
  /** Requests of one namespace by day, operation, outcome and user. */
  readUsersUsage: { query: { namespace: string; start_date?: string; end_date?: string; next_page_token?: string }; answer: ReadUsersUsageAnswer };
  /** Issue a token; the first one creates its namespace. */
  generateToken: { body: GenerateTokenRequest; answer: GenerateTokenAnswer };
  /** The newest token of a user. */
  fetchToken: { body: FetchTokenRequest; answer: FetchTokenAnswer };
  /** Revoke a token. */
  deactivateToken: { body: DeactivateTokenRequest; answer: DeactivateTokenAnswer };
  /** Issued tokens, in pages. */
  listTokens: { query?: { namespace?: string; next_page_token?: string }; answer: ListTokensAnswer };
  /** Details of a token. */
  readToken: { query?: { auth_token?: string }; answer: ReadTokenAnswer };
  /** Create a credential with part of the master key's powers. */
  createOperator: { body: CreateOperatorRequest; answer: CreateOperatorAnswer };
  /** Operators that have not been revoked. */
  listOperators: { answer: ListOperatorsAnswer };
  /** Revoke the credential of an operator. */
  deactivateOperator: { body: DeactivateOperatorRequest; answer: DeactivateOperatorAnswer };
  /** Set or end the legal hold of a namespace. */
  holdNamespace: { body: HoldNamespaceRequest; answer: HoldNamespaceAnswer };
  /** Limit requests and values a second of a namespace. */
  setLimits: { body: SetLimitsRequest; answer: SetLimitsAnswer };
  /** The limits of a namespace. */
  readLimits: { query: { namespace: string }; answer: ReadLimitsAnswer };
  /** Delete a namespace and everything in it. */
  deleteNamespace: { body: DeleteNamespaceRequest; answer: DeleteNamespaceAnswer };
  /** Progress of a namespace's deletion, and its receipt. */
  readNamespaceJob: { query: { tracking_id: string }; answer: ReadNamespaceJobAnswer };
  /** The erasure ledger, in pages. */
  readLedger: { query?: { namespace?: string; next_page_token?: string }; answer: ReadLedgerAnswer };
  /** After a restore of everything: repeat the erasures that receipts prove. */
  replayReceipts: { body: ReplayReceiptsRequest; answer: ReplayReceiptsAnswer };
  /** Bring back a namespace whose data and ledger do not match. */
  reAnchor: { body: ReAnchorRequest; answer: ReAnchorAnswer };
  /** Wrap all keys with the newest version of the root key. */
  rotateKeys: { answer: RotateKeysAnswer };
  /** Progress of the rotation, and which versions may be removed. */
  readRotation: { answer: ReadRotationAnswer };
  /** Chat Completions of OpenAI and compatible providers. */
  createChatCompletion: { body: CreateChatCompletionRequest; answer: CreateChatCompletionAnswer | ByteStream };
  /** Responses of OpenAI. */
  createResponse: { body: CreateResponseRequest; answer: CreateResponseAnswer | ByteStream };
  /** Embeddings of OpenAI. */
  createEmbeddings: { body: CreateEmbeddingsRequest; answer: CreateEmbeddingsAnswer };
  /** Models of the provider behind the OpenAI paths. */
  listOpenaiModels: { answer: ListOpenaiModelsAnswer };
  /** One of them. */
  readOpenaiModel: { path: { model: string }; answer: ReadOpenaiModelAnswer };
  /** Messages of Anthropic. */
  createMessage: { body: CreateMessageRequest; answer: CreateMessageAnswer | ByteStream };
  /** Count the model tokens that Messages would send. */
  countMessageTokens: { body: CountMessageTokensRequest; answer: CountMessageTokensAnswer };
  /** Models of the provider behind the Anthropic paths. */
  listAnthropicModels: { query?: { limit?: string; after_id?: string; before_id?: string }; answer: ListAnthropicModelsAnswer };
  /** One of them. */
  readAnthropicModel: { path: { model: string }; answer: ReadAnthropicModelAnswer };
  /** Tools for agents, by the Model Context Protocol. */
  callMcp: { body: CallMcpRequest; answer: CallMcpAnswer | null };
  /** LiteLLM's guardrail: called before a request to a language model, and with its answer. */
  askGuardrail: { body: AskGuardrailRequest; answer: AskGuardrailAnswer };
  /** Whether the service can serve requests. */
  readHealth: { answer: ReadHealthAnswer };
  /** The same, under the name that orchestrators expect. */
  readReadiness: { answer: ReadReadinessAnswer };
  /** Whether the process responds, even if it can do nothing else. */
  readLiveness: { answer: ReadLivenessAnswer };
  /** Metrics in Prometheus' text format. */
  readMetrics: { answer: ByteStream };
  /** The public keys of receipts. */
  readKeys: { answer: ReadKeysAnswer };
  /** This document. */
  readDocument: { answer: ReadDocumentAnswer };
  /** The same as a page, without scripts. */
  readReference: { answer: ByteStream };
}
