// The part of the platform's node:crypto that aes.ts uses; the Worker's types lack the module.
declare module "node:crypto" {
  /** A cipher object that enciphers its input part by part. */
  interface BlockCipher {
    setAutoPadding(isOn: boolean): unknown;
    update(bytes: Uint8Array): Uint8Array<ArrayBuffer>;
  }
  /** AES that enciphers each block on its own (ECB). */
  export function createCipheriv(
    name: `aes-${128 | 256}-ecb`,
    key: Uint8Array,
    iv: null,
  ): BlockCipher;
}
