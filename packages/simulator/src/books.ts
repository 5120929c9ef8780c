import type { ClassSettle } from '@forecourt/contract'
import type { SiteLayout, ShiftTruth } from './site.ts'

/** A figure of a settled shift that is not what truly was. */
export interface Difference {
  readonly figure: string
  readonly truth: number
  readonly book: number
}

/** What a settlement says beside what truly was: money by pay type, litres by nozzle and tank. */
export function differences({ nozzles, tanks }: SiteLayout, truth: ShiftTruth, book: ClassSettle): Difference[] {
  const figures: Difference[] = [
    { figure: 'orders', truth: truth.orders, book: book.orders },
    { figure: 'sales', truth: truth.salesCents, book: book.salesCents },
    { figure: 'unpaid', truth: truth.unpaidCents, book: book.unpaidCents },
  ]
  for (const payType of new Set([...truth.paid.keys(), ...truth.toppedUp.keys(), ...book.payTypes.map(of => of.payType)])) {
    const found = book.payTypes.find(of => of.payType === payType)
    figures.push(
      { figure: `paid:${payType}`, truth: truth.paid.get(payType) ?? 0, book: found?.amountCents ?? 0 },
      { figure: `toppedUp:${payType}`, truth: truth.toppedUp.get(payType) ?? 0, book: found?.topUpCents ?? 0 },
    )
  }
  for (const { id, logicNo } of nozzles) {
    const found = book.nozzles.find(({ nozzleControlId }) => nozzleControlId === id)
    const truly = truth.soldCl.get(id) ?? 0
    figures.push({ figure: `nozzle:${logicNo}:sold`, truth: truly, book: found?.soldCl ?? 0 })
    // Of the first shift nobody knows where the meters began.
    if (typeof found?.differenceCl === 'number') figures.push({ figure: `nozzle:${logicNo}:metered`, truth: 0, book: found.differenceCl })
  }
  for (const { id, number } of tanks) {
    const found = book.tanks.find(({ tankId }) => tankId === id)
    const truly = nozzles.filter(({ tankId }) => tankId === id).reduce((sum, nozzle) => sum + (truth.soldCl.get(nozzle.id) ?? 0), 0)
    figures.push(
      { figure: `tank:${number}:sold`, truth: truly, book: found?.soldCl ?? 0 },
      { figure: `tank:${number}:received`, truth: truth.receivedCl.get(id)?.cl ?? 0, book: found?.receivedCl ?? 0 },
    )
    if (typeof found?.differenceCl === 'number') figures.push({ figure: `tank:${number}:lost`, truth: 0, book: found.differenceCl })
  }
  return figures.filter(({ truth: truly, book: says }) => truly !== says)
}
