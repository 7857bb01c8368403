// What language models and surrounding programs do to masked text. In the texts, {name}, {word}, {mail},
// {quote}, {lines} and {digits} are tokens; {html:…} and {json:…} are escaped tokens; {name:…} is a token
// changed by one of `DAMAGES`.

/** Values of the tokens in the rows. */
export const VALUES = {
  name: "Ann Lee",
  word: "Ann",
  mail: "ann@example.com",
  quote: 'Tom & "Jo" <x>',
  lines: "1 Main St\n\\Suite/2",
  digits: "408-426-9989",
} as const;

/** Effect of strict unmask: it fails, leaves the text unchanged, or restores it like the tolerant one. */
export type Strict = "fails" | "leaves" | "restores";

/** Masked text, the changed text, the expected text, and the effect of strict unmask. */
export type Row = readonly [masked: string, made: string, restored: string, strict: Strict];

const NAME = "Dear <LITERAL>{name}</LITERAL>, hi";
const MAIL = "To: <EMAIL>{mail}</EMAIL>.";
const QUOTE = "Ask <URL>{quote}</URL>!";
const LINES = "At <ACC_NO>{lines}</ACC_NO>!";
const CALL = "Call <PHN>{digits}</PHN> now";

const TO_NAME = "Dear Ann Lee, hi";
const TO_MAIL = "To: ann@example.com.";

const TAGS: readonly Row[] = [
  [NAME, "Dear <LITERAL>{name}</LITERAL>, hi", TO_NAME, "restores"],
  [NAME, "Dear <URL>{name}</URL>, hi", TO_NAME, "restores"],
  [NAME, "Dear <literal>{name}</literal>, hi", TO_NAME, "leaves"],
  [NAME, "Dear <Literal>{name}</LITERAL>, hi", TO_NAME, "leaves"],
  [NAME, "Dear <LITERAL>{name}</literal>, hi", TO_NAME, "leaves"],
  [CALL, "Call <phn>{digits}</Phn> now", "Call 408-426-9989 now", "leaves"],
  [CALL, "Call < PHN >{digits}</ PHN > now", "Call 408-426-9989 now", "leaves"],
  [CALL, "Call <PHN>{digits}< /PHN> now", "Call 408-426-9989 now", "leaves"],
  [CALL, "Call <PHN>{digits}< / PHN> now", "Call 408-426-9989 now", "leaves"],
  [MAIL, "To: <EMAIL\n>{mail}</EMAIL\n>.", TO_MAIL, "leaves"],
  [MAIL, "To: <\n  EMAIL\n>{mail}</\r\n\tEMAIL>.", TO_MAIL, "leaves"],
  [MAIL, "To: <\u00a0EMAIL>{mail}</EMAIL>.", TO_MAIL, "leaves"],
  [MAIL, "To: <**EMAIL**>{mail}</**EMAIL**>.", TO_MAIL, "leaves"],
  [MAIL, "To: <`EMAIL`>{mail}<`/EMAIL`>.", TO_MAIL, "leaves"],
  [MAIL, "To: <_EMAIL_>{mail}</_EMAIL_>.", TO_MAIL, "leaves"],
  [MAIL, "To: <~~EMAIL~~>{mail}</~~EMAIL~~>.", TO_MAIL, "leaves"],
  [MAIL, "To: \\<EMAIL\\>{mail}\\</EMAIL\\>.", TO_MAIL, "leaves"],
  [LINES, "At <ACC\\_NO>{lines}</ACC\\_NO>!", `At ${VALUES.lines}!`, "leaves"],
  [LINES, "At <acc_no>{lines}</acc_no>!", `At ${VALUES.lines}!`, "leaves"],
  [CALL, "Call \\<PHN>{digits}</PHN> now", "Call \\408-426-9989 now", "restores"],
  [CALL, "Call **<PHN>{digits}</PHN>** now", "Call **408-426-9989** now", "restores"],
  [CALL, "Call `<PHN>{digits}</PHN>` now", "Call `408-426-9989` now", "restores"],
  [CALL, 'Call "<PHN>{digits}</PHN>" now', 'Call "408-426-9989" now', "restores"],
  [CALL, "<PHN>{digits}</PHN>'s owner", "408-426-9989's owner", "restores"],
  [CALL, "<b><PHN>{digits}</PHN></b>", "<b>408-426-9989</b>", "restores"],
];

