// Values to make tokens for in tests of each form, and the forms by name.

import { MAX_TOKEN_ID, type TokenCipher } from "../../../src/tokens/cipher/cipher.ts";
import type { FreeForm } from "../../../src/tokens/forms/free-form.ts";
import { emailForm } from "../../../src/tokens/forms/network/email.ts";
import { urlForm } from "../../../src/tokens/forms/network/url.ts";
import { compactFormOf, compactNumber } from "../../../src/tokens/forms/plain/compact-form.ts";
import { opaqueForm, shapedForm } from "../../../src/tokens/forms/plain/free-length.ts";
import { fc } from "../properties.ts";

/** The forms by name. */
export const FORMS = {
  shaped: shapedForm,
  opaque: opaqueForm,
  email: emailForm,
  url: urlForm,
  compact: compactFormOf(compactNumber("PERSON")),
};

/** Forms that read their tokens in either letter case. */
export const CASELESS: ReadonlySet<keyof typeof FORMS> = new Set(["email", "url", "compact"]);

/** Any id. */
export const anyId = fc.oneof(
  fc.integer({ min: 0, max: MAX_TOKEN_ID }),
  fc.constantFrom(0, 1, 2 ** 32 - 1, 2 ** 32, MAX_TOKEN_ID),
);

/** Any well-formed text, of every script. */
export const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary-ascii" }),
  fc
    .array(
      fc.constantFrom(
        "a",
        "é",
        "😀",
        "@",
        ".",
        "://",
        "/",
        "#",
        "?",
        ":",
        "[",
        "]",
        "\\",
        " ",
        "%",
      ),
      { maxLength: 20 },
    )
    .map((parts) => parts.join("")),
);

const part = fc.oneof(
  fc.stringMatching(/^[a-zA-Z0-9._+-]{1,30}$/),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
  fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
);
const anyEmail = fc
  .oneof(
    fc.emailAddress(),
    fc.tuple(part, part).map(([local, host]) => `${local}@${host}`),
  )
  .filter((value) => emailForm.fits(value));
const anyUrl = fc
  .oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc
      .tuple(
        fc.constantFrom("", "http://", "HTTPS://", "ftp://", "sftp://", "wss://", "git+ssh://"),
        fc.constantFrom("", "user@", "user:pass@", "a:b:c@", "@", ":@", "ü@x@"),
        fc.constantFrom("x.co", "www.Example.NET", "[::1]", "192.0.2.1", "münchen.de", "a.b.org"),
        fc.constantFrom("", ":80", ":", ":port"),
        fc.constantFrom("", "/", "?", "#", "/a/../b", "\\"),
        anyText,
      )
      .map((parts) => parts.join("")),
    anyText,
  )
  .filter((value) => urlForm.fits(value));

/** Values for each form. */
export const VALUES: Record<keyof typeof FORMS, fc.Arbitrary<string>> = {
  shaped: anyText,
  opaque: anyText,
  email: anyEmail,
  url: anyUrl,
  compact: anyText,
};

/** Whether a vault would accept a text as the token of this mapping. */
export function names(
  form: FreeForm,
  cipher: TokenCipher,
  text: string,
  mapping: { id: number; value: string },
): boolean {
  return (
    form.read(cipher, text) === mapping.id && form.matches(cipher, mapping.id, mapping.value, text)
  );
}
