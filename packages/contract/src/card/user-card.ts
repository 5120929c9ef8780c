import { z } from 'zod'
import { PinProof } from '../access/pin.ts'
import { endpoint, resource } from '../kit.ts'
import { recordGroups } from '../record-groups.ts'
import { BillingType } from './billing.ts'
import { CardRangeOfUse } from './range-of-use.ts'
import { CardNumber, Cents, Id, Instant, LocalDate, LongText, Mobile, Name, Ref, SixDigits, Text } from '../units.ts'
import { Plate } from '../validators.ts'

/** 个人卡, 员工卡, 不记名卡, 单位主卡, 单位副卡. */
export const UserCardKind = z.enum(['personal', 'employee', 'anonymous', 'master', 'sub'])
export type UserCardKind = z.output<typeof UserCardKind>
/** Cards that money is paid into at the counter: a fleet's sub cards and employee cards get theirs from the master. */
export const ToppedUpKind = UserCardKind.extract(['personal', 'anonymous', 'master'])
/** 正常, 挂失, 停用, 锁定, 透支. @source decisions.md D2 */
export const UserCardStatus = z.enum(['normal', 'lose', 'disable', 'lock', 'overspend'])
export type UserCardStatus = z.output<typeof UserCardStatus>

/** 通用, 汽油, 柴油: what fuel a card buys. Goods are not limited by it. @source requirement MEM-009 */
export const CardFuelType = z.enum(['general', 'gasoline', 'diesel'])
export type CardFuelType = z.output<typeof CardFuelType>

const Limit = Cents.min(1).max(100_000_000_00).nullable().default(null)
const facts = {
  name: Text(60).default(''),
  /** At most this much in one payment, and on one day of the station. */
  paymentCentsMax: Limit,
  dayCentsMax: Limit,
  /** From this amount on the payment password is asked; never when null. */
  passwordFromCents: Cents.min(0).max(100_000_000_00).nullable().default(null),
  remark: LongText(500).default(''),
}

/**
 * The account of a card. `value` can be spent, `lockValue` cannot: `heldCents` of it are held for fills, the rest is frozen. Shown is the
 * sum of both. What delivered fuel cost beyond them
 * is owed: `debtCents`, below zero (decision O14).
 */
export const userCards = resource('userCards', {
  table: 'user_card_state',
  storedIn: 'user_card',
  scope: 'company',
  permission: 'card.userCard',
  body: z.object({
    ...facts,
    userId: Ref('users').nullable().default(null),
    /** Limits that it shares with others, and its own, which narrow them. What is absent stays as it is. @source decisions CD21 */
    limitProfileId: Ref('cardLimitProfiles').nullable().optional(),
    rangeOfUse: CardRangeOfUse.nullable().optional(),
    fuelType: CardFuelType.optional(),
    /** Shown is that of its fleet, where it has one. */
    billingType: BillingType.optional(),
    discountId: Ref('discounts').nullable().optional(),
  }),
  read: {
    number: CardNumber,
    /** The number of its chip; null where it is known by its printed number alone. */
    physicalNumber: z.string().nullable(),
    kind: UserCardKind,
    status: UserCardStatus,
    cardId: Ref('cards'),
    parentId: Ref('userCards').nullable(),
    /** The fleet it belongs to. */
    groupId: Ref('groups').nullable(),
    value: Cents,
    lockValue: Cents,
    heldCents: Cents,
    principalCents: Cents,
    giftCents: Cents,
    debtCents: Cents,
    childCardNum: z.int(),
    hasPayPassword: z.boolean(),
    /** Null until the chip that it waits for is written: it is not used before. */
    issueTime: Instant.nullable(),
    /** Returned: its money was paid out, and it is never used again. */
    closedTime: Instant.nullable(),
    /** The last day on which it pays, by the calendar of the station of sale; without end when null. @source decisions CD14 */
    validUntil: LocalDate.nullable(),
    /** The vehicles that its own limits name; null where they name none. */
    plates: z.string().nullable(),
    /** What stands on its chip has changed on the server since: it is to be written. @source decisions CD30 */
    toWrite: z.boolean(),
    createdDate: Instant,
  },
  label: ['number', 'name', 'kind'],
  substrings: ['number', 'name', 'plates'],
  tails: ['number'],
  unsearchable: ['rangeOfUse'],
  // Which fleet a card is of is kept on the card, not on its product.
  aliases: { 'card.group': 'group' },
  many: { userCardDetails: ['userCardDetails', 'userCardId'], cardInfos: ['cardInfos', 'userCardId'] },
  sort: 'createdDate,desc',
  totals: ['value', 'lockValue', 'principalCents', 'giftCents', 'debtCents'],
  counts: {
    table: 'user_card_count',
    by: ['status', 'kind', 'cardId', 'card.id'],
    sums: {
      value: ['principalCents', 'giftCents'],
      lockValue: ['lockCents'],
      principalCents: ['principalCents'],
      giftCents: ['giftCents'],
      debtCents: ['debtCents'],
    },
  },
  groups: recordGroups.userCards,
  acts: ['list', 'get', 'update'],
})

