import { z } from 'zod'
import { UserCardKind, UserCardStatus } from '../card/user-card.ts'
import { FileRef } from '../file/attachment.ts'
import { endpoint, resource } from '../kit.ts'
import { CardNumber, Centilitres, Cents, Id, Instant, LocalDate, LongText, Mobile, Name, Ref, Text } from '../units.ts'
import { ContactPhone, Email, IdNumber } from '../validators.ts'

/** 正常, 挂失: lost while any card is that has not been returned. @source decisions A9, ME1 */
export const MemberStatus = z.enum(['normal', 'loss'])

/**
 * What is kept of a member to search by: what they paid with their cards within so many days, today counted, less what was given back;
 * what their own cards held, and their level. A few seconds behind. @source decisions MK15
 */
const figures = {
  spent30Cents: Cents.nullable(),
  spent90Cents: Cents.nullable(),
  spent365Cents: Cents.nullable(),
  bought30Cl: Centilitres.nullable(),
  bought90Cl: Centilitres.nullable(),
  bought365Cl: Centilitres.nullable(),
  fills30: z.int().nullable(),
  fills90: z.int().nullable(),
  fills365: z.int().nullable(),
  keptBalanceCents: Cents.nullable(),
  levelId: Ref('memberLevels').nullable(),
}

/**
 * 个人会员: a user of the company who is not staff. Who leads a fleet is a member, too (decision FL1).
 * The ID number is kept sealed; a row shows its first six and last four characters. Money is that of the cards of their own which have
 * not been returned: what is on a fleet's cards is the fleet's.
 */
const records = resource('members', {
  table: 'member_state',
  storedIn: 'user_account',
  scope: 'company',
  permission: 'member',
  body: z.object({
    name: Name(60),
    mobile: Mobile.nullable().default(null),
    email: Email.max(120).nullable().default(null),
    /** Where else they are reached; a landline, too. */
    contactPhone: ContactPhone.default(''),
    invoiceTitle: Text(100).default(''),
    /** Kept as it was typed, in capitals: a number that fails its check is warned of (decision ME12). */
    taxId: Text(20).toUpperCase().default(''),
    avatarId: FileRef('userAvatar').nullable().default(null),
    /**
     * 生日月份: read off the ID number where one is entered and no month; left out it stays as it is. Of the day nothing is kept, which would
     * tell most of the sealed number.
     */
    birthMonth: z.int().min(1).max(12).nullable().optional(),
    remark: LongText(500).default(''),
  }),
  read: {
    /** The first letters of the name, by which it is found: `wxf` for 王小芳. */
    initials: z.string(),
    idNumberMask: z.string().nullable(),
    status: MemberStatus,
    disabled: z.boolean(),
    /** What their cards hold: spendable and frozen. @source MEM-003 */
    balanceCents: Cents,
    /** Of it, what is frozen or held. */
    frozenCents: Cents,
    /** Cards that have not been returned. */
    cardCount: z.int(),
    /** The vehicles that their cards are limited to. */
    plates: z.string().nullable(),
    /** Known to a mini program. @source decisions ME13 */
    wechatBound: z.boolean(),
    /** On which they last paid with a card; a few seconds behind. @source decisions ME15 */
    lastPurchaseDay: LocalDate.nullable(),
    ...figures,
    createdDate: Instant,
  },
  also: {
    /** What is left out stays as it is; null takes it away. */
    idNumber: IdNumber.nullable().optional(),
    /** The new mobile number once more, where it is not the one that the member had. @source MEM-022 */
    confirmMobile: Mobile.optional(),
  },
  beside: {} as {
    /** What was kept though it looks wrong, in the answer to adding and editing. */
    warnings: readonly { field: string; message: string }[] | undefined
  },
  label: ['name', 'mobile'],
  substrings: ['name', 'mobile', 'initials'],
  // Reckoned from the cards of each member, so that a filter or an order would have to look through all of them.
  unsearchable: ['status', 'wechatBound', 'balanceCents', 'frozenCents', 'cardCount', 'plates', 'idNumberMask'],
  many: {
    userCards: ['userCards', 'userId'],
    cars: ['cars', 'userId'],
    tags: ['memberTags', 'userId'],
    purchases: ['memberPurchases', 'userId'],
  },
  aliases: { tag: 'tags.tag' },
  sort: 'createdDate,desc',
  // How many there are is counted by month; what a filter leaves is counted as it is asked.
  counts: { table: 'member_count', by: [] },
  acts: ['list', 'get', 'create', 'update'],
})

const why = z.strictObject({ remark: Text(200).default('') })
export const members = {
  ...records,
  /** @source MEM-010 */
  disable: endpoint('POST', '/members/:id/disable', {
    permission: 'member.disable',
    body: why,
    returns: records.row,
    rows: true,
    summary: 'Takes a member out of use: no further card is issued to them',
  }),
  enable: endpoint('POST', '/members/:id/enable', {
    permission: 'member.disable',
    body: why,
    returns: records.row,
    rows: true,
    summary: 'Puts a disabled member back into use',
  }),
  /** @source decisions ME11 */
  identity: endpoint('GET', '/members/:id/identity', {
    permission: 'member.identity.read',
    writes: true,
    returns: z.object({ id: Id, idNumber: z.string().nullable() }),
    summary: 'The ID number of a member in full; that somebody looked at it is noted',
  }),
  /** In the body, so that the number stands in no address and no log. */
  byIdentity: endpoint('POST', '/members/identity', {
    permission: 'member.identity.read',
    reads: true,
    body: z.strictObject({ idNumber: IdNumber }),
    returns: z.object({ content: z.array(z.object({ id: Id, name: z.string(), mobile: Mobile.nullable() })) }),
    summary: 'The members who have this ID number',
  }),
}

/** 会员: a user who holds cards and does not sign in here. The status is that of the card (decision A9). */
export const Member = z.object({
  id: Id,
  name: z.string(),
  mobile: Mobile.nullable(),
  isStaff: z.boolean(),
  userCards: z.array(z.object({ id: Id, number: CardNumber, kind: UserCardKind, status: UserCardStatus, value: Cents, lockValue: Cents })),
})
export type Member = z.output<typeof Member>

/** GET /users/mobile: the member with this mobile number, so that nobody is added twice; or the holder of this card. */
export const memberByMobile = endpoint('GET', '/users/mobile', {
  permission: 'member.read',
  query: z
    .strictObject({
      mobile: Mobile.optional(),
      cardNumber: CardNumber.optional(),
      companyId: z.coerce.number().int().positive().optional(),
    })
    .refine(({ mobile, cardNumber }) => mobile !== undefined || cardNumber !== undefined, { path: ['mobile'], message: 'mobileOrCard' }),
  returns: Member,
  summary: 'Finds a member by mobile number, or by a card',
})