const ESCAPED: readonly Row[] = [
  [NAME, "Dear &lt;LITERAL&gt;{name}&lt;/LITERAL&gt;, hi", TO_NAME, "leaves"],
  [NAME, "Dear &#60;LITERAL&#62;{name}&#60;/LITERAL&#62;, hi", TO_NAME, "leaves"],
  [NAME, "Dear &#x3c;LITERAL&#x3E;{name}&#x3C;/LITERAL&#x3e;, hi", TO_NAME, "leaves"],
  [NAME, "Dear &amp;lt;LITERAL&amp;gt;{name}&amp;lt;/LITERAL&amp;gt;, hi", TO_NAME, "leaves"],
  [NAME, "Dear &LT;literal&GT;{name}&lt;&#47;literal&gt;, hi", TO_NAME, "leaves"],
  [CALL, "Call &lt;PHN&gt;{digits}</PHN> now", "Call 408-426-9989 now", "leaves"],
  [CALL, "Call <PHN>{digits}&lt;/PHN&gt; now", "Call 408-426-9989 now", "leaves"],
  [CALL, "Call <PHN&gt;{digits}&lt;/PHN> now", "Call 408-426-9989 now", "leaves"],
  [
    QUOTE,
    "Ask &lt;URL&gt;{html:quote}&lt;/URL&gt;!",
    "Ask Tom &amp; &quot;Jo&quot; &lt;x&gt;!",
    "leaves",
  ],
  [
    QUOTE,
    "Ask &lt;URL&gt;{quote}&lt;/URL&gt;!",
    "Ask Tom &amp; &quot;Jo&quot; &lt;x&gt;!",
    "leaves",
  ],
  [QUOTE, "Ask <URL>{html:quote}</URL>!", "Ask Tom &amp; &quot;Jo&quot; &lt;x&gt;!", "fails"],
  [QUOTE, "Ask <URL>{quote}</URL>!", `Ask ${VALUES.quote}!`, "restores"],
  [CALL, "Call <PHN>{digits}<\\/PHN> now", "Call 408-426-9989 now", "leaves"],
  [CALL, "Call \\u003cPHN\\u003e{digits}\\u003c/PHN\\u003e now", "Call 408-426-9989 now", "leaves"],
  [CALL, "Call \\u003CPHN\\u003E{digits}\\u003C\\/PHN\\u003E", "Call 408-426-9989", "leaves"],
  [CALL, "Call <PHN\\n>{digits}</\\nPHN> now", "Call 408-426-9989 now", "leaves"],
  [QUOTE, '{"a":"Ask <URL>{json:quote}<\\/URL>!"}', '{"a":"Ask Tom & \\"Jo\\" <x>!"}', "leaves"],
  [QUOTE, '{"a":"Ask <URL>{json:quote}</URL>!"}', '{"a":"Ask Tom & \\"Jo\\" <x>!"}', "fails"],
  [
    LINES,
    '{"a":"At \\u003cACC_NO\\u003e{json:lines}\\u003c/ACC_NO\\u003e!"}',
    '{"a":"At 1 Main St\\n\\\\Suite/2!"}',
    "leaves",
  ],
  [
    LINES,
    '{"a":"At <ACC_NO>{json:lines}</ACC_NO>!"}',
    '{"a":"At 1 Main St\\n\\\\Suite/2!"}',
    "fails",
  ],
  [
    LINES,
    '{"a":"At <ACC_NO>{json:lines}\'s</ACC_NO>!"}',
    '{"a":"At 1 Main St\\n\\\\Suite/2\'s!"}',
    "fails",
  ],
  [LINES, "At <ACC_NO>{lines}</ACC_NO>!", `At ${VALUES.lines}!`, "restores"],
];

