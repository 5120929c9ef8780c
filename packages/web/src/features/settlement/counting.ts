import { TenderType, type ClassSettlePreview, type PayType } from '@forecourt/contract'

type PayTypeRow = ClassSettlePreview['payTypes'][number]
/** What was typed for each tender, in cents; absent where nothing was. */
export type Counts = Readonly<Partial<Record<PayType, number | null>>>

/** What comes from outside, and can be counted. */
export const isTender = (payType: PayType): payType is TenderType => (TenderType.options as readonly string[]).includes(payType)

/** What can be counted: cash always, first; then whatever else was taken over the counter. */
export function tendersOf(payTypes: readonly PayTypeRow[]): { payType: TenderType; expectedCents: number }[] {
  const taken = payTypes.filter(row => isTender(row.payType)) as (PayTypeRow & { payType: TenderType })[]
  const cash = taken.find(({ payType }) => payType === 'cash')?.expectedCents ?? 0
  return [{ payType: 'cash', expectedCents: cash }, ...taken.filter(({ payType }) => payType !== 'cash')]
}

/** What was taken out of our own books, where there is nothing to count. */
export const ownOf = (payTypes: readonly PayTypeRow[]): PayTypeRow[] => payTypes.filter(({ payType }) => !isTender(payType))

export const isCounted = (value: number | null | undefined): value is number => typeof value === 'number' && !Number.isNaN(value)

/** Of the tenders that were counted: what should be there, what is, and the difference. */
export function balanceOf(tenders: readonly { payType: TenderType; expectedCents: number }[], counts: Counts) {
  const counted = tenders.flatMap(({ payType, expectedCents }) => {
    const countedCents = counts[payType]
    return isCounted(countedCents) ? [{ payType, expectedCents, countedCents }] : []
  })
  const expectedCents = counted.reduce((sum, row) => sum + row.expectedCents, 0)
  const countedCents = counted.reduce((sum, row) => sum + row.countedCents, 0)
  return { counted, expectedCents, countedCents, differenceCents: countedCents - expectedCents }
}

/** Notes and coins, in cents, by the word of the money. Unknown money is typed as an amount. */
const values: Readonly<Record<string, readonly number[]>> = {
  '¥': [100_00, 50_00, 20_00, 10_00, 5_00, 1_00, 50, 10],
  '€': [200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5, 2, 1],
  Kč: [5000_00, 2000_00, 1000_00, 500_00, 200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00],
}
export const denominationsOf = (symbol: string | undefined): readonly number[] => values[symbol ?? ''] ?? []
