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
    "C:\\Users\\«mrossi»\\AppData; «mrossi»@web1:~/src$ id\nuid=1001(«mrossi») gid=1001(«mrossi»)",
    "CRON[20118]: («mrossi») CMD (test -x); dn cn=«mrossi»,ou=people",
    'auth=("«mrossi»", "«Vela!2291»"), new NetworkCredential("«mrossi»", "«Vela!2291»")',
    'getConnection(url, "«mrossi»", "«Vela!2291»"); os.getenv("DB_PASS", "«Vela!2291»")',
    "2026-03-02 14:11 «gvanness»: signed\n[9:05 AM] «k.oduya»: ok\n[14:11] <«mrossi»> hi",
    'CREATE USER «bi_reader»; ALTER ROLE "«bi_reader»" LOGIN; role "«etl»" is gone\nGRANT ALL ON t TO «bi_reader»;',
    "REVOKE ALL ON db.* FROM '«bi_reader»'@'%'; «gvanness» logged in from 10.0.0.1",
    "«mrossi»:x:1001:1001::/\n-rw-r--r-- 1 «mrossi» staff 4096 Jan 2 a\ndrwxr-xr-x 2 «mrossi» dev 40 b",
    "chown -R «mrossi»:dev a; CORP\\«gvanness» on; ssh -l «mrossi» 10.0.0.1; crontab -u «mrossi»",
    "usermod -aG docker «mrossi»",
    "«dkovacs»  pts/0  10.0.0.7  Mon Mar  2 09:14\n«nadia.petrov»  9:14 AM\nhi",
    "Log in as x.k / «Test!2345» and open Settings",
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
    "2026-03-02 14:11:09 worker: started\n14:11 error: no\nnote: x <a> b, C:\\temp AB\\x",
    "select * from user where role = 'x'; drop table a; a TO b; she logged in from home",
    "ls /dev/pts/0; at 9:14 AM\nthe call; login page / settings, log in / sign up",
    "tar -p x; ls -u a; git diff -U 3; getenv('DB_HOST', 'localhost'); su - root",
  ])("leaves %s", (text) => {
    expect(loginForms.scan(text)).toEqual([]);
  });
});