const CONTENT: readonly Row[] = [
  [NAME, "Dear <LITERAL>**{name}**</LITERAL>, hi", "Dear **Ann Lee**, hi", "fails"],
  [NAME, "Dear <LITERAL>`{name}`</LITERAL>, hi", "Dear `Ann Lee`, hi", "fails"],
  [NAME, "Dear <LITERAL>_{name}_</LITERAL>, hi", "Dear _Ann Lee_, hi", "fails"],
  [NAME, 'Dear <LITERAL>"{name}"</LITERAL>, hi', 'Dear "Ann Lee", hi', "fails"],
  [NAME, "Dear <LITERAL>“{name}”</LITERAL>, hi", "Dear “Ann Lee”, hi", "fails"],
  [NAME, "Dear <LITERAL> {name} </LITERAL>, hi", "Dear  Ann Lee , hi", "fails"],
  [NAME, "Dear <LITERAL>\n{name}\n</LITERAL>, hi", "Dear \nAnn Lee\n, hi", "fails"],
  [NAME, "Dear <LITERAL>{name}'s</LITERAL> hi", "Dear Ann Lee's hi", "fails"],
  [NAME, "Dear <LITERAL>{name}’s</LITERAL> hi", "Dear Ann Lee’s hi", "fails"],
  [NAME, "Dear <LITERAL>{name}s'</LITERAL> hi", "Dear Ann Lees' hi", "fails"],
  [NAME, "Dear <LITERAL>{name}'</LITERAL> hi", "Dear Ann Lee' hi", "fails"],
  [NAME, "Dear <LITERAL>**{name}**'s</LITERAL> hi", "Dear **Ann Lee**'s hi", "fails"],
  [NAME, "Dear <LITERAL>**{name}'s**</LITERAL> hi", "Dear **Ann Lee's** hi", "fails"],
  [NAME, "Dear <LITERAL>*{name}*'s</LITERAL> hi", "Dear *Ann Lee*'s hi", "fails"],
  [CALL, "Call <PHN> {digits} </PHN> now", "Call  408-426-9989  now", "fails"],
  [CALL, "Call <phn> **{digits}** </phn> now", "Call  **408-426-9989**  now", "leaves"],
  [
    CALL,
    "Call &lt;PHN&gt;&quot;{digits}&quot;&lt;/PHN&gt;",
    "Call &quot;408-426-9989&quot;",
    "leaves",
  ],
  [CALL, 'Call <PHN>\\"{digits}\\"<\\/PHN> now', 'Call \\"408-426-9989\\" now', "leaves"],
  [QUOTE, "Ask <URL> {quote}'s </URL>!", `Ask  ${VALUES.quote}'s !`, "fails"],
];

const UNTAGGED: readonly Row[] = [
  ["{name}", "{name}", "Ann Lee", "restores"],
  ["{mail}", "{mail}", "ann@example.com", "restores"],
  ["{digits}", "{digits}", "408-426-9989", "restores"],
  ["{name}", "{name}'s", "Ann Lee's", "leaves"],
  ["{word}", "{word}'s", "Ann's", "fails"],
  ["{word}", "**{word}**", "**Ann**", "fails"],
  ["{word}", "{word}.", "Ann.", "fails"],
  ["{name}", "**{name}**", "**Ann Lee**", "fails"],
  ["{name}", '"{name}"', '"Ann Lee"', "fails"],
  ["{name}", " {name}\n", " Ann Lee\n", "fails"],
  ["{name}", "The customer is {name}.", "The customer is Ann Lee.", "leaves"],
  ["{name}", "{name}, {name} and {name}!", "Ann Lee, Ann Lee and Ann Lee!", "leaves"],
  [MAIL, "Write to {mail}, please.", "Write to ann@example.com, please.", "leaves"],
  [MAIL, "[mail](mailto:{mail}) me", "[mail](mailto:ann@example.com) me", "leaves"],
  [MAIL, "Write to EMAIL {mail}", "Write to EMAIL ann@example.com", "leaves"],
  [NAME, "Dear <LITERAL>{name}, hi there", "Dear Ann Lee, hi there", "leaves"],
  [NAME, "Dear {name}</LITERAL>, hi", "Dear Ann Lee, hi", "leaves"],
  [NAME, "Dear [LITERAL]{name}[/LITERAL], hi", "Dear [LITERAL]Ann Lee[/LITERAL], hi", "leaves"],
  [NAME, "Dear <LITERAL>{name}</URL>, hi", "Dear Ann Lee, hi", "leaves"],
  [NAME, "Dear {name}x, hi", "Dear {name}x, hi", "leaves"],
  [NAME, "Dear x{name}, hi", "Dear x{name}, hi", "leaves"],
  [CALL, "Call {digits} now", "Call {digits} now", "leaves"],
];

