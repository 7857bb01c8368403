// Every limit of the service, with its unit in the name and its reason above it.

const KIB = 1024;
const MIB = 1024 * KIB;

/** Items in one synchronous request: 35 to 45 ms for new values, measured end to end under serve. */
export const MAX_SYNC_ITEMS = 1_000;
/** Size of the body of a synchronous request. */
export const MAX_SYNC_BODY_BYTES = 1 * MIB;
/** Entities in one synchronous request: auto-detect can find many in one text. */
export const MAX_SYNC_ENTITIES = 10_000;
/** Items in one asynchronous job. */
export const MAX_ASYNC_ITEMS = 100_000;
/** Body of an asynchronous submission; well below the 32 MiB above which RPC refuses it. */
export const MAX_ASYNC_BODY_BYTES = 16 * MIB;
/** Items in one job that is submitted as lines. */
export const MAX_STREAMED_ITEMS = 1_000_000;
/** Body of a submission as lines, decompressed too: 268 bytes an item of the largest job. Never in memory as a whole. */
export const MAX_STREAMED_BODY_BYTES = 256 * MIB;
/** Chunks of such a body as they arrive: two for each item of the largest job. */
export const MAX_STREAMED_BODY_CHUNKS = 2_000_000;
/** Memory that such a submission takes while it arrives, not counting lines longer than a chunk of the job. */
export const STREAMED_BODY_BYTES = 512 * KIB;
/** Memory that all request bodies may take of one isolate at once; the platform gives an isolate 128 MiB. */
export const MAX_BODY_MEMORY_BYTES = 48 * MIB;
/** The same for asynchronous submissions, counted separately: one of full size, and small ones beside it. */
export const MAX_SUBMISSION_MEMORY_BYTES = 24 * MIB;
/** The same for streams, counted separately: a stream lasts as long as its caller likes. */
export const MAX_STREAM_MEMORY_BYTES = 16 * MIB;
/** Memory of a body that is parsed as a whole, as a multiple of its size: 64 bodies of 0.9 MiB took 500 MiB. */
export const PARSED_BODY_FACTOR = 8;
/**
 * The least that any body counts for. It limits an isolate to 3,072 requests and 1,536 submissions at once, about a second
 * of work when each masks one value. Any request beyond that is refused before any work is done for it.
 */
export const MIN_BODY_MEMORY_BYTES = 16 * KIB;
/** A body may take this long to arrive, plus the time its bytes take at MIN_BODY_BYTES_PER_MS (64 KB a second). */
export const BODY_GRACE_MS = 20_000;
export const MIN_BODY_BYTES_PER_MS = 64;
/** Chunks in which a body arrives: five for each item of the largest job. They take the Worker 2 s. */
export const MAX_BODY_CHUNKS = 500_000;
/** One item as JSON text in an asynchronous body; sealed, it has to fit one row (2 MB) with room to spare. */
export const MAX_ASYNC_ITEM_BYTES = 1 * MIB;
/** Memory that a waiting stream takes besides the text it holds: 12 to 13 KiB were measured. */
export const WAITING_STREAM_BYTES = 16 * KIB;
/** What it takes in addition while it works on a full piece (shorter ones take less); must be free when it begins. */
export const STREAM_PIECE_BYTES = 256 * KIB;
/** UTF-16 units of a stream that are worked on at once: some 800 tokens. */
export const MAX_STREAM_PIECE_LENGTH = 16 * KIB;
/** UTF-16 units of a stream that are masked at once: at most MAX_TEXT_BYTES in UTF-8, whatever the characters. */
export const MAX_MASKED_PIECE_LENGTH = 21 * KIB;
/** UTF-16 units of one line of NDJSON, or of one server-sent event, in a stream. */
export const MAX_STREAM_LINE_LENGTH = 64 * KIB;
/** One value in auto-detect mode, in UTF-8 bytes. */
export const MAX_TEXT_BYTES = 64 * KIB;
/** One value in token or format mode, in UTF-8 bytes. */
export const MAX_VALUE_BYTES = 4 * KIB;
/** One `token_value` in UTF-8 bytes: a full auto-detect text with tags and tokens; short entities grow eightfold. */
export const MAX_TOKEN_VALUE_BYTES = 768 * KIB;
/** Nesting of any body, because many functions recurse. A list item may still hold a document of MAX_JSON_DEPTH. */
export const MAX_BODY_DEPTH = 100;
/**
 * Members and elements of all objects and lists that are parsed at once: a synchronous body, or one item of a submission.
 * More would hold the thread for longer than one request may (docs/decisions/slices-by-items.md). 1,000 items with twenty
 * attributes each have 24,000; a document has at most 32,768 texts and numbers.
 */
