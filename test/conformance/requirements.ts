// The specification, sentence by sentence, in our own words. Each row is proved by the test of its
// id in this folder.

/** One sentence that can be tested. */
export interface Requirement {
  readonly id: string;
  readonly says: string;
  /** Title of its test. */
  readonly test: string;
}

/** Rows in the order of the specification; the id begins with the section. */
export const REQUIREMENTS: readonly Requirement[] = [
  {
    id: "S1.1",
    says: "A masked value is answered with a token in its place.",
    test: "masking replaces the sensitive value by a token",
  },
  {
    id: "S1.2",
    says: "Which token stands for which text is kept in the namespace, so tokens can be turned back.",
    test: "a token is turned back later, in its namespace only",
  },
  {
    id: "S1.3",
    says: "The asynchronous operation takes the synchronous one's payload and gives a job id, no results.",
    test: "one payload serves both operations, and the job's answer has no results",
  },
  {
    id: "S1.4",
    says: "The client asks a status operation until the job has reached a state that is final.",
    test: "polling the status operation comes to a final state that stays",
  },
  {
    id: "S1.5",
    says: "The output of a job is to be had from the status operation and nowhere else.",
    test: "only the status operation hands out a job's output",
  },
  {
    id: "S1.6",
    says: "A namespace's mappings older than a date or some days can be deleted.",
    test: "mappings older than a date or some days are deleted, younger ones stay",
  },
  {
    id: "S1.7",
    says: "A deletion runs in the background and has a tracking id.",
    test: "a deletion answers at once with a tracking id and goes on in the background",
  },
  {
    id: "S1.8",
    says: "What was anonymized has no mapping and no way back.",
    test: "an anonymized value leaves no mapping, and no call gives it back",
  },
  {
    id: "S1.9",
    says: "Deleting mappings changes nothing for what was anonymized.",
    test: "a deletion of mappings leaves anonymized text to unmask as before",
  },
  {
    id: "S2.1.1",
    says: "An item's value is a text, the one to mask.",
    test: "value is the text that is masked, and must be a string",
  },
  {
    id: "S2.1.2",
    says: "An item's format is a text that names the kind of data, such as a URL or phone number.",
    test: "format names the kind of data, and must be a string",
  },
  {
    id: "S2.1.3",
    says: "An item's token_name is a text that names the kind of token, such as text or numeric.",
    test: "token_name names the kind of token, and must be a string",
  },
  {
    id: "S2.1.4",
    says: "Token, format and auto-detect masking all use the one list structure.",
    test: "one list holds token, format and auto-detect items side by side",
  },
  {
    id: "S2.2.1",
    says: "A job's tracking_id is a text that names it when asking for its status.",
    test: "tracking_id is a string under which the status operation knows the job",
  },
  {
    id: "S2.2.2",
    says: "A job's status is a text, PENDING right after submission.",
    test: "status is PENDING in the answer to the submission",
  },
  {
    id: "S2.3.1",
    says: "A deletion job has a tracking_id, a text.",
    test: "a deletion's tracking_id is a string under which its status is known",
  },
  {
    id: "S2.3.2",
    says: "A deletion job's status starts as PENDING.",
    test: "a deletion's status is PENDING in the answer to the request",
  },
  {
    id: "S2.3.3",
    says: "A deletion of mappings has the job_type data-deletion.",
    test: "job_type is data-deletion in the answer and in the status",
  },
  {
    id: "S2.4.1",
    says: "data of a mask submission is a list of job records.",
    test: "data of a submission is a list of job records",
  },
  {
    id: "S2.4.2",
    says: "data of a deletion request is one object.",
    test: "data of a deletion request is one object, not a list",
  },
  {
    id: "S2.4.3",
    says: "success is true for a request that was accepted.",
    test: "success is true exactly when the request was accepted",
  },
  {
    id: "S2.4.4",
    says: "error is an object with a text called message.",
    test: "error holds a message string in every answer",
  },
  {
    id: "S2.4.5",
    says: "The message is empty when all went well.",
    test: "the message is empty on success and not empty on failure",
  },
  {
    id: "S3.1",
    says: "PENDING means accepted and waiting, and is what a submission reports.",
    test: "a PENDING job has been accepted and goes on to run",
  },
  {
    id: "S3.2",
    says: "FAILED is a final state, reached among others by an invalid masking payload.",
    test: "an invalid masking payload ends the job FAILED for good",
  },
  {
    id: "S3.3",
    says: "There are final states beside FAILED.",
    test: "a job that went well ends in another final state than FAILED",
  },
  {
    id: "S4.1.1",
    says: "A mask job is submitted with PUT to /api/vault/mask/async.",
    test: "PUT is the one method of the submission path",
  },
  {
    id: "S4.1.2",
    says: "The request carries a bearer token and says that its content is JSON.",
    test: "the submission needs the bearer token and the JSON content type",
  },
  {
    id: "S4.1.3",
    says: "The body is a JSON object whose member mask is required.",
    test: "the body must be a JSON object with mask",
  },
  {
    id: "S4.1.4",
    says: "mask is a list of items, built as for the synchronous operation.",
    test: "mask must be a list, and its items are read as the synchronous operation reads them",
  },
  {
    id: "S4.1.5",
    says: "The answer is JSON with a list in data, a boolean in success and a text in error.message.",
    test: "the answer has data, success and error.message of the right types",
  },
  {
    id: "S4.1.6",
    says: "The answer holds none of the masked output.",
    test: "the submission's answer holds a tracking id and a status and nothing else",
  },
  {
    id: "S4.1.7",
    says: "tracking_id and PENDING are read from the first element of data.",
    test: "the first element of data carries tracking_id and PENDING",
  },
  {
    id: "S4.1.8",
    says: "With the tracking_id, the status operation gives the masked output.",
    test: "the status operation gives the masked output for the tracking_id",
  },
  {
    id: "S4.1.9",
    says: "What is wrong with the payload may show only as FAILED in the status answer.",
    test: "a bad item is accepted at submission and shows as FAILED",
  },
  {
    id: "S4.2.1",
    says: "Mappings are deleted with PUT to their path under /api/vault/namespace.",
    test: "PUT is the one method of the deletion's path",
  },
  {
    id: "S4.2.2",
    says: "The request carries an administrator's bearer key and JSON content.",
    test: "the deletion needs the bearer key and the JSON content type",
  },
  {
    id: "S4.2.3",
    says: "The body's data object is required.",
    test: "the deletion's body must hold the data object",
  },
  {
    id: "S4.2.4",
    says: "date (YYYY-MM-DD) deletes mappings made before that day.",
    test: "date deletes what was made before that day, and must be YYYY-MM-DD",
  },
  {
    id: "S4.2.5",
    says: "duration deletes mappings older than that many days.",
    test: "duration deletes what is older than that many days, and must be a whole number",
  },
  {
    id: "S4.2.6",
    says: "One of date and duration has to be given, and not both.",
    test: "neither date nor duration, or both, is refused",
  },
  {
    id: "S4.2.7",
    says: "The answer holds one deletion job, success and error.message.",
    test: "the deletion's answer has one job, success and error.message",
  },
  {
    id: "S4.2.8",
    says: "The mappings of one namespace are acted on, and of no other.",
    test: "the deletion acts on the namespace of its bearer alone",
  },
  {
    id: "S4.2.9",
    says: "Anonymized entities stay as they are.",
    test: "a deletion of everything does not touch anonymized entities",
  },
  {
    id: "S4.2.10",
    says: "A token whose mapping was deleted can never be unmasked again.",
    test: "a token whose mapping was deleted stays dead, even when its value is masked again",
  },
  {
    id: "S4.2.11",
    says: "A deletion may take minutes where there is much to delete.",
    test: "a deletion is answered before it is done, and its status tells how far it is",
  },
  {
    id: "S4.2.12",
    says: "A deletion's progress is asked for in an operation of its own.",
    test: "a deletion's progress is to be had from the job-status operation",
  },
  {
    id: "S4.3.1",
    says: "One person's mappings can be erased by value; exact matches are dead with the answer.",
    test: "exact matches of an erasure by value are dead when it is answered",
  },
  {
    id: "S4.3.2",
    says: "Other spellings of the value, and texts that contain it, are found by the job.",
    test: "an erasure by value finds other spellings and longer texts",
  },
  {
    id: "S4.3.3",
    says: "A token stands for its value when a person is erased by token.",
    test: "an erasure by token takes its value under every kind of token",
  },
  {
    id: "S4.3.4",
    says: "An erasure by attribute leaves what another holder uses too, without the pair.",
    test: "an erasure by attribute keeps what is shared and counts it",
  },
  {
    id: "S4.3.5",
    says: "Erasing a person needs metadata_change, and its dry run unmask as well.",
    test: "an erasure of a person and its dry run ask for their permissions",
  },
  {
    id: "S5.1",
    says: "Submitting a mask job takes a bearer token in the Authorization header.",
    test: "a submission without a good bearer token is refused and stores nothing",
  },
  {
    id: "S5.2",
    says: "Deleting mappings takes a namespace administrator's key as bearer.",
    test: "a deletion without a namespace administrator's key is refused and deletes nothing",
  },
  {
    id: "S6.1",
    says: "Nobody is called back: results and progress come from polling by tracking_id.",
    test: "results and progress are polled by tracking_id",
  },
  {
    id: "S7.1",
    says: "Every answer is in the envelope, with success and error.message.",
    test: "every operation answers in the envelope, whatever is wrong",
  },
  {
    id: "S7.2",
    says: "An invalid asynchronous payload may be told by the status operation, not at submission.",
    test: "the status answer tells what was wrong with an accepted payload",
  },
  {
    id: "S8.1",
    says: "Deletion jobs are meant to be polled every 30 to 60 seconds.",
    test: "a deletion can be polled at any interval, also long after its end",
  },
  {
    id: "S8.2",
    says: "A deletion job of a large namespace may run for minutes.",
    test: "a deletion that takes long ends SUCCESS however often it is polled",
  },
];
