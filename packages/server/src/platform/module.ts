import type { commandSearch, CouponsGiven, CouponToGive, Endpoint, memberFarewell, Returned, UserCardKind } from '@forecourt/contract'
import type { Behaviour } from '@forecourt/simulator/habit.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Actor, Ctx, Handler } from './execution/command.ts'
import type { Refusal } from './execution/refusal.ts'
import type { Invariant } from './invariant.ts'
import type { Task } from './jobs/task.ts'
import type { PointsPayments } from './points-payments.ts'
import type { Database, Tx } from './postgres/database.ts'
import type { ListOut } from './search/read-out.ts'
import { narrowFleetsBy, type FleetRows } from './search/scope.ts'
import { readMomentsBy, type RowsAt } from './search/rows-at.ts'

/**
 * What a module brings: its index.ts exports one of these, and modules/index.ts lists them. What another module, or the platform, makes of
 * a part is said of the part; nothing else has to name the module.
 */
export interface Module {
  readonly name: string
  readonly handlers?: readonly Handler[]
  /** What its jobs do. */
  readonly tasks?: readonly Task[]
  /** Purges what has expired, of all companies in one transaction; every hour. */
  readonly maintenance?: readonly ((tx: Tx, now: Date) => Promise<unknown>)[]
  /** Adds pending rows up, every five seconds on one instance. */
  readonly rollups?: readonly RollUp[]
  /** Looks at what has just happened, every two seconds on one instance: somebody waits for what it finds. */
  readonly watches?: readonly RollUp[]
  /** Checked by the proof of the ledger, of one company at the ledger's page and of all by `npm run prove`. */
  readonly invariants?: readonly Invariant[]
  /** Money that is in a shift's settlement besides the payments of its sales. */
  readonly settlementSources?: readonly SettlementSource[]
  /** What the exported list of a resource shows beyond its contract, and whose rows it has; by the name of the resource. */
  readonly exportColumns?: Readonly<Record<string, (actor: Actor) => ListOut>>
  /** What the command box finds. */
  readonly commandSources?: CommandSources
  /** Which rows of a resource belong to a fleet, where that is not said by its own `groupId`; by the name of the resource. */
  readonly fleetRows?: FleetRows
  /** The rows of a resource as they are at a moment, where a field depends on it; by the name of the resource. */
  readonly rowsAt?: RowsAt
  /** What a member holds in this part of the trade: it goes over when two are merged, and ends when one leaves. */
  readonly memberHoldings?: MemberHoldings
  /** The tags that a member carries. */
  readonly tagsOfMember?: (ctx: Ctx, companyId: number, userId: number) => Promise<number[]>
  /** What an account holds besides money: it ends with the account, whose card is locked. */
  readonly accountEnds?: (
    ctx: Ctx,
    account: { readonly id: number; readonly companyId: number; readonly userId: number | null },
  ) => Promise<void>
  /** How many points accounts hold, which end with them; nothing of those that hold none. */
  readonly pointsOn?: (ctx: Ctx, companyId: number, accounts: readonly number[]) => Promise<ReadonlyMap<number, number>>
  /** What a fleet has begun to earn: it needs the accounts for it. */
  readonly fleetEarns?: (ctx: Ctx, fleet: EarningFleet) => Promise<void>
  /** Points that are given with top-ups. */
  readonly topUpPoints?: TopUpPoints
  /** Coupons that come with top-ups and goods. */
  readonly giftCoupons?: GiftCoupons
  /** Points that goods give. */
  readonly goodsPoints?: GoodsPoints
  /** Points that pay orders. */
  readonly pointsPayments?: PointsPayments
  /** The fleet that somebody leads, for their profile, with the card that its money is on. */
  readonly fleetOfLeader?: (ctx: Ctx, fleetId: number) => Promise<LedFleet | null>
  /** What stands against a fill that a device asks for with a card, besides the card's own limits; nothing where it may flow. */
  readonly refusesFill?: (ctx: Ctx, asked: AskedFill) => Promise<Refusal | undefined>
  /** Whether money has moved in a company: from then on its currency stays. */
  readonly moneyHasMoved?: (ctx: Ctx, companyId: number) => Promise<boolean>
  /** A company has another key for its cards, in the transaction that sets it: what was written with an older one is to be written. */
  readonly cardKeySet?: (ctx: Ctx, companyId: number) => Promise<void>
  /** A company has another station, in the transaction that adds it: what it begins with. */
  readonly stationAdded?: (ctx: Ctx, station: { readonly id: number; readonly companyId: number }) => Promise<unknown>
  /** What happens in a company of the demo besides its sales: in the order of time, together with what the other modules bring. */
  readonly demo?: (stage: DemoStage) => readonly DemoAct[]
  /** What customers and staff of a simulated station do in this part of the trade, by the calls that anyone makes. */
  readonly simulation?: readonly Behaviour[]
}

