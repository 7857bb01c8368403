// LOCATION: coordinates (ISO 6709; RFC 5870 writes them without degree signs): pairs of decimal degrees with at least four
// decimals (ten metres), degrees with points of the compass, and single ones after "lat" and "lng".

import { FORM_SCORE, LABEL_SCORE } from "../../labels/label-values.ts";
import type { LabelRule } from "../../labels/labelled.ts";
import { recognizerOf, type Span, spansOf } from "../../span.ts";
import { writtenAt } from "../../text/sticky.ts";

const NUMBER = "-?\\d{1,3}\\.\\d{4,15}";
/** Minutes and seconds: 40°42'46", 40° 42.767'. */
const SEXAGESIMAL =
  "\\d{1,3}(?:\\.\\d{1,10})? ?°(?: ?\\d{1,2}(?:\\.\\d{1,6})? ?['′])?(?: ?\\d{1,2}(?:\\.\\d{1,4})? ?(?:\"|″|''))?";
const PAIR = new RegExp(
  `(?<![\\w.,-]|\\d[,;] )(${NUMBER})[,;/]? ?(${NUMBER})(?!\\w|[.]\\d|, ?-?\\d)`,
  "g",
);
const COMPASS = new RegExp(
  `(?<![\\w.])(?:${SEXAGESIMAL} ?[NS][,;]? ?${SEXAGESIMAL} ?[EWO](?!\\w)|[NS] ?\\d{1,2}\\.\\d{3,10}°?[,;]? ?[EW] ?\\d{1,3}\\.\\d{3,10}°?)`,
  "g",
);
const PAIR_SCORE = 0.6;
const MAX_LATITUDE = 90;
const MAX_LONGITUDE = 180;

const spanAt = spansOf("coordinates", "LOCATION");

/** Recognizer of pairs of coordinates. */
export const coordinates = recognizerOf("coordinates", "LOCATION", (text) => {
  const spans: Span[] = [];
  for (const { 0: written, 1: latitude, 2: longitude, index } of text.matchAll(PAIR)) {
    if (!isOnEarth(Number(latitude), Number(longitude))) continue;
    spans.push(spanAt(index, index + written.length, PAIR_SCORE, "pair of decimal degrees"));
  }
  if (!text.includes("°") && !/[NS] ?\d/.test(text)) return spans;
  for (const { 0: written, index } of text.matchAll(COMPASS)) {
    spans.push(
      spanAt(index, index + written.length, FORM_SCORE, "degrees and points of the compass"),
    );
  }
  return spans;
});

/** Whether two numbers are coordinates. Two below one are more likely shares; as places they are off the coast of Africa. */
function isOnEarth(latitude: number, longitude: number): boolean {
  const isShare = Math.abs(latitude) <= 1 && Math.abs(longitude) <= 1;
  return Math.abs(latitude) <= MAX_LATITUDE && Math.abs(longitude) <= MAX_LONGITUDE && !isShare;
}

const DEGREES = /-?\d{1,3}\.\d{3,15}(?:, ?-?\d{1,3}\.\d{3,15})?(?![\w.])/y;

/** Degrees after a label; a pair after a label for both. */
export const labelledCoordinate: LabelRule = {
  name: "coordinates",
  entityType: "LOCATION",
  labels:
    "lat?|lng?|lon?|latitude|longitude|gps|gps position|gps coordinates|coordinates|coords|geo!|geolocation|lat lng|lat lon|latlng",
  read(text, at) {
    // A minus sign has been read as a dash between label and value.
    const start = text.charAt(at - 1) === "-" ? at - 1 : at;
    const written = writtenAt(DEGREES, text, start);
    if (written === "") return null;
    return { start, end: start + written.length, score: LABEL_SCORE, reason: "label" };
  },
};
