import { describe, expect, it } from "vitest";
import { loginForms } from "../../../../src/detect/recognizers/secrets/login-forms.ts";
import { compare } from "../../../support/detect/marked.ts";

describe("lines with a login", () => {
  it.each([
    '198.51.100.7 - «frank.ocampo» [10/Oct/2026:13:55:36 +0000] "GET /"',
    "sudo:  «tnguyen» : TTY=pts/3 ; PWD=/home/«tnguyen» ; USER=root",
    "open /Users/«k.adeyemi»/notes.txt",
    'pid=3312 uid=0 acct="«priyanka»" exe="/usr/sbin/sshd"',
    "Failed password for «lpettersson» from 203.0.113.200 port 40031 ssh2",
    "Failed password for invalid user «oracle» from 203.0.113.200",
    'curl -u "«mrossi»:«Vela!2291»" https://x.example',
    "curl --user «mrossi»:«Vela!2291»",
    "mysql -h db -u «mrossi» -p«Vela!2291» shop; docker login -u «mrossi» -p «Vela!2291»",
    "sshpass -p '«Vela!2291»' ssh «mrossi»@10.0.0.5; redis-cli -a «Vela!2291» ping",
    "psql -h db -U «mrossi» -d x; sudo -u «mrossi» ls; su - «mrossi»",
    "createsuperuser --username «mrossi» --email x; useradd -m -s /bin/sh «mrossi»",
    "echo «Vela!2291» | sudo -S ls; [sudo] password for «mrossi»:",
    "C:\\Users\\«mrossi»\\AppData; «mrossi»@web1:~/src$ id\nuid=1001(«mrossi») gid=1001",
    "CRON[20118]: («mrossi») CMD (test -x); dn cn=«mrossi»,ou=people",
    'auth=("«mrossi»", "«Vela!2291»"), new NetworkCredential("«mrossi»", "«Vela!2291»")',
    'getConnection(url, "«mrossi»", "«Vela!2291»"); os.getenv("DB_PASS", "«Vela!2291»")',
  ])("%s", (marked) => {
    const { found, expected } = compare(loginForms, marked);
    expect(found).toEqual(expected);
  });

  it.each([
    "/home/node/app, /home/, /Users/Shared",
    "git push -u origin main; sort -u a:b; a - b [c]",
    'curl -u "$USER:$PASS" https://x.example; -u name:$TOKEN',
    "Failed password for root from 10.0.0.1",
    "node@v8, react@latest, foo@npm:bar, mail ann@example.com, actions/checkout@v4",
    "tar -p x; ls -u a; git diff -U 3; getenv('DB_HOST', 'localhost'); su - root",
  ])("leaves %s", (text) => {
    expect(loginForms.scan(text)).toEqual([]);
  });
});
