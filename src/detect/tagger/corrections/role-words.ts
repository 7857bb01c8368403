// Words that are capitalized by custom and name nobody. Written for this project, from the forms of such
// texts: defined terms of loan, lease and sale contracts, parties and papers of court cases, headings of
// medical notes, and abbreviations of form labels.

import { addToHash, HASH_START } from "../hash.ts";
import { foldCode } from "../letters.ts";

/** The hash of a word, as `tokenize` computes it. */
export function hashOfWord(word: string): number {
  let hash = HASH_START;
  for (let i = 0; i < word.length; i++) hash = addToHash(hash, foldCode(word.charCodeAt(i)));
  return hash;
}

/** The hashes of all words in these lists. */
export function hashesOf(...lists: readonly string[]): ReadonlySet<number> {
  return new Set(lists.flatMap((list) => list.split(" ").map(hashOfWord)));
}

const SIEVE_SLOTS = 2 ** 16;

/** A set of words, by hash, that every token is looked up in: reading one byte rules out nearly all other words. */
export class WordSet {
  readonly #words: ReadonlySet<number>;
  readonly #sieve = new Uint8Array(SIEVE_SLOTS);

  constructor(words: ReadonlySet<number>) {
    this.#words = words;
    for (const word of words) this.#sieve[word & (SIEVE_SLOTS - 1)] = 1;
  }

  has(word: number): boolean {
    return this.#sieve[word & (SIEVE_SLOTS - 1)] === 1 && this.#words.has(word);
  }
}

const PARTIES =
  "affiliate affiliates agent agents applicant arranger assignee assignor assignors bailee beneficiary bidder " +
  "borrower borrowers buyer buyers client clients company consultant contractor contractors creditor creditors " +
  "custodian customer customers debtor debtors depositary distributor employee employees employer employers " +
  "executive franchisee franchisor grantee grantor guarantor guarantors holder holders indemnitee indemnitor " +
  "insured insurer investor investors issuer issuers landlord lender lenders lessee lessor licensee licensor " +
  "manufacturer member members mortgagee mortgagor noteholder noteholders obligee obligor obligors owner owners " +
  "party parties payee payor pledgee pledgor publisher purchaser purchasers recipient registrar reseller seller " +
  "sellers shareholder shareholders stockholder stockholders subcontractor sublessee subsidiary subsidiaries " +
  "supplier suppliers tenant tenants transferee transferor trustee trustees underwriter underwriters vendor " +
  "vendors warrantor parent bank";

const PAPERS =
  "account accounts additional adverse arbitration agreement agreements addendum advance advances amendment amendments amount amounts annex appendix applicable article " +
  "articles assignment assignments assurances bond bonds books business certificate change clause closing code collateral commercial commitment " +
  "commitments compliance confidential confidentiality contract contracts costs covenant covenants credit date deed " +
  "default defaults deposit designated disbursement discharge disclosure dispute document documents effective encumbrance " +
  "equipment event events exclusive exhibit facility equity expenses extension extensions fee fees final financial form forms funding grant further " +
  "guaranty indebtedness indemnification indenture information instrument interest inventory investments law lease leases " +
  "liability lien liens line loan loans loss maintenance margin material maturity maker mergers mortgage note notes notice notices " +
  "obligation obligations officer officers operating option options payment percentage payments permitted person pledge power prepayment prepayments principal proceeds " +
  "project promissory property rate recitals regulatory remedies rent repayment representation representations resolution responsible right rights " +
  "schedule schedules section sections security share shares solvency statement statements stipulated stock supplement " +
  "supplemental tax taxes term termination terms title transaction transactions transfer unconditional uniform use value values waiver warrant " +
  "warranties warranty";

const COURTS =
  "appellant appellants appellee appellees attorney attorneys case claimant claimants complainant complaint counsel " +
  "court courts decedent defendant defendants deponent docket exhibit judge judgment jury motion movant opinion " +
  "order petition petitioner petitioners plaintiff plaintiffs prosecutor respondent respondents testator witness";

