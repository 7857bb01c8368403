// The specification, sentence by sentence, in our own words. Each row is proved by the test of its
// id in this folder.

import { OPERATION_REQUIREMENTS } from "./operation-requirements.ts";

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
  ...OPERATION_REQUIREMENTS,
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
