// Every ceiling of the service, with its unit in the name and its reason above it.

const KIB = 1024;
const MIB = 1024 * KIB;

/** Items in one synchronous request: 35 to 45 ms for new values, measured end to end under serve. */
export const MAX_SYNC_ITEMS = 1_000;
/** Body of a synchronous request. */
export const MAX_SYNC_BODY_BYTES = 1 * MIB;
/** Entities in one synchronous request: auto-detect can find many in a text. */
export const MAX_SYNC_ENTITIES = 10_000;
/** Items in one asynchronous job. */
export const MAX_ASYNC_ITEMS = 100_000;
/** Body of an asynchronous submission; well under the 32 MiB that RPC would refuse. */
export const MAX_ASYNC_BODY_BYTES = 16 * MIB;
/** Items in one job that is submitted line by line. */
export const MAX_STREAMED_ITEMS = 1_000_000;
/** Body of such a submission, and what it unfolds to: 268 bytes an item of the largest job. It is never in memory as a whole. */
export const MAX_STREAMED_BODY_BYTES = 256 * MIB;
/** Chunks of such a body: two for each item of the largest job. */
export const MAX_STREAMED_BODY_CHUNKS = 2_000_000;
/** What such a submission takes of an isolate's memory while it arrives, lines longer than a chunk of the job aside. */
export const STREAMED_BODY_BYTES = 512 * KIB;
/** What bodies may take of one isolate's memory at once, which is 128 MiB on the platform. */
export const MAX_BODY_MEMORY_BYTES = 48 * MIB;
/** The same for asynchronous submissions, apart: one of full size, and small ones beside it. */
export const MAX_SUBMISSION_MEMORY_BYTES = 24 * MIB;
/** The same for streams, apart: each lasts as long as its caller likes. */
export const MAX_STREAM_MEMORY_BYTES = 16 * MIB;
/** How many times its bytes a body takes that is parsed as a whole: 500 MiB were measured for 64 of 0.9 MiB. */
export const PARSED_BODY_FACTOR = 8;
/**
 * What any body counts for at least: so at most 3,072 requests, and 1,536 submissions, are under way in an isolate, for about
 * a second of masking one value each. What comes beyond is refused before anything is done for it.
 */
export const LEAST_BODY_MEMORY_BYTES = 16 * KIB;
/** A body may take this long, and longer by what it has brought: 64 KiB a second keep it going. */
export const BODY_GRACE_MS = 20_000;
export const MIN_BODY_BYTES_PER_MS = 64;
/** Chunks of a body: five for each item of the largest job. They take the Worker 2 s. */
export const MAX_BODY_CHUNKS = 500_000;
/** One item as JSON text in an asynchronous body; it has to fit one sealed row (2 MB) with room. */
export const MAX_ASYNC_ITEM_BYTES = 1 * MIB;
/** What a stream takes of an isolate's memory while it waits, beside the text that it holds: 12 to 13 KiB were measured. */
export const WAITING_STREAM_BYTES = 16 * KIB;
/** The same while a piece of full length is worked on, in addition; shorter ones take less. A stream that begins has to find it. */
export const STREAM_PIECE_BYTES = 256 * KIB;
/** UTF-16 units of a stream that are worked on at once: some 800 tokens. */
export const MAX_STREAM_PIECE_LENGTH = 16 * KIB;
/** UTF-16 units of a stream that are masked at once: no more than MAX_TEXT_BYTES, whatever they are. */
export const MAX_MASKED_PIECE_LENGTH = 21 * KIB;
/** UTF-16 units of a line of NDJSON, or of a server-sent event, in a stream. */
export const MAX_STREAM_LINE_LENGTH = 64 * KIB;
/** One value in auto-detect mode, in UTF-8 bytes. */
export const MAX_TEXT_BYTES = 64 * KIB;
/** One value in token or format mode, in UTF-8 bytes. */
export const MAX_VALUE_BYTES = 4 * KIB;
/**
 * One `token_value` to unmask, in UTF-8 bytes: a full auto-detect text with its tags and tokens. The
 * shortest entities ("::1") grow eightfold.
 */
