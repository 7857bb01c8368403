// What aes.ts uses of the platform's node:crypto; the Worker's types do not have it.
declare module "node:crypto" {
  /** A cipher that enciphers what it is given, part by part. */
  interface BlockCipher {
    setAutoPadding(isOn: boolean): unknown;
    update(bytes: Uint8Array): Uint8Array<ArrayBuffer>;
  }
  /** AES, each block on its own. */
  export function createCipheriv(
    name: `aes-${128 | 256}-ecb`,
    key: Uint8Array,
    iv: null,
  ): BlockCipher;
}
