// Text and byte encodings. Pure.
import { type ByteSlices, byteSlicesOf, viewsOf } from "../core/byte-slices.ts";

/** UTF-8 bytes of a text. The text must be well-formed: lone surrogates become U+FFFD. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text) as Uint8Array<ArrayBuffer>;
}

/** UTF-8 bytes of many texts, end to end; ASCII texts in one call, because positions of bytes and characters agree. */
export function utf8Slices(texts: readonly string[]): ByteSlices {
  const joined = texts.join("");
  const bytes = utf8(joined);
  if (bytes.length !== joined.length) return byteSlicesOf(texts.map(utf8));
  const starts = [0];
  let at = 0;
  for (let i = 0; i < texts.length; i++) {
    at += (texts[i] as string).length;
    starts.push(at);
  }
  return { bytes, starts };
}

/** The same, as one view per text. */
export function utf8All(texts: readonly string[]): Uint8Array<ArrayBuffer>[] {
  return viewsOf(utf8Slices(texts));
}

/** Text of UTF-8 bytes. Throws TypeError on malformed input. */
export function fromUtf8(bytes: Uint8Array | ArrayBuffer): string {
  return decoder.decode(bytes);
}

/** Texts of UTF-8 slices; ASCII bytes in one call, as in `utf8Slices`. Throws TypeError on malformed input. */
export function fromUtf8Slices(slices: ByteSlices): string[] {
  const { bytes, starts } = slices;
  const joined = fromUtf8(bytes);
  if (joined.length !== bytes.length) return viewsOf(slices).map(fromUtf8);
  const texts: string[] = [];
  for (let i = 0; i + 1 < starts.length; i++) texts.push(joined.slice(starts[i], starts[i + 1]));
  return texts;
}

/** Bytes of standard base64 text (RFC 4648 section 4); null when it is malformed. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  const binary = atob(text);
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

/** Standard base64 text of bytes. */
export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(binary);
}

/** Bytes of an even number of hexadecimal digits; the input is not checked. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  }
  return bytes;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
