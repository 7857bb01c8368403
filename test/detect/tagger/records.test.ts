// Names and numbers in records, forms, programs and logs, with the shipped models: all of what is marked is hidden, and nothing else.
import { beforeAll, describe, expect, it } from "vitest";
import { PRECISE_TYPES } from "../../../src/core/entities.ts";
import { DEFAULT_DETECTION, type Detection, detected } from "../../../src/detect/detector.ts";
import { shippedTagger } from "../../../src/detect/tagger/shipped-taggers.ts";
import { inStretches } from "../../../src/platform/yield-to-callers.ts";
import { offsetsOf, unmark } from "../../support/detect/marked.ts";

const ALL: Detection = {
  ...DEFAULT_DETECTION,
  recognizers: [...DEFAULT_DETECTION.recognizers, shippedTagger({ recall: 0 })],
  wanted: new Set([...DEFAULT_DETECTION.wanted, ...PRECISE_TYPES, "ID_OTHER"]),
};

const found = async (text: string) => offsetsOf(await inStretches(detected(text, ALL)));

// To have the models takes the runner seconds.
beforeAll(async () => {
  await found('name="MARTA KOWALCZYK" addr="ul. Złota 44/12, 00-120 Warszawa"');
}, 120_000);

describe("records", () => {
  it.each([
    '{"first_name":"«Grace»","last_name":"«Hill»"} {"firstName":"«Hope»","lastName":"«Church»"}',
    "first_name=«Mark»&last_name=«Bank»&page=2",
    "last_name: «King»\nsurname: «Price»\nfirst name: enter it here",
    '{"name":{"given":["«Ifeoma»","«Zorblax»"],"family":"«Nwosu»"}}',
    'name="«MARTA KOWALCZYK»" addr="«ul. Złota 44/12, 00-120 Warszawa»" err=do_not_honor',
    "WHERE last_name = '«Papadopoulos»' AND first_name LIKE '«Kon»%' AND paid = 1",
    "id,first_name,last_name,note\n1,«Grace»,«Hill»,new\n2,«April»,«Law»,-\n",
    'id,street,city,zip\n1,«12 Main St»,«Springfield»,«62701»\n2,"«4 Elm Road, Flat 2»",«London»,«SW1A 1AA»\n',
    "Attending: «PATEL, ROHAN K», MD. Seen by «OYELARAN, TUNDE»",
    "next of kin is «GONZALEZ^LUIS» in the message",
    "Beneficiary name: «ALEJANDRA QUISPE MAMANI»; paid by wire",
    "Hi, I'm «Precious Adeyemi» and I'm Happy Today; I am Senior Engineer here",
    "Hello, I am «Blessing Okafor-Smythe»!",
    "<name>«Anneliese Brandt»</name><city>«Ulm»</city>",
    "Surgeon: «P. Venkataraman», MD. Surgeon: Unknown",
    "Patient: «Amber»\nAge: 45\nCustomer: «Adelaide»\nCaller: «Cheyenne» is late.",
    "Caller: My son is ill.\nCaller: Well, I think so.\nCaller: «Fionnuala», for her mother.\nPatient: No pain today.\nGuest: Can I check out late?",
    "Reviewer: Looks good to me. Author: «Tendai Moyo». First name: Enter your first name. Assignee: Unassigned\npatient: «Obuya»",
  ])("%s", async (marked) => {
    const { text, offsets } = unmark(marked);
    expect(await found(text)).toEqual(offsets);
  });
});

