// Date tokens: a day of the calendar, in the same order and style as the value, or always in ISO style.
//
// Any day can be a day in somebody's data; what keeps a token from being anybody's date is that it is
// drawn without a look at the value. Stages, for a value of each precision (day, minutes, seconds, ms):
//   years of two digits: 1969-2068 written with two digits; then four, as for other values
//   1. the years 1900-2099
//   2. the years 1000-9999
//   3. of a value without a time of day: 1900-2099 with " HH:MM:SS" behind it
//   4. 1000-9999 with milliseconds, numbered by the mapping's id
// All styles count the same days: two styles never name one day by two tokens of the same counter.
// A value whose day and month could change places has counters of its own, of days up to the 12th only,
// so that its tokens are dates to readers of either order.

import type { RandomSource } from "../../../core/random-source.ts";
import type { TokenCipher } from "../../cipher/cipher.ts";
import { permuted } from "../../cipher/permutation.ts";
import { SPACES } from "../../spaces.ts";
import { type FixedForm, ID_STAGE_SIZE, type Stage } from "../../stages.ts";
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
 * Dates of many written styles (see date-style.ts): numbers in the orders of ISO 8601 and of D/M/Y and
 * M/D/Y with "/", "-", "." or blanks, names of months and weekdays in nine languages, CJK signs, a time of
 * day with a zone. Null for what is no day of the Gregorian calendar, has no year or no day of the month.
 */
export const dateForm: FixedForm = {
  stages(value) {
    const style = value.length > MAX_VALUE_LENGTH ? null : dateStyle(value);
    return style === null ? null : stagesOf(style);
  },
  mayBe: (text) => dateStyle(text) !== null,
};

/** Every value has dates of the form YYYY-MM-DD (ISO 8601; "Date Token" without a format). */
export const isoDateForm: FixedForm = {
  stages: () => ISO_STAGES,
  mayBe: (text) => ISO_TEXT.test(text) && dateStyle(text) !== null,
};

const ISO_TEXT = /^[1-9]\d{3}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d{3})?)?$/;

function stagesOf(style: DateStyle): readonly Stage[] {
  const own = style.time?.precision ?? 0;
  const stages: Stage[] = [];
  if (style.shortYear) stages.push(new MomentStage(style, SHORT_YEARS, own));
  stages.push(new MomentStage(style, REALISTIC_YEARS, own));
  if (own < MILLISECONDS) stages.push(new MomentStage(style, ALL_YEARS, own));
  if (own === 0) stages.push(new MomentStage(style, REALISTIC_YEARS, SECONDS));
  stages.push(new MomentStage(style, ALL_YEARS, MILLISECONDS));
  return stages;
}

/**
 * The moments of a range of days at a precision. Only those of all years in milliseconds are enough for
 * every id: they have no counter. A class, because stages are made for every value.
 */
class MomentStage implements Stage {
  readonly space: number | null;
  readonly usable: number;
  readonly #order: number;
  readonly #size: number;
  readonly #style: DateStyle;
  readonly #days: DayRange;
  readonly #precision: Precision;

  constructor(style: DateStyle, days: DayRange, precision: Precision) {
    const byId = days === ALL_YEARS && precision === MILLISECONDS;
    this.#style = style;
    this.#days = days;
    this.#precision = precision;
    this.#size = sizeOf(days, style.eitherWay) * TIMES_OF_DAY[precision];
    if (byId && this.#size < ID_STAGE_SIZE) throw new Error("too few moments for every id");
    this.#order = SPACES.date + days.number * 8 + precision * 2 + (style.eitherWay ? 1 : 0);
    this.space = byId ? null : this.#order;
    this.usable = byId ? Number.POSITIVE_INFINITY : this.#size;
  }

  spell(cipher: TokenCipher, place: number, random: RandomSource): string {
    const times = TIMES_OF_DAY[this.#precision];
    const number = permuted(cipher, this.#order, this.#size, place);
    const index = Math.floor(number / times);
    const moment = {
      day: dayAt(this.#days, this.#style.eitherWay, index),
      shortYear: this.#days === SHORT_YEARS,
      precision: this.#precision,
      timeOfDay: number - index * times,
    };
    return writeDate(this.#style, moment, random);
  }
}

const ISO_STYLE = dateStyle("2000-01-01");
const ISO_STAGES = ISO_STYLE === null ? [] : stagesOf(ISO_STYLE);
