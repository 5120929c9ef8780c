import type { CardRangeOfUse } from '@forecourt/contract'
import { locale, t } from '../../i18n/index.ts'

/** Records that limits name. */
export type Limiting = 'stations' | 'products' | 'items' | 'tags' | 'deals'
/** What a record is called, as far as it is known and may be. */
export type NameOf = (of: Limiting, id: number) => string | undefined
export interface LimitReference {
  readonly of: Limiting
  readonly id: number
}

type Hours = NonNullable<CardRangeOfUse['hours']>
type Records = Partial<Pick<CardRangeOfUse, 'productIds' | 'itemIds'>>

/** 2024-01-01 was a Monday. */
const weekday = (day: number) => new Intl.DateTimeFormat(locale(), { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day))

/** `周一至周五`, `周六、周日`: three days or more that follow each other stand as the first and the last. */
export function weekdayWords(days: readonly number[]): string {
  const sorted = [...new Set(days)].toSorted((one, other) => one - other)
  if (sorted.length === 7) return t('judgement.everyDay')
  const runs = sorted.reduce<number[][]>((all, day) => {
    const last = all.at(-1)
    if (last?.at(-1) === day - 1) last.push(day)
    else all.push([day])
    return all
  }, [])
  const wordsOf = (run: readonly number[]) =>
    run.length > 2 ? [t('judgement.run', { from: weekday(run[0]!), to: weekday(run.at(-1)!) })] : run.map(weekday)
  return listed(runs.flatMap(wordsOf))
}

/** `08:00–18:00`; an end before the start, or the same, is on the next day. */
export const hoursWords = (hours: Hours): string =>
  listed(
    hours.map(({ from, until }) => {
      const words = `${from}–${until}`
      return from < until || until === '00:00' ? words : t('judgement.nextDay', { hours: words })
    }),
  )

export const listed = (words: readonly string[]): string => words.join(t('kit.comma'))

/** A moment by the clock of the station of sale, or a day. */
export const localWords = (moment: string): string => moment.replace('T', ' ').replace(/(\d\d:\d\d):00$/, '$1')

export const recordWords = (of: Limiting, ids: readonly number[], nameOf: NameOf): string =>
  listed(ids.map(id => nameOf(of, id) ?? t('judgement.unnamed', { id })))

export const productWords = ({ productIds = [], itemIds = [] }: Records, nameOf: NameOf): string =>
  listed([
    ...(productIds.length > 0 ? [recordWords('products', productIds, nameOf)] : []),
    ...(itemIds.length > 0 ? [recordWords('items', itemIds, nameOf)] : []),
  ])