const CARE =
  "acute allergies anxiety arthritis assessment asthma bowel chronic colitis congestive depression depressive " +
  "diabetes diagnosis disease disorder erythematosus failure fibrillation generalized hypertension hypothyroidism " +
  "hyperlipidemia infection insomnia irritable kidney lupus major medication medications medicine migraine mild " +
  "moderate objective obstructive osteoarthritis patient patients persistent physician pneumonia prognosis " +
  "pulmonary recurrent rheumatoid severe stage subjective symptoms syndrome systemic treatment type vitals insurance " +
  "department general internal emergency surgery anesthesiology cardiology dermatology endocrinology gastroenterology " +
  "geriatrics gynecology hematology nephrology neurology obstetrics oncology ophthalmology orthopaedics orthopedics " +
  "paediatrics pathology pediatrics psychiatry pulmonology radiology rheumatology urology";

const LABELS =
  "aadhaar aba acct addr attn bmi bp cc bcc ceo cfo cio cob coo cpa cto cv cvv dl dm dob dod dos dx ein emp etc ext faq " +
  "fax fyi gaap gpa hr hx icd id ids iban id isbn kyc lol mbi md mrn na npi omg otp pcp pdf phd pin pob poc " +
  "pps ps rn rsvp rt rx sku sms ssn sn tbd tel tin url usd usr vat vin wtf xx zip shoutout video reg prem sync support team helpdesk " +
  "madam sir colleague colleagues organizer organiser attendee education references deps dev readme lat lon lng mon tue wed thu fri nhs emea apac latam preop postop";

/** Programs, systems and programming languages, except those that people or companies are also called. */
const SOFTWARE =
  "android ansible centos chrome chromium confluence debian deno django docker eclipse elasticsearch emacs erlang excel fedora firefox " +
  "flask gradle grafana haskell ios ipados java javascript jenkins jira kibana kotlin kubernetes linux macos " +
  "mariadb mongodb mysql nginx node outlook perl php podman postgres postgresql powerpoint powershell prometheus python redis " +
  "safari sharepoint solr sqlite svelte terraform tomcat typescript ubuntu unix vite vue webpack whatsapp windows";

/** Titles without the name they belong to. */
const TITLE_WORDS = "dr minister ministers mr mrs ms prime prof";

/** Words of contracts, courts, clinics and forms that name nobody. */
export const ROLE_WORDS = hashesOf(PARTIES, PAPERS, COURTS, CARE, LABELS, SOFTWARE, TITLE_WORDS);

/** The titles among `ROLE_WORDS`. */
export const TITLES = hashesOf(TITLE_WORDS);

/**
 * Those of `ROLE_WORDS` that people are also called: on the lists of given and family names in models/lists, or otherwise in
 * use as names.
 */
export const NAMES_TOO = hashesOf(
  "banks bishop bond chambers dean dev grant judge justice law major page parent person power powers price prime rent trust young",
);

/** Small words that may be between them. */
export const SMALL_WORDS = hashesOf(
  "a all an and any at by each either every for from hereby in is its no of on or other our s such that the " +
    "their this to under will with your",
);

/** Words of job titles, as they precede the "of" of an organization's name. */
export const JOB_WORDS = hashesOf(
  "accountant administrator adviser advisor ambassador analyst architect assistant associate attorney auditor " +
    "ceo cfo chair chairman chairwoman chief clerk cofounder commissioner compliance consultant controller " +
    "coordinator counsel cto data database dean deputy designer developer director editor engineer engineering " +
    "executive finance financial founder governor head interim legal manager managing marketing medical member minister " +
    "network officer operations partner president principal product professor project representative research " +
    "sales scientist secretary security senior software specialist spokesman spokesperson spokeswoman staff " +
    "superintendent supervisor technology treasurer vice vp apprentice barista bookkeeper care chef courier customer dentist devops " +
    "dispatcher driver electrician foreman growth intern lead lecturer locum master mechanic midwife nurse operative operator " +
    "paralegal paramedic people procurement qa receptionist recruiter scrum shift site sister social solicitor sous success surveyor " +
    "teacher team technician therapist trainee tutor warehouse worker",
);
