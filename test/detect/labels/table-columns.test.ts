// Values that are recognized by the name of their column: CSV, output of databases, Markdown tables, SQL.

import { describe, expect, it } from "vitest";
import { PRECISE_TYPES } from "../../../src/core/entities.ts";
import { DEFAULT_DETECTION, detect } from "../../../src/detect/detector.ts";
import { columnsOf } from "../../../src/detect/labels/table-columns.ts";

const wanted = new Set([...DEFAULT_DETECTION.wanted, ...PRECISE_TYPES]);

/** The text with what is found as «TYPE:value». */
function marked(text: string): string {
  const spans = detect(text, { ...DEFAULT_DETECTION, wanted }).reverse();
  return spans.reduce(
    (all, { start, end, entityType }) =>
      `${all.slice(0, start)}«${entityType}:${all.slice(start, end)}»${all.slice(end)}`,
    text,
  );
}

const bare = (text: string) => text.replace(/«[A-Z_]+:([^»]*)»/g, "$1");

describe("values in columns", () => {
  it.each([
    "id,dob,nhs_no,policy_number\n1,«DATE_OF_BIRTH:1981-04-12»,«MEDICAL_RECORD_NUMBER:9434765919»,«INSURANCE_NUMBER:HP-1188-20931»\n",
    'user;ip;note\r\n«USERNAME:jtaylor»;«IP_ADDRESS:203.0.113.9»;"a; b"\r\n«USERNAME:mkow»;;\r\n\r\nuser;x',
    " id | username | created_by\n----+----------+-----------\n  1 | «USERNAME:frostyp»  | «USERNAME:svc_sync»\n(1 row)",
    "| No | Passport | Plate |\n|---|:---:|---|\n| 1 | «PASSPORT:LA123456» | «VEHICLE_REGISTRATION_NUMBER:HZK 118» |\n\nbye",
    "| Field | Value |\n|---|---|\n| User | «USERNAME:jsmith4» |\n| Password | «PASSWORD:hunter22» |",
    'user,note,dob\n«USERNAME:mkow»,"wants a refund,\r\n\r\nsays ""soon""",«DATE_OF_BIRTH:1985-11-30»\n«USERNAME:jtaylor»,,«DATE_OF_BIRTH:1979-01-02»\n',
    'user,ip,size\n«USERNAME:mkow»,«IP_ADDRESS:203.0.113.9»,"5 in\n«USERNAME:jtaylor»,«IP_ADDRESS:203.0.113.8»,6 in',
    "given\taccount\tsum\nx\t«ACC_NO:40117729»\t12",
    "Nr;Vorname;Nachname;Straße;PLZ;Ort;Geburtsdatum\n17;«PERSON:Brigitte»;«PERSON:Öztürk»;«ADDRESS:Hinter der Kirche 3»;«ADDRESS:24937»;«ADDRESS:Flensburg»;«DATE_OF_BIRTH:03.11.1951»\n",
    "Nom,Prénom,Solde,Date d'entrée,Date de naissance\n«PERSON:Le Bourg»,«PERSON:Hugues»,12,17/03/2019,«DATE_OF_BIRTH:17/03/1949»",
    "氏名,フリガナ,点数,登録日,生年月日\n«PERSON:堀北日和»,«PERSON:ホリキタ ヒヨリ»,12,2020/01/02,«DATE_OF_BIRTH:1951/11/03»",
    "INSERT INTO `d` (id, `licence_no`, dob) VALUES\n (7, '«LICENCE_NO:X4471-2290»', '«DATE_OF_BIRTH:1971-11-30»'), (8, NULL, '«DATE_OF_BIRTH:1990-02-01»');",
    "MSH|^~\\&|A\rPID|1||«MEDICAL_RECORD_NUMBER:00482913»^^^HOSP^MR||«PERSON:GONZALEZ»^«PERSON:MARIA»^E||«DATE_OF_BIRTH:19620214»|F|||«ADDRESS:12 OAK ST»^^«ADDRESS:RENO»^NV^«ADDRESS:89501»||«PHONE_NUMBER:(775)555-0182»|||S||«ACC_NO:V00918273»|«US_SSN:219099999»\r",
    "NK1|1|«PERSON:GONZALEZ»^«PERSON:LUIS»|SPO||«PHONE_NUMBER:(775)555-0183»\nIN1|1|PPO^x|AET|Aetna||||||||||||«PERSON:GONZALEZ»^«PERSON:MARIA»|SELF|«DATE_OF_BIRTH:19620214»||||||||||||||||||«INSURANCE_NUMBER:W123456789»\nOBX|1|NM|GLU^Glucose||98",
    "PID|USER|TIME\n4711|root|19620214",
  ])("are found: %j", (text) => {
    expect(marked(bare(text))).toBe(text);
  });

  it.each([
    "| Option | Type | Default |\n|---|---|---|\n| user | string | root |\n| key | string | none |",
    "name,version,license\nzod,4.1.2,MIT",
    "Hello user, welcome\nto here, and there",
    "insert into t (a, b) values (1, 'x')",
    "user, sum\nab, cd",
    "Liebe Leute, im Ort, ist es kalt\nGestern war, der erste, Regen",
  ])("are none: %j", (text) => {
    expect(marked(text)).toBe(text);
  });

  it("keep their places, and take time in proportion to the text", () => {
    const columns = columnsOf("dob,sum\n1990-01-02,5\n1991-01-02,x");
    expect(columns?.text).toBe("dob: 1990-01-02\ndob: 1991-01-02\n");
    expect(columns?.toOriginal(5, 15)).toEqual({ start: 8, end: 18 });
    expect(columns?.toOriginal(21, 25)).toEqual({ start: 21, end: 25 });
    expect(columns?.toOriginal(0, 15)).toBeNull();
    const units = [
      "name,b\n",
      "abc,",
      "a|",
      "insert into a (name) values ('",
      "(",
      "name,b\n\n",
      "---|\n",
      '"a\n',
      'a,"\n',
    ];
    for (const unit of units) {
      const long = `name,b\n${unit.repeat((512 * 1024) / unit.length)}`;
      expect(columnsOf(long)?.text.length ?? 0).toBeLessThan(2.2 * long.length);
    }
  });
});
