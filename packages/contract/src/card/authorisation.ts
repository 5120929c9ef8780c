import { z } from 'zod'
import { PinProof } from '../access/pin.ts'
import { endpoint, resource } from '../kit.ts'
import { PriceRuleKind } from './discount.ts'
import { ChipUuid } from '../reader/card-payload.ts'
import { actsBy } from '../status-acts.ts'
import { CardNumber, Centilitres, Cents, CentsPerL, Instant, Name, Ref, SixDigits } from '../units.ts'
import { Plate } from '../validators.ts'

/** 预占中, 灰锁, 已扣款, 已撤销, 已解灰. The first two hold money. @source decisions CD18, CD19 */
export const AuthorisationStatus = z.enum(['open', 'gray', 'captured', 'voided', 'released'])
export type AuthorisationStatus = z.output<typeof AuthorisationStatus>
/** Nobody told its end in time, or the card was pulled: 超时, 拔卡. */
export const GrayReason = z.enum(['timeout', 'pulled'])
export type GrayReason = z.output<typeof GrayReason>

/** For so long a hold waits for its end; then it is gray. */
export const grayMs = 30 * 60_000

const Odometer = z.int().min(0).max(9_999_999)
const Sequence = z.int().min(0).max(999_999_999_999)

/** 预授权: money of a card that is kept for one fill, and what became of it. */
export const authorisations = resource('authorisations', {
  table: 'card_authorisation',
  scope: 'station',
  permission: 'card.authorisation',
  versioned: false,
  body: z.object({}),
  read: {
    status: AuthorisationStatus,
    userCardId: Ref('userCards'),
    /** The master card whose money is held, where its fleet shares. @source decisions FL3 */
    masterId: Ref('userCards').nullable(),
    /** As it was told: a number that was replaced since stays here. */
    cardNumber: CardNumber,
    stationId: Ref('stations'),
    /** Who asked: a device, or somebody at a till. */
    deviceId: Ref('devices').nullable(),
    operatorId: Ref('users').nullable(),
    nozzleControlId: Ref('nozzleControls').nullable(),
    productId: Ref('products'),
    /** For one litre, by the price list of the moment at which it was asked. */
    priceCents: CentsPerL,
    /** The price of a litre that counts for this fill: what is approved in litres is what the money buys at it. */
    fillPriceCents: CentsPerL,
    /** What lowers it: a discount of the card or its product, of its fleet, of the level of its holder, or an activity. @source CD25 */
    discountKind: PriceRuleKind.nullable(),
    discountName: z.string().nullable(),
    wantedCents: Cents.nullable(),
    wantedCl: Centilitres.nullable(),
    approvedCents: Cents,
    approvedCl: Centilitres,
    /** Where what is held came from, and goes back to. */
    principalCents: Cents,
    giftCents: Cents,
    plate: z.string().nullable(),
    odometerKm: z.int().nullable(),
    grayAt: Instant.nullable(),
    grayReason: GrayReason.nullable(),
    endedAt: Instant.nullable(),
    /** The sale that ended it, and what that cost. */
    orderId: Ref('orders').nullable(),
    capturedCents: Cents.nullable(),
    /** Why it was released without the evidence of the pump. */
    reason: z.string(),
    createdDate: Instant,
  },
  label: ['cardNumber'],
  sort: 'createdDate,desc',
  totals: ['approvedCents'],
  acts: ['list', 'get'],
})

const row = authorisations.row

export const cardHolds = {
  /** 预授权. @source decisions CD18, CD31 */
  ask: endpoint('POST', '/authorisations', {
    permission: 'card.authorise',
    idempotent: true,
    body: z
      .strictObject({
        /** The card, by one of the two. */
        cardNumber: CardNumber.optional(),
        uuid: ChipUuid.optional(),
        /** Says the product as well. A device or till without nozzles names the product of its station. */
        nozzleControlId: Ref('nozzleControls').optional(),
        productId: Ref('products').optional(),
        wantedCents: Cents.min(1).max(100_000_000_00).optional(),
        wantedCl: z.int().min(1).max(100_000_000).meta({ format: 'centilitres' }).optional(),
        plate: Plate.optional(),
        odometerKm: Odometer.optional(),
        payPassword: SixDigits.optional(),
        /** The last number that the device has given to a sale: the record of this fill will have a later one. */
        sequence: Sequence.optional(),
      })
      .refine(({ cardNumber, uuid }) => (cardNumber === undefined) !== (uuid === undefined), {
        error: 'cardNumberOrId',
        path: ['cardNumber'],
      })
      .refine(({ nozzleControlId, productId }) => nozzleControlId !== undefined || productId !== undefined, {
        error: 'nozzleOrProduct',
        path: ['nozzleControlId'],
      })
      .refine(({ wantedCents, wantedCl }) => wantedCents !== undefined || wantedCl !== undefined, {
        error: 'wantedNothing',
        path: ['wantedCents'],
      }),
    returns: row,
    rows: true,
    summary: 'Keeps money of a card for a fill, as much as it may pay of what is wanted, until the sale that names it, or its end',
  }),
  /** 撤销: nothing was delivered. */
  void: endpoint('POST', '/authorisations/:id/void', {
    permission: 'card.authorise',
    idempotent: true,
    returns: row,
    rows: true,
    summary: 'Ends a hold of which nothing was delivered: each cent goes back to where it came from',
  }),
  /** 拔卡. */
  pulled: endpoint('POST', '/authorisations/:id/pulled', {
    permission: 'card.authorise',
    idempotent: true,
    returns: row,
    rows: true,
    summary: 'Says that the card was pulled before the fill ended: the hold is gray, until the record of the pump ends it',
  }),
  /** 解灰. @source decisions CD19 */
  release: endpoint('POST', '/authorisations/:id/release', {
    permission: 'card.release',
    idempotent: true,
    body: z
      .strictObject({
        /** Both where a record of the pump may still come: a shift leader answers for it. */
        reason: Name(200).optional(),
        /** Of the action `card.release`, the subject `authorisations:<id>` and what it holds. */
        pinProof: PinProof.optional(),
      })
      .refine(({ reason, pinProof }) => pinProof === undefined || reason !== undefined, { error: 'releaseReason', path: ['reason'] }),
    returns: row,
    rows: true,
    summary: 'Releases a gray hold: with the evidence of the pump, else by a shift leader with PIN and reason',
  }),
  evidence: endpoint('GET', '/authorisations/:id/evidence', {
    permission: 'card.authorisation.read',
    returns: z.object({
      /** Whether the pump can no longer send a record of this fill. */
      proven: z.boolean(),
      /** The sale with which the nozzle went on, by the number that its device gave it. */
      laterSequence: z.int().nullable(),
      /** Numbers of the device up to that one that have not arrived. */
      missing: z.int(),
    }),
    summary: 'What the numbers of the device say about a hold: whether a record of its fill can still come',
  }),
}

/** What may be done to an authorisation in which status. @source decisions CD18, CD19 */
export const authorisationActs = actsBy('authorisations.status', AuthorisationStatus, {
  void: { call: cardHolds.void, in: ['open', 'gray'] },
  pulled: { call: cardHolds.pulled, in: ['open', 'gray'] },
  release: { call: cardHolds.release, in: ['gray'] },
})
