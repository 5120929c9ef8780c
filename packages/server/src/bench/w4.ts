import type { Call } from './http-line.ts'
import { many } from './seeds.ts'
import { signIn } from './session.ts'
import type { Place, Sample, Workload } from './workload.ts'

const lanes = 8
/** What is asked of a month: what it took by ways of payment, and what each station sold on each day. */
const questions = { payTypes: '/statistics/payments?group=payType', stationDays: '/statistics/sales?group=day,station' }

/** How many days back a month may begin so that it lies within what was sold. One month after the other, each beginning on another day. */
const daysBack = ({ seed: { days } }: Place) => Math.max(1, days - 28)

/** The same two answers out of the rows themselves. */
async function raw(place: Place): Promise<Sample> {
  const from = `now()::date - 28 - :day::int`
  const within = `company_id = (select company from company_directory where code = 'seed1') and created_date >= ${from}
    and created_date < ${from} + 28`
  const upTo = { day: daysBack(place) }
  const byRows = (text: string) => place.raw({ text: text.replaceAll(/\s+/g, ' '), upTo, lanes })
  const payTypes = await byRows(`select pay_type, count(*), sum(amount_cents), sum(refunded_cents) from pay_transaction
    where ${within} and status = 'success' group by pay_type`)
  const stationDays = await byRows(`select station_id, (created_date at time zone 'Asia/Shanghai')::date, count(*), sum(total_cents)
    from sale_order where ${within} and status <> 'close' group by 1, 2`)
  return { perSecond: payTypes.perSecond, wideP99Ms: stationDays.p99Ms }
}

async function product(place: Place): Promise<Sample> {
  const headers = await signIn(place)
  const today = Temporal.Now.plainDateISO('Asia/Shanghai')
  const ask = (path: string) => {
    const calls = Array.from({ length: daysBack(place) }, (_, back): Call => {
      const from = today.subtract({ days: 28 + 1 + back })
      return { method: 'GET', path: `/api/v1${path}&from=${from.toString()}&to=${from.add({ days: 27 }).toString()}`, headers }
    })
    return place.load({ source: 'listed-calls.ts', facts: { lists: [calls], again: true }, lanes })
  }
  const [payTypes, stationDays] = [await ask(questions.payTypes), await ask(questions.stationDays)]
  const others = [payTypes, stationDays].flatMap(load => Object.values(load.others)).reduce((sum, count) => sum + count, 0)
  return { perSecond: payTypes.perSecond, p99Ms: payTypes.p99Ms, wideP99Ms: stationDays.p99Ms, others }
}

export const w4: Workload = {
  name: 'w4',
  what: 'statistics: a month by ways of payment, and by stations and days, 8 at once',
  seed: many,
  writes: false,
  raw,
  product,
  figures: [
    { says: 'by ways of payment, answers a second ÷ raw', of: (limit, own) => own['perSecond']! / limit['perSecond']! },
    { says: 'by ways of payment, answers a second', of: (_limit, own) => own['perSecond']! },
    { says: 'by ways of payment, p99, ms', of: (_limit, own) => own['p99Ms']!, goal: ['≤', 20] },
    { says: 'by stations and days, p99, ms', of: (_limit, own) => own['wideP99Ms']!, goal: ['≤', 40] },
    { says: 'by stations and days, p99 raw, ms', of: limit => limit['wideP99Ms']! },
    { says: 'answers other than 200', of: (_limit, own) => own['others']!, goal: ['≤', 0] },
  ],
}
