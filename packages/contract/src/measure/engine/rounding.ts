/**
 * Rounds half away from zero, so that a correction mirrors what it corrects. The half is judged by the decimal digits that a reader sees:
 * 1.005 to two places is 1.01, though the double nearest to it lies a little below.
 * @source standards reference §0
 */
export function roundTo(value: number, places: number): number {
  const [digits, exponent = '0'] = String(Math.abs(value)).split('e') as [string, string?]
  const whole = Math.round(Number(`${digits}e${Number(exponent) + places}`))
  const [wholeDigits, wholeExponent = '0'] = String(whole).split('e') as [string, string?]
  const rounded = Number(`${wholeDigits}e${Number(wholeExponent) - places}`)
  return value < 0 && rounded !== 0 ? -rounded : rounded
}

/** To the nearest multiple of a step, half away from zero: the row of a printed table. */
export const roundToStep = (value: number, step: number): number => roundTo(value / step, 0) * step