/** Ends when nothing is pending, or the time is over. @param pace how the work is spread; a portion at least is done, whatever it says */
export type RollUp = (db: Database, companies: readonly number[], pace: Pace) => Promise<unknown>
export interface Pace {
  /** Stations with this many deltas together are rolled up together; of a larger one, at most `batchSize` at a time. */
  readonly portion?: number
  readonly batchSize?: number
  /** The portions are spread over this time, so that no sale waits for more than one of them. */
  readonly withinMs: number
  readonly signal?: AbortSignal | undefined
}

export interface SettlementSource {
  /** Money that came in (`topUp`), or that was given back (`refund`): the two columns that a settlement has for it. */
  readonly kind: 'topUp' | 'refund'
  /**
   * The rows of a shift: `pay_type` by which the money came or went; `amount_cents`, of a top-up below nothing where it is undone;
   * `employee_id` who took it; `counts` whether the row is one more of its kind.
   */
  readonly rows: (tx: Tx, shift: number) => RawBuilder<unknown>
  /** SQL of the ledger entries of such rows, of every shift: `company_id`, `shift_id`, `ref`. Part of an invariant, and written as one. */
  readonly booked: string
}

type Found = Returned<typeof commandSearch>
/** Few rows of a kind, each found by an index, and only what the caller may see. @param text as typed, without blanks at its ends */
export type CommandSources = { readonly [Kind in keyof Found]?: (ctx: Ctx, text: string) => Promise<unknown[]> }

export interface EarningFleet {
  readonly id: number
  readonly companyId: number
  readonly begins: readonly ('score' | 'level')[]
}

interface Holder {
  readonly id: number
  readonly companyId: number
}
/** What changes something is asked with the member locked. */
export interface MemberHoldings {
  /** What goes over in a merge. */
  readonly of: (ctx: Ctx, member: Holder) => Promise<{ id: number; number: string; valueCents: number }[]>
  /** Before anything goes over: what each of them has, and nobody has twice, becomes one. */
  readonly unite?: (ctx: Ctx, member: Holder, into: number) => Promise<void>
  /** @returns how many went over */
  readonly move: (ctx: Ctx, member: Holder, into: number) => Promise<number>
  /** What is not closed yet, and what stands against its end. */
  readonly open: (ctx: Ctx, member: Holder) => Promise<Returned<typeof memberFarewell.preview>['cards']>
  /** Ends what is open, nothing of which is worth anything. */
  readonly end: (ctx: Ctx, member: Holder, reason: string) => Promise<void>
}

/** The card that is topped up, and locked. */
interface ToppedUp {
  readonly companyId: number
  readonly userId: number | null
  readonly groupId: number | null
}
export interface TopUpPoints {
  /** Whether points can be booked to the holder of a card, or to its fleet. */
  readonly canHave: (ctx: Ctx, card: ToppedUp) => Promise<boolean>
  /** @param topUpId the movement that stands for the top-up @returns how many were booked */
  readonly give: (ctx: Ctx, card: ToppedUp, given: { readonly topUpId: number; readonly points: number }) => Promise<number>
  /** How many were booked with a top-up. */
  readonly given: (ctx: Ctx, companyId: number, topUpId: number) => Promise<number>
  /** What would be taken back of what was booked with a top-up, and what lapsed with an account that has been closed since. */
  readonly toTakeBack: (ctx: Ctx, companyId: number, topUpId: number) => Promise<TakenBack>
  /** Takes it back; what of it is spent is owed. */
  readonly takeBack: (ctx: Ctx, companyId: number, topUpId: number) => Promise<TakenBack>
}

