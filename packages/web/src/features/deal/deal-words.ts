import { count, inCurrency, litres, percent } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import type { Values } from '../../kit/form/values.ts'
import { hoursWords, listed, recordWords, weekdayWords, type LimitReference, type NameOf } from '../../kit/judgement/range-words.ts'
import { choiceLabel } from '../../kit/label.ts'

const whole = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0)
const many = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : [])
const idsOf = (value: unknown, name: string): number[] => many<Record<string, number>>(value).flatMap(line => line[name] ?? [])

/** Records that the sentence names. */
export function namedBy(values: Values): LimitReference[] {
  const of = (name: LimitReference['of'], ids: readonly number[]) => ids.map(id => ({ of: name, id }))
  return [
    ...of('tags', idsOf(values['tags'], 'tagId')),
    ...of('stations', idsOf(values['stations'], 'stationId')),
    ...of('products', idsOf(values['products'], 'productId')),
    ...of('items', [...idsOf(values['items'], 'itemId'), ...(whole(values['itemId']) ? [values['itemId'] as number] : [])]),
  ]
}

/** What a coupon gives: `满 ¥200.00 减 ¥20.00`; undefined while too little of it was entered. */
export function givesWords(values: Values, nameOf: NameOf): string | undefined {
  const [off, minimum, share, cap, perL, upTo, pieces] = [
    'offCents',
    'minimumCents',
    'percent',
    'capCents',
    'centsPerL',
    'upToCl',
    'pieces',
  ].map(name => whole(values[name])) as [number, number, number, number, number, number, number]
  switch (values['kind']) {
    case 'amount':
      if (!off) return undefined
      return minimum
        ? t('dealSays.amountFrom', { minimum: inCurrency(minimum), off: inCurrency(off) })
        : t('dealSays.amount', { off: inCurrency(off) })
    case 'percent':
      if (!share) return undefined
      return cap
        ? t('dealSays.percentCap', { percent: percent(share), cap: inCurrency(cap) })
        : t('dealSays.percent', { percent: percent(share) })
    case 'litre':
      if (!perL) return undefined
      return upTo
        ? t('dealSays.litreUpTo', { off: inCurrency(perL), litres: litres(upTo) })
        : t('dealSays.litre', { off: inCurrency(perL) })
    default: {
      const itemId = whole(values['itemId'])
      if (!itemId || !pieces) return undefined
      return t('dealSays.goods', { item: recordWords('items', [itemId], nameOf), pieces: count(pieces) })
    }
  }
}

function peopleWords({ members, tags }: Values, nameOf: NameOf): string[] {
  const ids = idsOf(tags, 'tagId')
  const only = members === 'members' ? [t('dealSays.membersOnly')] : members === 'nonMembers' ? [t('dealSays.nonMembersOnly')] : []
  return [...only, ...(ids.length > 0 ? [t('dealSays.tags', { names: recordWords('tags', ids, nameOf) })] : [])]
}

interface Hours {
  from: string
  until: string
}
function hourWords(values: Values): string[] {
  const weekdays = many<number>(values['weekdays'])
  const hours = many<Partial<Hours>>(values['hours']).filter((each): each is Hours => Boolean(each.from && each.until))
  if (weekdays.length > 0 && hours.length > 0)
    return [t('dealSays.weekdayHours', { days: weekdayWords(weekdays), hours: hoursWords(hours) })]
  if (weekdays.length > 0) return [t('dealSays.weekdays', { days: weekdayWords(weekdays) })]
  return hours.length > 0 ? [t('dealSays.hours', { hours: hoursWords(hours) })] : []
}

