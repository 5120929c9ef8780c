/** Over how many whole days the sales are taken that a tank will last for. */
export const daysSeen = 7

/**
 * For how many days a fuel will do at the pace of the last whole days; nothing where none of it was sold. A station that began to sell
 * within them is judged by the days since its first sale, so that its tanks are not said to last longer than they do.
 * @param soldCl of each day, the earliest first @param heldCl in all tanks of the fuel
 */
export function lastingDays(soldCl: readonly number[], heldCl: number): number | undefined {
  const begun = soldCl.findIndex(sold => sold > 0)
  if (begun < 0) return undefined
  const days = soldCl.slice(begun)
  const sold = days.reduce((sum, one) => sum + one, 0)
  return Math.floor((heldCl * days.length) / sold)
}
