import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { CardNumber, Centilitres, Cents, CentsPerL, Id, Instant } from '../units.ts'
import { OpenIdentity } from '../member/wechat.ts'
import { DealKind } from './deal.ts'

/** The parameters of a scanned code, handed over as they are. @source docs/adr/0119 */
export const ScannedCode = z.strictObject({
  s: Id.optional(),
  d: Id.optional(),
  p: Id.optional(),
  c: Id.optional(),
  k: z.string().max(40),
})
/**
 * Who stands at the device: the holder of a card; whom a mini program knows by the identity that its platform gives, a member if they are
 * bound; or somebody unknown, who gets a code.
 */
const Customer = z.strictObject({
  cardNumber: CardNumber.optional(),
  wechat: OpenIdentity.optional(),
  /** What they scanned, where they came by a code. */
  scanned: ScannedCode.optional(),
})
const notBoth = ({ cardNumber, wechat }: { cardNumber?: unknown; wechat?: unknown }) => cardNumber === undefined || wechat === undefined
const oneIdentity = { error: 'cardOrWechat', path: ['wechat'] }

/** A coupon that the customer may take, and what stands against it for them. */
const Offered = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  kind: DealKind,
  offCents: Cents.nullable(),
  percent: z.number().nullable(),
  capCents: Cents.nullable(),
  centsPerL: CentsPerL.nullable(),
  upToCl: Centilitres.nullable(),
  itemId: Id.nullable(),
  pieces: z.int().nullable(),
  minimumCents: Cents,
  validDays: z.int(),
  startTime: Instant,
  endTime: Instant,
  pictureId: Id.nullable(),
  /** How many are left; null where their number is not limited. */
  left: z.int().nullable(),
  /** Why this customer cannot take it now. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
})

/** 领取: customers take coupons themselves, through a device of the company. @source MKT-009; decisions MK2, MK14 */
export const receiving = {
  offered: endpoint('POST', '/userDeals/offered', {
    permission: 'device.self',
    reads: true,
    body: Customer.refine(notBoth, oneIdentity),
    returns: z.object({ content: z.array(Offered) }),
    summary: 'The coupons that a customer at this device may take, and why not those that they may not',
  }),
  receive: endpoint('POST', '/userDeals/receive', {
    permission: 'device.self',
    idempotent: true,
    body: Customer.extend({ dealId: Id }).refine(notBoth, oneIdentity),
    returns: z.object({
      id: Id,
      dealId: Id,
      name: z.string(),
      kind: DealKind,
      /** Of somebody who is no member: it can be used once, by anyone who says it. */
      code: z.string().nullable(),
      startTime: Instant,
      endTime: Instant,
    }),
    summary: 'Gives a coupon to the customer who takes it; what a promoter handed out is counted for that promoter',
  }),
}