/** Damage that unmask tolerates: {name:…} is a damaged token. */
const DAMAGED: readonly Row[] = [
  [CALL, 'Call <PHN id="1">{digits}</PHN> now', "Call 408-426-9989 now", "leaves"],
  [CALL, "Call <phn class='x y' id=7>{digits}</phn> now", "Call 408-426-9989 now", "leaves"],
  [CALL, "Call <PHN>{digits}.</PHN> Now", "Call 408-426-9989. Now", "fails"],
  [CALL, "Call <PHN>({digits}),</PHN> now", "Call (408-426-9989), now", "fails"],
  [CALL, "Call <PHN>{digits:dashes}</PHN> now", "Call 408-426-9989 now", "fails"],
  [CALL, "Call <PHN>{digits:wrapped}</PHN> now", "Call 408-426-9989 now", "fails"],
  [CALL, "Call <PHN>{digits:quoted}</PHN> now", "Call 408-426-9989 now", "fails"],
  [CALL, "Call <PHN>{digits:unseen}</PHN> now", "Call 408-426-9989 now", "fails"],
  [CALL, "Call <PHN>{digits:markdown}</PHN> now", "Call 408-426-9989 now", "fails"],
  [CALL, "Call <PHN>{digits:bold}</PHN> now", "Call 408-426-9989 now", "fails"],
  [CALL, "Call <P\u200bHN>{digits}</PHN> now", "Call 408-426-9989 now", "leaves"],
  [CALL, "Call ＜PHN＞{digits}＜／PHN＞ now", "Call 408-426-9989 now", "leaves"],
  ...[
    "wrapped",
    "quoted",
    "narrow",
    "unseen",
    "bold",
    "half",
    "other",
    "code",
    "hyphenated",
    "markdown",
  ].flatMap((how): readonly Row[] => [
    [NAME, `Dear <LITERAL>{name:${how}}</LITERAL>, hi`, TO_NAME, "fails"],
    [NAME, `Dear {name:${how}}, hi`, TO_NAME, "leaves"],
  ]),
  ...["wrapped", "quoted", "unseen", "html", "markdown"].flatMap((how): readonly Row[] => [
    [MAIL, `To: <EMAIL>{mail:${how}}</EMAIL>.`, TO_MAIL, "fails"],
    [MAIL, `To: {mail:${how}}.`, TO_MAIL, "leaves"],
  ]),
  [NAME, "Dear <LITERAL>Dr. {name}, MD</LITERAL>, hi", "Dear Dr. Ann Lee, MD, hi", "fails"],
  [NAME, "<LITERAL>{name} met {mail}</LITERAL>", "Ann Lee met ann@example.com", "fails"],
  [NAME, "Dear <LITERAL> **{name}**, hi", "Dear  **Ann Lee**, hi", "leaves"],
  [NAME, "Dear {name}. </LITERAL>, hi", "Dear Ann Lee. </LITERAL>, hi", "leaves"],
  [NAME, "Dear </LITERAL>{name}<LITERAL>, hi", "Dear </LITERAL>Ann Lee<LITERAL>, hi", "leaves"],
  [NAME, "Dear <PERSONA>{name}</PERSONA>, hi", "Dear <PERSONA>Ann Lee</PERSONA>, hi", "leaves"],
  [NAME, "Dear {name:wrapped}</LITERAL>, hi", "Dear Ann Lee, hi", "leaves"],
  [CALL, "Call <PHN>{digits}</PHN now", "Call 408-426-9989 now", "leaves"],
  [CALL, "Call <PHN>{digits}</PHN\nnow", "Call 408-426-9989\nnow", "leaves"],
  [CALL, "Call <PHN>{digits}&lt;/ phn", "Call 408-426-9989", "leaves"],
  [CALL, "Call <PHN>{digits}<\\/PHN", "Call 408-426-9989", "leaves"],
  [NAME, "Dear <LITERAL>{name}</LITERAL", "Dear Ann Lee", "leaves"],
  [NAME, "Dear {name}</LITERAL then", "Dear Ann Lee then", "leaves"],
  [NAME, "Dear {name}</LITERALS then", "Dear Ann Lee</LITERALS then", "leaves"],
];

/** The middle of a token, rounded up. */
const middle = (token: string) => Math.ceil(token.length / 2);
const put = (token: string, at: number, part: string) =>
  token.slice(0, at) + part + token.slice(at);

/** Damage to tokens, by name. */
export const DAMAGES: Readonly<Record<string, (token: string) => string>> = {
  dashes: (token) => token.replaceAll("-", "‑"),
  wrapped: (token) => broken(token, "\n"),
  quoted: (token) => broken(token, "\r\n> > "),
  narrow: (token) => token.replaceAll(" ", "\u202f\u00a0"),
  unseen: (token) => put(put(token, middle(token), "\u200b"), 1, "\u00ad"),
  bold: (token) => put(put(token, token.length - 1, "**"), middle(token), "**"),
  half: (token) => put(put(token, token.length, "**"), middle(token), "**"),
  other: (token) => put(put(token, middle(token), "__"), 0, "__"),
  code: (token) => put(put(token, middle(token), "`"), 1, "`"),
  hyphenated: (token) => put(token, middle(token), "-\n"),
  markdown: (token) => token.replace(/[-.@ ]/g, "\\$&"),
  html: (token) => token.replaceAll("@", "&#64;").replaceAll(".", "&#x2e;"),
};

/** Broken over two lines: at the first blank, else after the first hyphen, else in the middle. */
function broken(token: string, lineEnd: string): string {
  if (token.includes(" ")) return token.replace(" ", lineEnd);
  const at = token.indexOf("-") + 1 || middle(token);
  return put(token, at, lineEnd);
}

/** All rows. */
export const ROWS: readonly Row[] = [...TAGS, ...ESCAPED, ...CONTENT, ...UNTAGGED, ...DAMAGED];
