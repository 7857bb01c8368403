// e^x by plain arithmetic. Math.exp may differ between versions of an engine, and a training
// run has to give the same bytes everywhere.

const LOG2E = Math.LOG2E;
const LN2 = Math.LN2;

/** Powers of two from -1000 to 1000. */
const POWERS = Float64Array.from({ length: 2001 }, (_, i) => 2 ** (i - 1000));

/** e to the power of x, good to 12 digits; 0 below -690. */
export function exp(x: number): number {
  if (x < -690) return 0;
  const whole = Math.floor(x * LOG2E + 0.5);
  const r = x - whole * LN2;
  let sum = 1 + r / 12;
  for (let k = 11; k >= 1; k--) sum = 1 + (r * sum) / k;
  return sum * (POWERS[whole + 1000] as number);
}
