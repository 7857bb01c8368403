// Section 4 of the specification, the operations: rows of requirements.ts.

/** In the order of the specification. */
export const OPERATION_REQUIREMENTS = [
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
] as const;
