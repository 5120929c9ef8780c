const month = 30 * 86_400_000

/** A certificate that ends within a month wants somebody to renew it. */
export const isEnding = (endDate: string): boolean => Date.parse(endDate) - Temporal.Now.instant().epochMilliseconds < month
