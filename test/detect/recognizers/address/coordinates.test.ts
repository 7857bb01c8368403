import { describe, expect, it } from "vitest";
import { coordinates } from "../../../../src/detect/recognizers/address/coordinates.ts";
import { compare } from "../../../support/detect/marked.ts";

describe("coordinates", () => {
  it.each([
    "met up at «40.712776, -74.005974», bring Tess",
    "entrance is at «52.520008,13.404954».",
    "geo:«-33.856784,151.215297»",
    "Coordinates «51.5033° N, 0.1195° W». Overcast",
    "«40°42'46\"N 74°00'21\"W», «N 35.2271, W 80.1034»",
  ])("finds the place: %s", (marked) => {
    const { found, expected } = compare(coordinates, marked);
    expect(found).toEqual(expected);
  });

  it.each([
    "0.12345, 0.67890 are shares",
    "[1.23456, 2.34567, 3.45678] and 91.23456, 10.12345 and 10.1234, 181.12345",
    "load 0.42 0.38, pi 3.141592653589793, v1.2345.6789, 12.50, 13.75",
    "scale 1.0000 by 20° N times, N 35 and W 80",
  ])("leaves numbers alone: %s", (text) => {
    expect(coordinates.scan(text)).toEqual([]);
  });
});
