// Date tokens: a day of the calendar, in the order and style of the value, or always in ISO style.
//
// Any day may occur in somebody's data. A token is nobody's date because its day is chosen without regard to the value.
// Stages of values of each precision (day, minutes, seconds, ms):
//   for years of two digits: 1969-2068 written with two digits; then with four, as for other values
//   1. the years 1900-2099
//   2. the years 1000-9999
//   3. for values without a time of day: 1900-2099, followed by " HH:MM:SS"
//   4. 1000-9999 with milliseconds, numbered by the mapping's id
// All styles share the counters: two tokens of the same counter never name the same day in two styles. A value whose day and
// month can be swapped uses counters of its own, of days up to the 12th only, so that its tokens are dates in either order.

import { SPACES } from "../../spaces.ts";
import { countedStage, type FixedForm, idStage, type Stage } from "../../stages.ts";
import { MAX_VALUE_LENGTH } from "./cut-date.ts";
import { type DateStyle, dateStyle } from "./date-style.ts";
import {
  ALL_YEARS,
  type DayRange,
  dayAt,
  REALISTIC_YEARS,
  SHORT_YEARS,
  sizeOf,
} from "./day-ranges.ts";
import { type Precision, TIMES_OF_DAY, writeDate } from "./write-date.ts";

const SECONDS: Precision = 2;
const MILLISECONDS: Precision = 3;

/**
 * Dates in many written styles (see date-style.ts): numbers in the order of ISO 8601, or D/M/Y and M/D/Y with "/", "-", "."
 * or blanks; names of months and weekdays in nine languages; CJK signs; a time of day with a zone. A value that is no day of
 * the Gregorian calendar, or lacks the year or the day of the month, has no stages (null).
 */
export const dateForm: FixedForm = {
  stages(value) {
    const style = value.length > MAX_VALUE_LENGTH ? null : dateStyle(value);
    return style === null ? null : stagesOf(style);
  },
  mayBe: (text) => dateStyle(text) !== null,
};

/** Gives every value a date YYYY-MM-DD as token (ISO 8601; "Date Token" without a format). */
export const isoDateForm: FixedForm = {
  stages: () => ISO_STAGES,
  mayBe: (text) => ISO_TEXT.test(text) && dateStyle(text) !== null,
};

const ISO_TEXT = /^[1-9]\d{3}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d{3})?)?$/;

function stagesOf(style: DateStyle): readonly Stage[] {
  const own = style.time?.precision ?? 0;
  const stages: Stage[] = [];
  if (style.shortYear) stages.push(momentStage(style, SHORT_YEARS, own));
  stages.push(momentStage(style, REALISTIC_YEARS, own));
  if (own < MILLISECONDS) stages.push(momentStage(style, ALL_YEARS, own));
  if (own === 0) stages.push(momentStage(style, REALISTIC_YEARS, SECONDS));
  stages.push(momentStage(style, ALL_YEARS, MILLISECONDS));
  return stages;
}

/** The stage of all moments in a range of days. Only all years in milliseconds are enough for every id. */
function momentStage(style: DateStyle, days: DayRange, precision: Precision): Stage {
  const { eitherWay } = style;
  const times = TIMES_OF_DAY[precision];
  const space = SPACES.date + days.number * 8 + precision * 2 + (eitherWay ? 1 : 0);
  const stage = days === ALL_YEARS && precision === MILLISECONDS ? idStage : countedStage;
  return stage(space, sizeOf(days, eitherWay) * times, (number, random) => {
    const index = Math.floor(number / times);
    const moment = {
      day: dayAt(days, eitherWay, index),
      shortYear: days === SHORT_YEARS,
      precision,
      timeOfDay: number - index * times,
    };
    return writeDate(style, moment, random);
  });
}

const ISO_STYLE = dateStyle("2000-01-01");
const ISO_STAGES = ISO_STYLE === null ? [] : stagesOf(ISO_STYLE);
