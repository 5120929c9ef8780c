import { authorisations, cardHolds, orderIntake } from '@forecourt/contract'
import { card as cardModule } from '../modules/card/index.ts'
import { proofOf } from './access.ts'
import { pursesOf } from './card.ts'
import { limitedShop } from './card-limits.ts'
import { runDueJobs } from './jobs.ts'
import type { Told } from './order.ts'

type Given = Parameters<typeof limitedShop>[0]

/** A shop whose till asks for holds of a card of 500.00, given 30.00 besides; 8.00 a litre. */
export async function holdingShop(given: Given = {}) {
  const it = await limitedShop({ principalCents: 500_00, giftCents: 30_00, ...given })
  let sent = 0
  const ask = (over: object = {}, who: { call: typeof it.device.call } = it.device) =>
    who.call(cardHolds.ask, {
      body: { cardNumber: it.card.number, nozzleControlId: it.nozzle.id, wantedCents: 200_00, ...over },
    })
  const refusedTo = (over: object = {}, who: Pick<typeof it.device, 'refused'> = it.device) =>
    who.refused(cardHolds.ask, {
      body: { cardNumber: it.card.number, nozzleControlId: it.nozzle.id, wantedCents: 200_00, ...over },
    })
  /** The pump's record of a fill that was held for: at 8.00 a litre. */
  const fill = (authorisationId: number | undefined, volumeCl: number, over: Partial<Told> = {}) =>
    it.fuelSale({
      sequence: over.sequence ?? ++sent,
      payType: 'card',
      lineItems: [{ volumeCl }],
      ...(authorisationId !== undefined && { authorisationId }),
      ...over,
    })
  const send = (sale: Told, who: { call: typeof it.device.call } = it.device) => who.call(orderIntake.take, { body: sale })
  const shown = (id: number) => it.lin.call(authorisations.get, { id })
  const gray = (now: Date) => runDueJobs(cardModule.tasks, now)
  const releaseBody = async (id: number, amountCents: number, reason = 'The terminal broke') => ({
    reason,
    pinProof: await proofOf(it.lin.actor, { action: 'card.release', subject: `authorisations:${id}`, amountCents }),
  })
  return { ...it, ask, refusedTo, fill, send, shown, gray, releaseBody, purses: () => pursesOf(it.card.id), next: () => ++sent }
}
