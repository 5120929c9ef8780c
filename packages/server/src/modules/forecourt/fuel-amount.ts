/** What fuel costs: rounded once, half up. Volumes are in centilitres, prices in cents for a litre. */
export const fuelAmount = (volumeCl: number, priceCents: number): number => Math.floor((2 * volumeCl * priceCents + 100) / 200)
