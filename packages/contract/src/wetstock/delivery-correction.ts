import { z } from 'zod'
import { PinProof } from '../access/pin.ts'
import { endpoint } from '../kit.ts'
import { Centilitres, Id, Instant, Name, Ref } from '../units.ts'
import { oilInfos } from './oil-info.ts'

/** What a PIN is given for, before a settled delivery is corrected. */
export const deliveryCorrectionProof = (id: number, deliveryVolumeCl: number | null) => ({
  action: 'delivery.correct' as const,
  subject: `oilInfos:${id}`,
  amountCents: deliveryVolumeCl,
})

/** A sale that was told after the delivery was settled, while which it was sold. */
const LateSale = z.object({
  orderId: Ref('orders'),
  orderNo: z.string(),
  shiftId: Ref('dailyStates'),
  createdDate: Instant,
  receivedDate: Instant,
  volumeCl: Centilitres,
})

/**
 * 更正: what was settled stays as it was counted; what is known better later is a dated correction in the shift that runs then.
 * @source decisions WS10, WS12
 */
export const deliveryCorrections = {
  correct: endpoint('POST', '/oilInfos/:id/correct', {
    permission: 'oilInfo.correct',
    idempotent: true,
    body: z.strictObject({ ...oilInfos.body.shape, correctionReason: Name(200), pinProof: PinProof }),
    returns: z.looseObject(oilInfos.row.shape),
    rows: true,
    summary: 'A settled delivery was recorded wrongly: it is taken back and recorded anew in the running shift; both stay',
  }),
  of: endpoint('GET', '/oilInfos/:id/corrections', {
    permission: 'oilInfo.read',
    returns: z.object({
      id: Id,
      /** What the settlement counted of it as received, and what its correction, or this one as a correction, takes back. */
      countedCl: Centilitres.nullable(),
      takesBackCl: Centilitres.nullable(),
      reason: z.string().nullable(),
      /** Sold while it was unloaded, and told after its shift was settled. */
      lateSales: z.array(LateSale),
      lateCl: Centilitres,
      /** With these sales. */
      soldCl: Centilitres,
      totalCl: Centilitres.nullable(),
      profitLossCl: Centilitres.nullable(),
      /** Whether they add to what was received: so of a delivery without a note. */
      addsToReceived: z.boolean(),
    }),
    summary: 'What is known better of a settled delivery: its corrections, and sales of its time that were told late',
  }),
}