export const MAX_TOKEN_VALUE_BYTES = 768 * KIB;
/**
 * Nesting of any body, known members or not; JSON.stringify and many a walk recurse. Room for a document of
 * MAX_JSON_DEPTH in an item of a list.
 */
export const MAX_BODY_DEPTH = 100;
/**
 * Members and elements of lists and objects in what is parsed at once: a synchronous body, or an item of a submission. More
 * take longer than one request may hold the thread for (docs/decisions/slices-by-items.md). 1,000 items with twenty
 * attributes each have 24,000; a document has at most 32,768 texts and numbers.
 */
export const MAX_BODY_PARTS = 50_000;
/** Nesting of a JSON value that is masked or unmasked; JSON.stringify recurses. */
export const MAX_JSON_DEPTH = 64;
/** Texts and numbers in one JSON value: a document that may be masked (64 KiB) cannot hold more. */
export const MAX_JSON_LEAVES = 32 * KIB;
/** Names in an item's `numbers`. */
export const MAX_NUMBER_NAMES = 100;
/**
 * Letters of all values that one synchronous unmask gives back: one token may stand many times in a
 * request, and RPC refuses answers over 32 MiB (two bytes a letter).
 */
export const MAX_UNMASKED_LETTERS = 12 * MIB;
/** Attributes of one item as JSON text, in UTF-8 bytes. */
export const MAX_ATTRIBUTES_BYTES = 16 * KIB;
/**
 * Attributes times values that are masked together: each value of a document, and each entity of a text, has all
 * attributes of its item. As many as a chunk of a job can name in short items.
 */
export const MAX_BATCH_PAIRS = 12_000;
/** Nesting of attributes; JSON.stringify recurses, so unbounded depth would be a crash. */
export const MAX_ATTRIBUTES_DEPTH = 16;
/** Members of an asynchronous body beside its list: they are parsed as a whole. */
export const MAX_MEMBERS_BESIDE_LIST = 64;
/** Bytes of those members, as much as a synchronous body may have. */
export const MAX_BYTES_BESIDE_LIST = 1 * MIB;
/** Letters of them that are kept with the job, to be shown again with its input; more is dropped. */
export const MAX_KEPT_REST_LENGTH = 16 * KIB;
/** Letters of an unknown name that are repeated in a message. */
export const MAX_ECHOED_NAME_LENGTH = 64;
/** Jobs of one namespace that are not finished. One user may have them all. */
export const MAX_OPEN_JOBS = 1_000;
/** Places beyond that, for users who have only a few: nobody can keep the others out. */
export const MAX_OPEN_JOBS_FOR_FEW = 1_200;
/** How many unfinished jobs of one user are no longer a few. */
export const FEW_OPEN_JOBS = 20;
/** Deletions of one namespace that are not finished. */
export const MAX_OPEN_DELETIONS = 100;
/**
 * Deletions that callers of one namespace may ask for in 24 hours: each adds two entries to the Registry's ledger, which
 * keeps them for a year, and one request may name 1,000 values. The standing retention is not counted.
 */
