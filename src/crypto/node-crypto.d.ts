// What aes.ts uses of the platform's node:crypto; the Worker's types do not have it.
declare module "node:crypto" {
  /** A cipher that enciphers what it is given, part by part. */
  interface BlockCipher {
    setAutoPadding(isOn: boolean): unknown;
    update(bytes: Uint8Array): Uint8Array<ArrayBuffer>;
  }
  /** AES: each block on its own (`ecb`, without a start), or in a chain (`cbc`). */
  export function createCipheriv(
    name: `aes-${128 | 256}-${"ecb" | "cbc"}`,
    key: Uint8Array,
    iv: Uint8Array | null,
  ): BlockCipher;
}