const cardRow = userCards.row
/** POST /userCards (发卡). Its purses come into being with it. */
export const issueUserCard = endpoint('POST', '/userCards', {
  permission: 'card.issue',
  idempotent: true,
  returns: cardRow,
  rows: true,
  body: z
    .strictObject({
      number: CardNumber,
      kind: UserCardKind.default('personal'),
      cardId: Ref('cards'),
      userId: Ref('users').nullable().default(null),
      /** Instead of a member there is: one by name and mobile number, found or made. */
      holderName: Name(60).optional(),
      holderMobile: Mobile.optional(),
      parentId: Ref('userCards').nullable().default(null),
      /** The fleet of a master card; a sub card's is its master's. */
      groupId: Ref('groups').nullable().default(null),
      payPassword: SixDigits.optional(),
      /** It is to have a chip: until that is written and confirmed, the account is not used. @source decisions CD9 */
      awaitsChip: z.boolean().default(false),
      fuelType: CardFuelType.default('general'),
      /** The last day on which it pays; without end when null. */
      validUntil: LocalDate.nullable().default(null),
      /** The holder's document was seen at the counter. @source decisions CD16 */
      identityChecked: z.boolean().default(false),
      /** The vehicles that it is for, as its own limit. @source FLT-002 */
      plates: z.array(Plate).max(50).default([]),
      /** Of a sub card: what its master card gives it at once. @source FLT-002 */
      assignCents: Cents.min(1).max(100_000_000_00).optional(),
      /** That amount once more, from what the station's setting says is unusual on. */
      confirmAmountCents: Cents.optional(),
      ...facts,
    })
    .refine(({ parentId, assignCents }) => parentId !== null || assignCents === undefined, { error: 'assignToSub', path: ['assignCents'] })
    .refine(({ holderName, holderMobile }) => !holderName === !holderMobile, { error: 'holderBoth', path: ['holderMobile'] }),
  summary: 'Issues a card: an account with empty purses',
})

/** 丢失, 被盗, 损坏. */
export const LossReason = z.enum(['lost', 'stolen', 'damaged'])
const reason = z.strictObject({
  reason: LossReason.default('lost'),
  remark: Text(200).default(''),
  /** Of a bearer card: the number on the receipt of its newest top-up, which only its holder has. @source decisions CD13 */
  receiptId: Id.optional(),
})
const why = z.strictObject({ remark: Text(200).default('') })

/** What stops a card and lets it go on. Its money stays where it is (decision O6). */
export const cardStops = {
  loss: endpoint('POST', '/userCards/:id/loss', {
    permission: 'card.loss',
    idempotent: true,
    body: reason,
    returns: cardRow,
    rows: true,
    summary: 'Reports a card lost: no pump takes it',
  }),
  unhook: endpoint('POST', '/userCards/:id/unhook', {
    permission: 'card.unhook',
    idempotent: true,
    body: why,
    returns: cardRow,
    rows: true,
    summary: 'Ends a loss',
  }),
  disable: endpoint('POST', '/userCards/:id/disable', {
    permission: 'card.disable',
    idempotent: true,
    body: why,
    returns: cardRow,
    rows: true,
    summary: 'Takes a card out of use',
  }),
  enable: endpoint('POST', '/userCards/:id/enable', {
    permission: 'card.disable',
    idempotent: true,
    body: why,
    returns: cardRow,
    rows: true,
    summary: 'Puts a disabled or locked card back into use',
  }),
}
export const resetPayPassword = endpoint('POST', '/userCards/:id/resetPayPassword', {
  permission: 'card.payPassword',
  body: z.strictObject({ payPassword: SixDigits, pinProof: PinProof }),
  returns: cardRow,
  rows: true,
  summary: 'Sets a new payment password and forgets the wrong tries',
})

/** 划拨, 收回, 转账. */
export const TransferType = z.enum(['assign', 'withdraw', 'move'])
export type TransferType = z.output<typeof TransferType>
const Most = 100_000_000_00

/**
 * 划拨, 收回: money between a fleet's master card and one of its sub cards, principal only. `assign` is bounded by what the master
 * holds, `withdraw` by what the sub card holds. 转账: `move` takes money from the card in the address to another one of the same holder
 * and product, principal as principal and gift as gift. @source decisions.md B23; MEM-034; CD31, CD32
 */
export const transferUserCard = endpoint('PUT', '/userCards/:id/transfer', {
  permission: 'card.assign',
  idempotent: true,
  body: z
    .strictObject({
      /** The sub card, whose master is in the address; of a move the card that is paid into. */
      toId: Ref('userCards'),
      type: TransferType,
      /** Of the principal. */
      amountCents: Cents.min(0).max(Most),
      /** Of the gift; only a move takes it along. */
      giftCents: Cents.min(0).max(Most).default(0),
      /** All of it once more, from what the station's setting says is unusual on. */
      confirmAmountCents: Cents.optional(),
      remark: LongText(200).default(''),
      /** Of a move: of the action `card.move`, the subject `userCards:<id>` and all that is moved. */
      pinProof: PinProof.optional(),
    })
    .refine(({ type, amountCents, giftCents }) => (type === 'move' ? amountCents + giftCents : amountCents) > 0, {
      error: 'transferNothing',
      path: ['amountCents'],
    })
    .refine(({ type, giftCents }) => type === 'move' || giftCents === 0, { error: 'transferGift', path: ['giftCents'] })
    .refine(({ type, pinProof }) => type !== 'move' || pinProof !== undefined, { error: 'pinProofMissing', path: ['pinProof'] }),
  returns: z.object({ id: Id, toId: Id, type: TransferType, amountCents: Cents, giftCents: Cents, valueCents: Cents, toValueCents: Cents }),
  summary: 'Allocates money of a master card to a sub card, takes it back, or moves money between two cards of one holder',
})