/** So many of a coupon, of which so many begin together and the next ones so many days later. */
export interface GiftCoupon {
  readonly dealId: number
  readonly count: number
  readonly perCount: number
  readonly intervalDays: number
}
export interface GiftCoupons {
  /** Whether a package, or goods, may name these. @throws notFound, coupon.nonMembersOnly, coupon.startsAfterEnd */
  readonly refuseUnfit: (ctx: Ctx, group: readonly GiftCoupon[]) => Promise<void>
  /** Coupons of a company by their names, for a file that says what comes with goods; those that there are not are left out. */
  readonly named: (ctx: Ctx, companyId: number, names: readonly string[]) => Promise<ReadonlyMap<string, NamedCoupon>>
  /** What stands against giving each group to the holder of a card. @param card nothing of one that is yet to be issued */
  readonly toGive: (
    ctx: Ctx,
    companyId: number,
    card: ToppedUp | undefined,
    groups: readonly (readonly GiftCoupon[])[],
  ) => Promise<CouponToGive[][]>
  /** Gives what can be given. @param topUpId the movement that stands for the top-up */
  readonly give: (
    ctx: Ctx,
    card: ToppedUp,
    given: { readonly topUpId: number; readonly group: readonly GiftCoupon[] },
  ) => Promise<CouponToGive[]>
  /** What was given with a top-up and not taken back. */
  readonly given: (ctx: Ctx, companyId: number, topUpId: number) => Promise<CouponsGiven[]>
  /** What would be taken back, and what was used already. */
  readonly toTakeBack: (ctx: Ctx, companyId: number, topUpId: number) => Promise<CouponsBack>
  /** Takes back what was not used; what was used stays. */
  readonly takeBack: (ctx: Ctx, companyId: number, topUpId: number, reason: string) => Promise<CouponsBack>
}
export interface NamedCoupon {
  readonly dealId: number
  /** What stands against naming so many of it now. */
  readonly against: (so: Omit<GiftCoupon, 'dealId'>) => 'couponEnded' | 'couponNonMembers' | 'couponStartsLate' | undefined
}
export interface CouponsBack {
  readonly unused: number
  readonly used: number
  readonly usedCents: number
}

/** Points that goods of an order give to the holder of a card, or to its fleet. */
export interface GoodsPoints {
  readonly canHave: TopUpPoints['canHave']
  /** Books what orders of a company give, each once. The cards are locked. @returns the orders whose points were booked */
  readonly give: (
    ctx: Ctx,
    companyId: number,
    given: readonly { readonly orderId: number; readonly card: ToppedUp; readonly points: number }[],
  ) => Promise<ReadonlySet<number>>
  /** Takes so many back; what of it is spent is owed. @returns whether there was an account to take them from */
  readonly takeBack: (
    ctx: Ctx,
    companyId: number,
    back: { readonly orderId: number; readonly points: number /** Taken back already. */; readonly before: number },
  ) => Promise<boolean>
}

export interface TakenBack {
  readonly points: number
  readonly lapsed: number
}

/** A fill before fuel flows. What was not told is null. */
export interface AskedFill {
  readonly stationId: number
  readonly card: { readonly cardNumber: string } | { readonly userCardId: number }
  readonly productId: number
  readonly wantedCl: number | null
  readonly plate: string | null
  readonly odometerKm: number | null
}

export interface LedFleet {
  readonly id: number
  readonly name: string
  /** Of its master cards the first; null while it has none. */
  readonly userCardId: number | null
}

/** A company of the demo while it is made. */
export interface DemoStage {
  readonly companyId: number
  readonly zone: string
  /** When its month begins, and the moment at which it ends. */
  readonly from: Date
  readonly now: Date
  readonly stations: readonly { readonly id: number; readonly code: string; readonly leaderId: number }[]
  readonly cards: readonly DemoCard[]
  /** Runs in one transaction of the company, as the product itself. */
  readonly within: <T>(at: Date, run: (ctx: Ctx) => Promise<T>) => Promise<T>
}
export interface DemoCard {
  readonly id: number
  readonly number: string
  readonly kind: UserCardKind
  /** What it can still pay, as far as the demo knows: an act that moves its money says so here. */
  valueCents: number
}
export interface DemoAct {
  readonly at: Date
  run(): Promise<unknown>
}

let installed: readonly Module[] | undefined

/** Rows that several modules say belong to a fleet do so by any of them. */
const together = (all: FleetRows, more: FleetRows): FleetRows => ({
  ...all,
  ...Object.fromEntries(
    Object.entries(more).map(([name, rows]) => {
      const others = all[name]
      return [name, others ? (...of: Parameters<typeof rows>) => sql`(${others(...of)} or ${rows(...of)})` : rows]
    }),
  ),
})

/** Makes these the modules of this process; modules/index.ts does it once. */
export function install(modules: readonly Module[]): readonly Module[] {
  installed = modules
  narrowFleetsBy(modules.reduce<FleetRows>((all, { fleetRows = {} }) => together(all, fleetRows), {}))
  readMomentsBy(Object.assign({}, ...modules.map(({ rowsAt }) => rowsAt)))
  return modules
}

/** Every module of the product. For those who work with what the others bring, while a call is answered. */
export function everyModule(): readonly Module[] {
  if (!installed) throw new Error('modules/index.ts has not been loaded')
  return installed
}

/** The handler that answers a call. */
export function handlerOf(endpoint: Endpoint): Handler {
  const found = everyModule()
    .flatMap(({ handlers = [] }) => handlers)
    .find(handler => handler.endpoint === endpoint)
  if (!found) throw new Error(`nothing answers ${endpoint.method} ${endpoint.path}`)
  return found
}
