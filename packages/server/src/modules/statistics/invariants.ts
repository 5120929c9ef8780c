import { oneCurrency, type Invariant } from '../../platform/invariant.ts'

/** Of one fact: what its rows tell of each hour and day, by dimension and key, and which sums there are to tell. */
interface Fact {
  readonly fact: string
  readonly called: string
  readonly sums: readonly string[]
  readonly counted: string
}

const named = (...dimensions: readonly string[]) =>
  dimensions.map(dimension => `when grouping(${columnOf[dimension] ?? dimension}) then '${dimension}'`).join(' ')
const columnOf: Readonly<Record<string, string>> = {
  all: 'hour_at',
  nozzle: 'nozzle_id',
  employee: 'employee_id',
  device: 'device_id',
  status: 'status_key',
}
/** Hour and day of a row in the zone of its station. */
const times = (at: string) => `date_trunc('hour', ${at}, time_zone)::timestamptz(3) as hour_at,
  date_trunc('day', ${at}, time_zone)::timestamptz(3) as day_at`
const site = 'join {statistic_site} site using (company_id, station_id)'

/** Each table is read once, and only what it has is added up. */
const facts: readonly Fact[] = [
  {
    fact: 'order',
    called: 'orders',
    sums: ['count', 'volume_cl', 'pieces', 'amount_cents', 'discount_cents', 'paid_cents', 'refunded_cents'],
    counted: `
      select company_id, station_id, case 0 ${named('status', 'all', 'nozzle', 'employee', 'device')} end as dimension,
        coalesce(hour_at, day_at) as at, coalesce(status_key, nozzle_id::text, employee_id::text, device_id::text, '') as key,
        count(*) as count, sum(volume_cl) as volume_cl, sum(pieces) as pieces, sum(total_cents) as amount_cents,
        sum(discount_cents) as discount_cents, sum(paid_cents) as paid_cents, sum(refunded_cents) as refunded_cents
      from (
        select company_id, station_id, ${times('created_date')}, status || ':' || type || ':' || coalesce(pay_type, '') as status_key,
          status <> 'close' as counts, nozzle_control_id as nozzle_id, employee_id, device_id, coalesce(volume_cl, 0) as volume_cl,
          coalesce(pieces, 0) as pieces, total_cents, discount_cents, paid_cents, refunded_cents
        from {sale_order} sale_order ${site} left join (
          select order_id, sum(volume_cl)::bigint as volume_cl, sum(pieces)::bigint as pieces from {order_line} order_line group by order_id
        ) as lines on order_id = sale_order.id
      ) as sold
      group by company_id, station_id, grouping sets ((day_at, status_key), (hour_at, counts), (day_at, nozzle_id, counts),
        (day_at, employee_id, counts), (day_at, device_id, counts))
      having counts is not false`,
  },
  {
    fact: 'line',
    called: 'lines',
    sums: ['count', 'volume_cl', 'pieces', 'amount_cents', 'discount_cents'],
    counted: `
      select company_id, station_id, 'item' as dimension, day_at as at, item_id::text as key, count(*) as count,
        sum(volume_cl) as volume_cl, sum(pieces) as pieces, sum(amount_cents) as amount_cents, sum(discount_cents) as discount_cents
      from (
        select company_id, station_id, ${times('created_date')}, line.* from (
          select order_id, item_id, sum(volume_cl)::bigint as volume_cl, sum(pieces)::bigint as pieces,
            sum(amount_cents)::bigint as amount_cents, sum(discount_cents)::bigint as discount_cents
          from {order_line} order_line group by order_id, item_id
        ) as line join (select id as order_id, company_id, station_id, created_date from {sale_order} sale_order
        where status <> 'close') as sale
          using (order_id) ${site}
      ) as sold group by company_id, station_id, day_at, item_id`,
  },
  {
    fact: 'payment',
    called: 'payments',
    sums: ['count', 'amount_cents', 'refunded_cents'],
    counted: `
      select company_id, station_id, case 0 ${named('status', 'all', 'employee', 'device')} end as dimension,
        coalesce(hour_at, day_at) as at, coalesce(status_key, employee_id::text, device_id::text, '') as key, count(*) as count,
        sum(amount_cents) as amount_cents, sum(refunded_cents) as refunded_cents
      from (
        select txn.company_id, txn.station_id, ${times('txn.created_date')}, txn.status || '::' || txn.pay_type as status_key,
          txn.status = 'success' as counts, coalesce(txn.user_id, sale.employee_id) as employee_id, txn.device_id, amount_cents,
          txn.refunded_cents
        from {pay_transaction} txn ${site} join {sale_order} sale on sale.id = txn.order_id
      ) as paid
      group by company_id, station_id, grouping sets ((day_at, status_key), (hour_at, counts), (day_at, employee_id, counts),
        (day_at, device_id, counts))
      having counts is not false`,
  },
  {
    fact: 'card',
    called: 'card movements',
    sums: ['count', 'amount_cents', 'principal_cents', 'gift_cents'],
    counted: `
      select company_id, station_id, case 0 ${named('status', 'all')} end as dimension, coalesce(hour_at, day_at) as at,
        coalesce(status_key, '') as key, count(*) as count, sum(amount_cents) as amount_cents, sum(principal_cents) as principal_cents,
        sum(gift_cents) as gift_cents
      from (
        select company_id, station_id, ${times('created_date')}, type || ':' || coalesce(kind_no::text, '') || ':' || coalesce(pay_type, '')
          as status_key, amount_cents, principal_cents, gift_cents
        from (
          select detail.company_id, coalesce(detail.station_id, detail.company_id) as station_id, detail.created_date, type,
            card_kind_no(kind, registered_time, detail.created_date) as kind_no, pay_type, amount_cents, principal_cents, gift_cents
          from {user_card_detail} detail join {user_card} card on card.id = user_card_id
        ) as movement ${site}
      ) as moved group by company_id, station_id, grouping sets ((day_at, status_key), (hour_at))`,
  },
]

