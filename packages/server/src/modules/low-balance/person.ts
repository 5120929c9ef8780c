import type { LowBalanceOutcome } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'

export interface Person {
  readonly id: number
  readonly name: string
  readonly mobile: string | null
  readonly email: string | null
  readonly disabled: boolean
  readonly former: boolean
}

/** A card with its fleet, and who is told of it: its holder, or of a fleet's master card the leader. */
export interface ToldOf {
  readonly userCardId: number
  readonly number: string
  readonly kind: string
  readonly status: string
  readonly returned: boolean
  /** Its last day is over, by the calendar of the company. */
  readonly expired: boolean
  readonly fleet: { readonly name: string; readonly shares: boolean; readonly stopped: boolean; readonly expired: boolean } | null
  readonly person: Person | null
}

export async function toldOf({ tx, now }: Ctx, cards: readonly number[]): Promise<Map<number, ToldOf>> {
  const { rows } = await sql<ToldOf>`
    select card.id as user_card_id, card.number, card.kind, card.status, card.closed_time is not null as returned,
      coalesce(card.valid_until < (${now}::timestamptz at time zone own.time_zone)::date, false) as expired,
      case when fleet.id is not null then json_build_object('name', fleet.name, 'shares', fleet.value_mode = 'share',
        'stopped', fleet.stopped_at is not null, 'expired', coalesce(fleet.end_time <= ${now}::timestamptz, false)) end as fleet,
      case when person.id is not null then json_build_object('id', person.id, 'name', person.name, 'mobile', person.mobile,
        'email', person.email, 'disabled', person.disabled, 'former', person.former_date is not null) end as person
    from ${scoped(tx, 'user_card')} card
    join company own on own.id = card.company_id
    left join ${scoped(tx, 'fleet')} fleet on fleet.id = card.group_id
    left join ${scoped(tx, 'user_account')} person
      on person.id = case when card.kind = 'master' and fleet.id is not null then fleet.user_id else card.user_id end
    where card.id = any(${cards}::bigint[])`.execute(tx)
  return new Map(rows.map(row => [row.userCardId, row]))
}

/** A card that owes is topped up like any other. */
const inUse = ['normal', 'overspend']

/** Why nobody is told, in the order in which the reasons count; undefined where somebody is. */
export function passedOver(of: ToldOf, on: boolean): Exclude<LowBalanceOutcome, 'told'> | undefined {
  const { fleet, person } = of
  if (!on) return 'off'
  if (of.returned) return 'cardReturned'
  if (!inUse.includes(of.status)) return 'cardStopped'
  if (of.expired) return 'cardExpired'
  if (fleet?.stopped) return 'fleetStopped'
  if (fleet?.expired) return 'fleetExpired'
  // What the master card holds counts, and its leader is told of it.
  if (fleet?.shares && of.kind === 'sub') return 'shares'
  if (!person) return 'nobody'
  if (person.disabled || person.former) return 'personGone'
  return person.email || person.mobile ? undefined : 'noAddress'
}
