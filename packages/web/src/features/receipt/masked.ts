/**
 * A card number as it leaves the house: its first and last four digits, the others as stars, so that a slip that is left behind names no
 * card. Of a short number at most half is shown.
 */
export function masked(number: string): string {
  const shown = number.length >= 12 ? 4 : Math.floor(number.length / 4)
  return number.slice(0, shown) + '*'.repeat(number.length - 2 * shown) + number.slice(number.length - shown)
}