export const MAX_BODY_PARTS = 50_000;
/** Nesting of a JSON value that is masked or unmasked; JSON.stringify recurses. */
export const MAX_JSON_DEPTH = 64;
/** Texts and numbers in one JSON value: a document of the largest size that may be masked (64 KiB) cannot hold more. */
export const MAX_JSON_LEAVES = 32 * KIB;
/** Names in an item's `numbers`. */
export const MAX_NUMBER_NAMES = 100;
/** Letters of all values of one synchronous unmask: tokens may repeat, and RPC refuses over 32 MiB (two bytes a letter). */
export const MAX_UNMASKED_LETTERS = 12 * MIB;
/** Attributes of one item as JSON text, in UTF-8 bytes. */
export const MAX_ATTRIBUTES_BYTES = 16 * KIB;
/**
 * Attributes times values that are masked together: each value of a document, and each entity of a text, gets all attributes
 * of its item. As many as a chunk of a job can hold in short items.
 */
export const MAX_BATCH_PAIRS = 12_000;
/** Nesting of attributes; JSON.stringify recurses, so unlimited depth would crash. */
export const MAX_ATTRIBUTES_DEPTH = 16;
/** Members of an asynchronous body besides its list; they are parsed as a whole. */
export const MAX_MEMBERS_BESIDE_LIST = 64;
/** Bytes of those members: as many as a whole synchronous body may have. */
export const MAX_BYTES_BESIDE_LIST = 1 * MIB;
/** Letters of those members that are stored with the job and shown with its input; the rest is dropped. */
export const MAX_KEPT_REST_LENGTH = 16 * KIB;
/** Letters of an unknown name that are repeated in a message. */
export const MAX_ECHOED_NAME_LENGTH = 64;
/** Unfinished jobs of one namespace; one user may have them all. */
export const MAX_OPEN_JOBS = 1_000;
/** The same for users with few unfinished jobs: these extra places are theirs, so nobody can keep the others out. */
export const MAX_OPEN_JOBS_FOR_FEW = 1_200;
/** A user with fewer unfinished jobs than this has few. */
export const FEW_OPEN_JOBS = 20;
/** Unfinished deletions of one namespace. */
export const MAX_OPEN_DELETIONS = 100;
/**
 * Deletions that callers of one namespace may request in 24 hours: each adds two entries to the Registry's ledger, which
 * keeps them for a year, and one request may name 1,000 values. The standing retention does not count.
 */
