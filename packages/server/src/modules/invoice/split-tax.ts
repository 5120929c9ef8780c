interface Split {
  readonly netCents: number
  readonly taxCents: number
}

/** A rate as the contract has it, 13 or 8.13 percent, in whole hundredths: exact, though 8.13 itself is not. */
export const hundredths = (percent: number): number => Math.round(percent * 100)

/**
 * What of an amount with tax is tax. The net amount is rounded half away from zero, so that a correction mirrors what it corrects; the tax
 * is the rest, so that both add up. All of it in whole numbers: no amount that the product books comes near where these end.
 * @param rate in hundredths of a percent
 */
export function splitTax(grossCents: number, rate: number): Split {
  const parts = 10_000 + rate
  const netCents = Math.sign(grossCents) * Math.floor((2 * Math.abs(grossCents) * 10_000 + parts) / (2 * parts))
  return { netCents, taxCents: grossCents - netCents }
}