export const MAX_DELETIONS_PER_DAY = 1_000;
/** What the audit of one namespace takes, sealed; beyond that its oldest records go. */
export const MAX_AUDIT_BYTES = 1_024 * MIB;
/** Mappings, and attribute pairs, up to which an erasure of one person is tried out within the request: 0.3 s of work. */
export const MAX_INLINE_DRY_RUN_ROWS = 10_000;
/** Tokens that are remembered of one conversation with a language model; of more, those that were sent last. */
export const MAX_CONVERSATION_MAPPINGS = 4_096;
/** Body of a call to a language model; pictures that a policy lets pass have room in it. */
export const MAX_MODEL_BODY_BYTES = 4 * MIB;
/** An answer of a language model that does not come as a stream, and one event of a stream: both are held as a whole. */
export const MAX_MODEL_ANSWER_BYTES = 8 * MIB;
/** How long a call is remembered of which LiteLLM asks before and after: longer than it waits for a model by default. */
export const CALL_MEMORY_MS = 2 * 3_600_000;
/** How long a conversation is remembered at most: as long as OpenAI keeps an answer that can be continued. */
export const MAX_CONVERSATION_MS = 30 * 86_400_000;
/** What the conversations of one namespace take: with 30 tokens each about a million. Those remembered first give way. */
export const MAX_CONVERSATION_BYTES = 256 * MIB;
/** Tracking ids in one status call. */
export const MAX_STATUS_IDS = 1_000;
/** Jobs on one page of a list, and where nothing is said. */
export const MAX_JOBS_PER_PAGE = 200;
export const JOBS_PER_PAGE = 50;
/** Jobs of up to this many items carry `input_payload` unasked. */
export const MAX_INLINE_INPUT_ITEMS = 100;
/** How long a request may wait for the end of jobs. */
export const MAX_WAIT_SECONDS = 30;
/** Requests of one instance that wait so at once, and of one token among them: each keeps a connection. */
export const MAX_WAITING = 256;
export const MAX_WAITING_OF_TOKEN = 32;
/** One status answer. */
export const MAX_STATUS_ANSWER_BYTES = 64 * MIB;
/** Validity of a namespace token that was issued without an end date. */
export const DEFAULT_TOKEN_DAYS = 365;
/** Longest duration of a deletion or retention rule: a hundred years. */
export const MAX_DURATION_DAYS = 36_500;
/** Body of a change of a policy, which may bring lists of values. */
export const MAX_POLICY_BODY_BYTES = 2 * MIB;
/** Code points of a custom entity's description. */
export const MAX_DESCRIPTION_LENGTH = 256;
/** Policies on one page of a listing. */
export const POLICIES_PER_PAGE = 50;
/** Policies of one namespace. */
export const MAX_POLICIES = 1_000;
/** Different wrappers all policies of one namespace have ever had: unmask looks for each of them. */
export const MAX_WRAPPERS = 10_000;
/** Code points of a prefix or a suffix. */
export const MAX_WRAPPER_LENGTH = 64;
/** Code points of a policy's name. */
export const MAX_POLICY_NAME_LENGTH = 128;
/** Custom entities of one policy. */
export const MAX_CUSTOM_ENTITIES = 100;
/**
 * What one policy's custom entities cost together: about milliseconds per 64 KiB of the text that is worst for
 * them (detect/custom says what each costs). Twice as long where entities are anonymized, because those are looked for
 * apart. Others are served in between, but one thread serves everybody.
 */
export const MAX_CUSTOM_COST = 2_000;
/**
 * What the policy's own patterns and lists may cost in all texts of one synchronous request, in the unit of core/steps.ts:
 * about milliseconds, if the texts are those that are worst for them. One text of any size may always be sent: a policy costs
 * at most MAX_CUSTOM_COST and 900 for its lists, twice that where something is anonymized, and twice that again in a text
 * with escapes. A hundred usual patterns cost 500 to 600, and 1 MiB of text with them 9,600 at most.
 */
export const MAX_SYNC_COST = 12_000;
/** Entries of a custom entity's list of words, and of a policy's lists of allowed and denied values. */
export const MAX_LIST_ENTRIES = 10_000;
/** Code points of one entry of such a list. */
export const MAX_LIST_ENTRY_LENGTH = 256;
/** Code points of a custom entity's pattern. */
export const MAX_PATTERN_LENGTH = 1_024;
/** A policy's definition as JSON, in UTF-8 bytes; sealed, it has to fit one row (2 MB). */
export const MAX_POLICY_BYTES = 1_500_000;

/** True when the UTF-8 form of `text` is longer than `limit` bytes; encodes only when in doubt. */
export function exceedsBytes(text: string, limit: number): boolean {
  if (text.length > limit) return true;
  // A UTF-16 unit takes at most three bytes in UTF-8 (a pair takes four).
  if (text.length * 3 <= limit) return false;
  return new TextEncoder().encode(text).length > limit;
}