export const MAX_DELETIONS_PER_DAY = 1_000;
/** Sealed audit records of one namespace; beyond this the oldest are dropped. */
export const MAX_AUDIT_BYTES = 1_024 * MIB;
/** Mappings, and attribute pairs, up to which the dry run of a person's erasure runs within the request: 0.3 s of work. */
export const MAX_INLINE_DRY_RUN_ROWS = 10_000;
/** Tokens remembered of one conversation with a language model; beyond this, those that were sent last. */
export const MAX_CONVERSATION_MAPPINGS = 4_096;
/** Body of a call to a language model, with room for pictures that a policy lets pass. */
export const MAX_MODEL_BODY_BYTES = 4 * MIB;
/** A language model's answer that is not a stream, and one event of a stream: each is held in memory as a whole. */
export const MAX_MODEL_ANSWER_BYTES = 8 * MIB;
/** An answer in numbers, which is not held in memory: 2,048 embeddings of 3,072 numbers have 140 MB. */
export const MAX_NUMBERS_ANSWER_BYTES = 256 * MIB;
/** How long to remember a call between LiteLLM's two requests about it: longer than it waits for a model by default. */
export const CALL_MEMORY_MS = 2 * 3_600_000;
/** Longest time a conversation is remembered: as long as OpenAI keeps an answer that can be continued. */
export const MAX_CONVERSATION_MS = 30 * 86_400_000;
/** Size of all conversations of one namespace, about a million with 30 tokens each. The oldest are dropped first. */
export const MAX_CONVERSATION_BYTES = 256 * MIB;
/** Tracking ids in one status call. */
export const MAX_STATUS_IDS = 1_000;
/** Jobs on one page of a list: at most, and by default. */
export const MAX_JOBS_PER_PAGE = 200;
export const JOBS_PER_PAGE = 50;
/** Jobs of up to this many items return `input_payload` without being asked. */
export const MAX_INLINE_INPUT_ITEMS = 100;
/** How long a request may wait for jobs to end. */
export const MAX_WAIT_SECONDS = 30;
/** Requests of one isolate that may wait for jobs at once, and those of one token among them: each keeps a connection. */
export const MAX_WAITING = 256;
export const MAX_WAITING_OF_TOKEN = 32;
/** Size of one status answer. */
export const MAX_STATUS_ANSWER_BYTES = 64 * MIB;
/** Validity of a namespace token that was issued without an end date. */
export const DEFAULT_TOKEN_DAYS = 365;
/** Longest duration of a deletion or retention rule: a hundred years. */
export const MAX_DURATION_DAYS = 36_500;
/** Body of a change to a policy, which may contain lists of values. */
export const MAX_POLICY_BODY_BYTES = 2 * MIB;
/** Code points of a custom entity's description. */
export const MAX_DESCRIPTION_LENGTH = 256;
/** Policies on one page of a listing. */
export const POLICIES_PER_PAGE = 50;
/** Policies of one namespace. */
export const MAX_POLICIES = 1_000;
/** Distinct wrappers that all policies of one namespace have ever had: unmask looks for each of them. */
export const MAX_WRAPPERS = 10_000;
/** Code points of a prefix or a suffix. */
export const MAX_WRAPPER_LENGTH = 64;
/** Code points of a policy's name. */
export const MAX_POLICY_NAME_LENGTH = 128;
/** Custom entities of one policy. */
export const MAX_CUSTOM_ENTITIES = 100;
/**
 * Total cost of one policy's custom entities: about the milliseconds that 64 KiB of the worst text take (detect/custom says
 * what each costs). They take twice as long where entities are anonymized, because those are looked for in a pass of their
 * own. Other requests run in between, but all share one thread.
 */
export const MAX_CUSTOM_COST = 2_000;
/**
 * Total cost of the policy's own patterns and lists over all texts of one synchronous request, in the unit of core/steps.ts:
 * about milliseconds for the worst texts. A single text of any size is always accepted: a policy costs at most
 * MAX_CUSTOM_COST plus 900 for its lists, twice that where something is anonymized, and twice that again in a text with
 * escapes. A hundred usual patterns cost 500 to 600, and 1 MiB of text with them 9,600 at most.
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

/** Whether the UTF-8 form of `text` is longer than `limit` bytes; encodes it only when its length does not decide. */
export function exceedsBytes(text: string, limit: number): boolean {
  if (text.length > limit) return true;
  // A UTF-16 unit takes at most three bytes in UTF-8 (a pair takes four).
  if (text.length * 3 <= limit) return false;
  return new TextEncoder().encode(text).length > limit;
}
