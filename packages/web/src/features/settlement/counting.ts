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

/** How many of each note and coin, by its value in cents. */
export type Pieces = Readonly<Record<number, number>>
export interface Dip {
  readonly receivedCl?: number | null | undefined
  readonly document?: string
  readonly volumeCl?: number | null | undefined
}
/** Hundredths by nozzle. */
export type Readings = Readonly<Record<number, number | null>>

/** What somebody counted, read and measured so far. */
export interface Taken {
  readonly counts: Counts
  readonly pieces: Pieces
  readonly readings: Readings
  readonly dips: Readonly<Record<number, Dip>>
}
export const nothingTaken: Taken = { counts: {}, pieces: {}, readings: {}, dips: {} }

export const sumOf = (pieces: Pieces): number => Object.entries(pieces).reduce((sum, [value, many]) => sum + Number(value) * many, 0)

/** So many of one note more; with the last one taken away the cash is not counted any more. */
export function withPieces(taken: Taken, value: number, many: number | undefined): Taken {
  const { [value]: _before, ...others } = taken.pieces
  const pieces = many === undefined ? others : { ...others, [value]: many }
  const cash = Object.keys(pieces).length > 0 ? sumOf(pieces) : null
  return { ...taken, pieces, counts: { ...taken.counts, cash } }
}

/** Something typed is no amount. */
export const isMistyped = ({ counts, readings, dips }: Taken): boolean =>
  [...Object.values(counts), ...Object.values(readings), ...Object.values(dips).flatMap(dip => [dip.volumeCl, dip.receivedCl])].some(
    value => Number.isNaN(value ?? 0),
  )

/** What was taken, as it is sent; what is no amount yet is left out. */
export function sentOf({ counts, pieces, readings, dips }: Taken) {
  const numbered = <T>(of: Readonly<Record<number, T>>) => Object.entries(of).map(([id, value]) => [Number(id), value] as const)
  return {
    counted: Object.entries(counts).flatMap(([payType, cents]) =>
      isCounted(cents) ? [{ payType: payType as TenderType, countedCents: cents }] : [],
    ),
    cash: numbered(pieces).flatMap(([valueCents, many]) => (many > 0 ? [{ valueCents, pieces: many }] : [])),
    meters: numbered(readings).flatMap(([nozzleControlId, cl]) => (isCounted(cl) ? [{ nozzleControlId, totaliserCl: cl }] : [])),
    tanks: numbered(dips).flatMap(([tankId, { volumeCl, receivedCl, document = '' }]) =>
      isCounted(volumeCl) || isCounted(receivedCl)
        ? [{ tankId, ...(isCounted(volumeCl) && { volumeCl }), receivedCl: isCounted(receivedCl) ? receivedCl : 0, document }]
        : [],
    ),
  }
}
