/** Notes and coins in circulation, in hundredths, the greatest first. */
const usual: Readonly<Record<string, readonly number[]>> = {
  CNY: [100_00, 50_00, 20_00, 10_00, 5_00, 1_00, 50, 10],
  HKD: [1000_00, 500_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10],
  EUR: [200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5, 2, 1],
  CZK: [5000_00, 2000_00, 1000_00, 500_00, 200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00],
  USD: [100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 25, 10, 5, 1],
  GBP: [50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5, 2, 1],
}

/** What cash is counted by: what the company set, else what its currency has. None for a currency we do not know: its sum is typed. */
export const denominationsOf = (currency: string, set: readonly number[]): readonly number[] =>
  set.length > 0 ? set.toSorted((a, b) => b - a) : (usual[currency] ?? [])