function placeWords(values: Values, nameOf: NameOf): string[] {
  const stations = idsOf(values['stations'], 'stationId')
  const products = idsOf(values['products'], 'productId')
  const items = idsOf(values['items'], 'itemId')
  const things = [
    ...(products.length > 0 ? [recordWords('products', products, nameOf)] : []),
    ...(items.length > 0 ? [recordWords('items', items, nameOf)] : []),
  ]
  const devices = many<string>(values['deviceTypes']).map(type => choiceLabel('deals', 'deviceTypes', type))
  const payTypes = many<string>(values['payTypes']).map(type => choiceLabel('orders', 'payType', type))
  return [
    ...(stations.length > 0 ? [t('dealSays.stations', { names: recordWords('stations', stations, nameOf) })] : []),
    ...(things.length > 0 ? [t('dealSays.things', { names: listed(things) })] : []),
    ...(devices.length > 0 ? [t('dealSays.devices', { names: listed(devices) })] : []),
    ...(payTypes.length > 0 ? [t('dealSays.payTypes', { names: listed(payTypes) })] : []),
  ]
}

function timeWords({ startTime, endTime, validDays }: Values): string[] {
  const period =
    startTime && endTime
      ? [t('dealSays.period', { start: time(startTime as string, 'minute'), end: time(endTime as string, 'minute') })]
      : []
  return [...period, ...(whole(validDays) ? [t('dealSays.validDays', { count: whole(validDays) })] : [])]
}

function numberWords({ maxCount, perUser, unusedMost }: Values): string[] {
  return [
    whole(maxCount) ? t('dealSays.planned', { count: count(whole(maxCount)) }) : t('dealSays.plannedNoLimit'),
    ...(whole(perUser) ? [t('dealSays.perUser', { count: count(whole(perUser)) })] : []),
    ...(whole(unusedMost) ? [t('dealSays.unusedMost', { count: count(whole(unusedMost)) })] : []),
  ]
}

/** What a coupon does, to whom, where and when, a line for each of these; nothing while what it gives is not entered. */
export function dealSentences(values: Values, nameOf: NameOf): string[] {
  const gives = givesWords(values, nameOf)
  if (gives === undefined) return []
  const from =
    values['kind'] !== 'amount' && whole(values['minimumCents'])
      ? [t('dealSays.minimum', { minimum: inCurrency(whole(values['minimumCents'])) })]
      : []
  return [
    [gives, ...from],
    [...peopleWords(values, nameOf), ...placeWords(values, nameOf)],
    [...hourWords(values), ...timeWords(values)],
    numberWords(values),
    [
      t(values['stackable'] ? 'dealSays.stackable' : 'dealSays.alone'),
      ...(values['joinsReduced'] === false ? [t('dealSays.notReduced')] : []),
    ],
  ]
    .filter(words => words.length > 0)
    .map(words => words.join(t('dealSays.comma')))
}

/** What one of them may cost at most, in cents; undefined where nothing limits it. `price` is that of the goods. */
export function worstOf(values: Values, price: number | undefined): number | undefined {
  const { kind } = values
  if (kind === 'amount') return whole(values['offCents']) || undefined
  if (kind === 'percent') return whole(values['capCents']) || undefined
  if (kind === 'litre')
    return whole(values['upToCl']) ? Math.round((whole(values['centsPerL']) * whole(values['upToCl'])) / 100) : undefined
  return price === undefined ? undefined : price * whole(values['pieces']) || undefined
}

/** What all of them may cost. */
export function costWords(values: Values, price: number | undefined): string {
  const each = worstOf(values, price)
  const budget = whole(values['budgetCents'])
  const planned = whole(values['maxCount'])
  const all = each === undefined || planned === 0 ? undefined : each * planned
  if (budget && (all === undefined || all > budget)) return t('dealSays.worstBudget', { total: inCurrency(budget) })
  if (each === undefined) return t('dealSays.worstUnknown')
  if (all === undefined) return t('dealSays.worstNoCount', { each: inCurrency(each) })
  return t(values['kind'] === 'goods' ? 'dealSays.worstGoods' : 'dealSays.worst', {
    total: inCurrency(all),
    count: count(planned),
    each: inCurrency(each),
  })
}
