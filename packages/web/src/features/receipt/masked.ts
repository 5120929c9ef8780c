/**
 * A card number as it leaves the house: its first and last four digits, the others as stars, so that a slip that is left behind names no
 * card. Of a short number at most half is shown.
 */
export function masked(number: string): string {
  const shown = number.length >= 12 ? 4 : Math.floor(number.length / 4)
  return number.slice(0, shown) + '*'.repeat(number.length - 2 * shown) + number.slice(number.length - shown)
}

/** A name as it stands on a slip: its first character, or the first letter of each of its words, so that its holder knows it. */
export const maskedName = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map(word => {
      const [first = '', ...rest] = [...word]
      return first + '*'.repeat(/^[\p{Script=Latin}]/u.test(first) ? Math.min(3, rest.length) : rest.length)
    })
    .join(' ')