describe("numbers that little gives away", () => {
  it.each([
    "Her new number is «07700900738». My number's «07700900738», ring me; the order number is 07700900739.",
    "Hi, my number is «0772 123 456». My Number: «6214 9832 0257»; il mio numero è «347 123 4567», mój numer to «601 234 567».",
    "La señora «Pilar» llamó ayer desde el «915 123 456» y pidió una cita.",
    "Hotel: conf. no. «HX7731K». Rx «7782911», Rx#: «7782912», no confirmation yet",
    "policy no. «LF-00992813» … we closed «LF-00992813» today, not LF-00992813B",
    '"user":"«ACME\\\\p.lindqvist»", "text": "user=«jsmith»\\nhost=web"',
    "Pay sort «20-00-00» acct «55779911»; sort by 12-11-10",
    "PAN «ABCDE1234F», plate: «CA 123-456»; the pan of 12 inches, plate 12",
    "lat «52.5200», Lon: «13.4050»; lat 52.5, the lat pulldown 60",
    "docker run -v $PWD:/spec x; PWD=/srv/app; pwd=«hunter22»; SECRET_KEY_BASE=«3f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c»",
    "RFC 7519, ISO 27001, IEEE 802.11",
    "wifi pw: «BevsCats77», then «BevsCats77» again on the second box",
  ])("%s", async (marked) => {
    const { text, offsets } = unmark(marked);
    expect(await found(text)).toEqual(offsets);
  });
});

describe("names that little gives away", () => {
  it.each([
    "Hello «Guadalupe»,\nthe parcel is here. Dear Sir or Madam, dear Colleague",
    "> Dear «Ottoline», sorry to hear that.\n> Hi «Zanele»,\nAgent: Hello «Wanjiru»! Hi «Ottoline Mbatha», thanks",
    "Hello World! Hi There, Dear All,\nHi Everyone!\nThanks Folks. Hello Again, Hi Guys,\nHi Mom,\n> Hi Team, Dear Customer,",
    "Dear Resident,\nDear Passengers, Hi Uncle! Thanks Congrats!\nHi Maintainers,\n> Hi Chatbot,",
    "«READER, JOHN»; «YOU, XIU»\nname: «Xiu You»\nPlease contact «Xiu You» about the invoice",
    "/* Copyright «Acme Inc.» All Rights Reserved. */ © 2026 «Jane Miller» All Rights Reserved",
    "Merry Christmas, «Anna»! Happy Easter, Valentine's Day and Mother's Day; Eid Mubarak to you",
    "Please contact «Dev» about it. Hi «Dev», I am here.\nPatient: «Dev»\nNAME: «NUR DIN»",
    "- [Dev Deps] update `tape`\nThe Dev team has a new Dev environment. Ask a Dev, or a Web Dev; DIN EN ISO 9001",
    "受付は明日でございます。平日でございます。担当の«高橋»でございます。",
    "How was «Patrick»'s day? Signed by «Eid Salem Mubarak»",
    "On Patrick's Day the office is closed. «PARIS»/«DALLAS» and «SYDNEY»/CHARLOTTE are full",
    "Passengers: «BOSTON/ANNA MS», «WASHINGTON/GEORGE MR»",
    "My name is «Nunzia». my name is «mieszko» and I paid. My name is on the list, his name is wrong.",
    "Her maiden name is «Møller», but everyone calls me «Iqra». Her name is misspelled on the card",
    "please ask «julie novák» to call",
    "Beneficiary: «Kofi Annan Mensah», passenger «SCHMIDT/ANNA MRS»",
    "NAME: «SMITH/JOHN MR»\nnext of kin is «GONZALEZ^ANNA» there; AND/OR, MASTER/JADE, PAGE/ROSE",
    "«Tihomila»'s address is new. The company's address, today's number",
    '"It is moving in that direction," says «Bergqvist». «Ciset» lives on the third floor; the guy lives here',
    "the patient saw «dr. hurst» today",
    "Yours sincerely,\n\n«Oluwaseun Bright»\nHead of Marketing",
    "Baker's cyst, Kellgren-Lawrence scale 2, the Hawthorne effect and Crohn's disease; «Maria»'s disease is stable",
    "{ id: 1, nhs: '«9434765919»' }",
  ])("%s", async (marked) => {
    const { text, offsets } = unmark(marked);
    expect(await found(text)).toEqual(offsets);
  });
});