const measures = 'count volume_cl pieces amount_cents discount_cents paid_cents refunded_cents principal_cents gift_cents'.split(' ')

/**
 * What is counted less what the rows tell: nothing may be left of any sum, nor of a place that one of the two does not know; and nothing
 * may be counted that such rows do not have.
 */
const heldAgainst = ({ fact, sums, counted }: Fact) => `
  select concat_ws(' ', 'statistic of', '${fact}', dimension, station, key, at) as subject, holds
  from (
    select at, station, key, dimension, ${sums.map(sum => `sum(${sum}) = 0`).join(' and ')} and not bool_or(strange) as holds
    from (
      select company_id, station, dimension, at, key, ${sums.join(', ')},
        ${measures
          .filter(sum => !sums.includes(sum))
          .map(sum => `${sum} <> 0`)
          .join(' or ')} as strange
      from {audit.statistic_counted} statistic_counted where fact = '${fact}'
      union all
      select company_id, station_id, dimension, at, key, ${sums.map(sum => `-${sum}::bigint`).join(', ')}, false from (${counted}) as told
    ) as both_sides group by at, station, key, dimension, company_id
  ) as compared`

/** Statistics say what the rows say. @source invariant I15, decision O16 */
export const statisticInvariants: readonly Invariant[] = [
  ...facts.map(each => ({
    invariant: 'I15',
    says: `statistics say of each hour and day what its ${each.called} say`,
    query: heldAgainst(each),
    bySlices: true,
  })),
  {
    invariant: 'I15',
    says: 'the months of the statistics are the sums of their days, and days that have hours of these',
    query: `
      select 'statistic of ' || coalesce(months.place, days.place) as subject, coalesce(months.count = days.count
        and months.amount = days.amount and months.volume = days.volume and months.refunded = days.refunded, false) as holds
      from (
        select concat_ws(' ', fact, dimension, grain, station, key, at) as place, count, amount_cents as amount, volume_cl as volume,
          refunded_cents as refunded from {audit.statistic} statistic where grain = 'm' or dimension = 'all' and grain = 'd'
      ) as months full join (
        select concat_ws(' ', fact, dimension, coarse.grain, station, key, date_trunc(unit, at, time_zone)::timestamptz(3)) as place,
          sum(count) as count, sum(amount_cents) as amount, sum(volume_cl) as volume, sum(refunded_cents) as refunded
        from {audit.statistic} aggregate join {statistic_site} site on site.station_id = station and site.company_id = aggregate.company_id
        join statistic_grain coarse using (dimension) where (aggregate.grain, coarse.grain) in (('h', 'd'), ('d', 'm')) group by 1
      ) as days using (place)`,
    bySlices: true,
  },
  {
    invariant: 'I15',
    says: 'a company is counted as its stations are, all together',
    query: `
      select concat_ws(' ', 'statistic of all stations,', fact, grain, key, at, 'of company', company_id) as subject, sum(count) = 0
        and sum(amount_cents) = 0 and sum(discount_cents) = 0 and sum(paid_cents) = 0 and sum(refunded_cents) = 0
        and sum(volume_cl) = 0 and sum(pieces) = 0 as holds
      from (
        select company_id, fact, grain, key, at, count, amount_cents, discount_cents, paid_cents, refunded_cents, volume_cl, pieces
        from {audit.statistic_whole} statistic_whole
        union all
        select company_id, fact, grain, key, at, -count, -amount_cents, -discount_cents, -paid_cents, -refunded_cents, -volume_cl, -pieces
        from {audit.statistic} statistic where dimension = 'status'
      ) as both_sides group by company_id, fact, grain, key, at`,
  },
  oneCurrency('statistics', [
    {
      subject: "concat_ws(' ', 'statistic of', fact, dimension, grain, station, key, at)",
      rows: '{audit.statistic}',
      parent: '{statistic_site}',
      on: 'parent.station_id = own.station',
    },
  ]),
]
