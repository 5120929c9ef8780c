/** The middle of an odd number of values; of an even number the upper of the two in the middle. */
export const median = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
