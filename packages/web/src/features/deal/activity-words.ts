import { count, inCurrency, litres, percent } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import type { Values } from '../../kit/form/values.ts'
import { hoursWords, listed, recordWords, weekdayWords, type LimitReference, type NameOf } from '../../kit/judgement/range-words.ts'

const whole = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0)
const many = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : [])
const idsOf = (value: unknown, name: string): number[] => many<Record<string, number>>(value).flatMap(line => line[name] ?? [])

/** Records that the sentence names. */
export function namedByActivity({ coupons, stations, products, tagId }: Values): LimitReference[] {
  const of = (name: LimitReference['of'], ids: readonly number[]) => ids.map(id => ({ of: name, id }))
  return [
    ...of('deals', idsOf(coupons, 'dealId')),
    ...of('stations', idsOf(stations, 'stationId')),
    ...of('products', idsOf(products, 'productId')),
    ...of('tags', whole(tagId) ? [tagId as number] : []),
  ]
}

/** When it gives; undefined while what it depends on was not entered. */
function causeWords({ kind, fromCents, fromCl, idleDays, tagId, startTime }: Values, nameOf: NameOf): string | undefined {
  const [from, volume, days, tag] = [whole(fromCents), whole(fromCl), whole(idleDays), whole(tagId)]
  switch (kind) {
    case 'topUp':
      return from ? t('activitySays.topUp', { amount: inCurrency(from) }) : undefined
    case 'purchase':
      if (volume) return t('activitySays.purchaseLitres', { litres: litres(volume) })
      return from ? t('activitySays.purchase', { amount: inCurrency(from) }) : undefined
    case 'lapsed':
      return days ? t('activitySays.lapsed', { days: count(days) }) : undefined
    case 'issue':
      if (!tag || !startTime) return undefined
      return t('activitySays.issue', { time: time(startTime as string, 'minute'), tag: recordWords('tags', [tag], nameOf) })
    default:
      return t(kind === 'birthday' ? 'activitySays.birthday' : 'activitySays.newMember')
  }
}

function priceWords({ centsPerL, percent: share }: Values): string | undefined {
  if (whole(centsPerL)) return t('activitySays.perLitre', { off: inCurrency(whole(centsPerL)) })
  return whole(share) ? t('activitySays.percent', { percent: percent(whole(share)) }) : undefined
}

function whereWords(values: Values, nameOf: NameOf): string[] {
  const [stations, products] = [idsOf(values['stations'], 'stationId'), idsOf(values['products'], 'productId')]
  const weekdays = many<number>(values['weekdays'])
  const hours = many<{ from?: string; until?: string }>(values['hours']).flatMap(({ from, until }) =>
    from && until ? [{ from, until }] : [],
  )
  return [
    ...(stations.length > 0 ? [t('dealSays.stations', { names: recordWords('stations', stations, nameOf) })] : []),
    ...(products.length > 0 ? [t('dealSays.things', { names: recordWords('products', products, nameOf) })] : []),
    ...(weekdays.length > 0 ? [t('dealSays.weekdays', { days: weekdayWords(weekdays) })] : []),
    ...(hours.length > 0 ? [t('dealSays.hours', { hours: hoursWords(hours) })] : []),
  ]
}

/** What an activity does, a line for each of its parts; nothing while too little of it was entered. */
export function activitySentences(values: Values, nameOf: NameOf): string[] {
  const { kind, coupons, giftCount, maxIssue, startTime, endTime } = values
  const chosen = idsOf(coupons, 'dealId')
  const cause = kind === 'price' ? priceWords(values) : causeWords(values, nameOf)
  if (!cause || (kind !== 'price' && chosen.length === 0)) return []
  const names = listed(chosen.map(id => nameOf('deals', id) ?? `#${id}`))
  const does = kind === 'price' ? cause : t('activitySays.gives', { cause, names, count: count(whole(giftCount) || 1) })
  const period = startTime && endTime
  const most = whole(maxIssue)
  return [
    [does],
    whereWords(values, nameOf),
    period ? [t('activitySays.period', { start: time(startTime as string, 'minute'), end: time(endTime as string, 'minute') })] : [],
    kind === 'price' ? [t('activitySays.bestPrice')] : [most ? t('activitySays.most', { count: count(most) }) : t('activitySays.noLimit')],
    kind === 'topUp' || kind === 'purchase' ? [t('activitySays.takenBack')] : [],
  ]
    .filter(words => words.length > 0)
    .map(words => words.join(t('dealSays.comma')))
}
