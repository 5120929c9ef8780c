import {
  timeGroups,
  isTimeGroup,
  groupedOf,
  recordGroups,
  type GroupedLine,
  type GroupedRecord,
  type GroupedTotals,
  type Groups,
  type Resource,
} from '@forecourt/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '../../core/api.ts'
import { count, inCurrency, litres, money, percent } from '../../core/money.ts'
import { useSession } from '../../core/session.ts'
import { addDays, fromTo, time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Bars } from '../chart/bars.tsx'
import { Litres } from '../detail/figures.tsx'
import { Section } from '../detail/section.tsx'
import { Bones, Empty, Failed, wordsOfError } from '../feedback/states.tsx'
import type { List } from '../list/use-list.ts'
import { choiceLabel, fieldLabel, yesNo } from '../label.ts'
import { usePage } from '../page/use-page.ts'
import { Segmented } from '../segmented.tsx'
import { Select } from '../select.tsx'
import type { Counted } from './counted.ts'
import './breakdown.css'

type Measure = 'amountCents' | 'volumeCl' | 'count'
const writes: Readonly<Record<Measure, (value: number) => string>> = { amountCents: money, volumeCl: litres, count }

/** What the rows of a list come to, by a unit of time or a thing of their own: as bars over time, as parts of the whole of a thing. */
export default function Breakdown({ list, counted }: { list: List; counted: Counted | undefined }) {
  const of = counted?.of ?? list.of
  return of.name in recordGroups ? <Shown of={of} query={counted?.query ?? filterOf(list)} reach={list.reach} /> : null
}

const filterOf = ({ query: { search, from } }: List): Counted['query'] => ({ ...(search && { search }), ...(from && { from }) })

function Shown({ of, query, reach }: Counted & Pick<List, 'reach'>) {
  const { visible, search, setSearch } = usePage()
  const station = useSession(({ atStation }) => atStation?.id)
  const things = Object.keys(groupsOf(of).by).filter(name => name !== 'station' || reach.company || reach.everywhere)
  const named = [...timeGroups, ...things].find(name => name === search['groupBy'])
  const groupBy = named ?? things[0]!
  const asked = { ...query, groupBy }
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [of.name, 'totals', 'grouped', reach.company || station, asked],
    enabled: visible,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => ({ groupBy, ...groupedOf(await call(of.totals, { query: asked }, { signal, ...reach }))! }),
  })
  const [wanted, setWanted] = useState<Measure>('amountCents')
  const measures = measuresOf(of)
  const measure = measures.includes(wanted) ? wanted : measures[0]!
  return (
    <Section
      title={t('kit.breakdown')}
      actions={
        <div className="k-breakdown-tools">
          {measures.length > 1 && (
            <Segmented
              size="small"
              aria-label={t('breakdown.measure')}
              value={measure}
              options={measures.map(value => ({ value, label: measureLabel(of, value) }))}
              onChange={setWanted}
            />
          )}
          <Select
            size="small"
            aria-label={t('breakdown.by')}
            style={{ width: 150 }}
            value={groupBy}
            options={[...things, ...timeGroups].map(value => ({ value, label: groupLabel(of, value) }))}
            onChange={value => setSearch(now => ({ ...now, groupBy: value }))}
          />
        </div>
      }>
      {error ? (
        <Refused error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className={isPlaceholderData ? 'k-breakdown k-old' : 'k-breakdown'} aria-busy={isPlaceholderData}>
          <Drawn of={of} grouped={data} groupBy={data.groupBy} measure={measure} />
        </div>
      ) : (
        <Bones rows={4} />
      )}
    </Section>
  )
}

/** What may not be asked says why; what failed may be tried again. */
function Refused({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) return <Empty title={wordsOfError(error)} />
  return <Failed error={error} onRetry={onRetry} />
}

const groupsOf = ({ name }: Resource): Groups => recordGroups[name as GroupedRecord]
const measuresOf = (of: Resource): Measure[] => [
  ...(groupsOf(of).amount ? (['amountCents'] as const) : []),
  ...(groupsOf(of).volume ? (['volumeCl'] as const) : []),
  'count',
]
const unitOf = (measure: Measure) => (measure === 'amountCents' ? t('kit.unitMoney') : measure === 'volumeCl' ? t('kit.unitLitre') : '')
const measureLabel = (of: Resource, measure: Measure) =>
  measure === 'amountCents' ? fieldLabel(of.name, groupsOf(of).amount!) : fieldLabel('fields', measure)

function groupLabel(of: Resource, name: string): string {
  if (isTimeGroup(name)) return t(`breakdown.by_${name}`)
  const group = groupsOf(of).by[name]!
  if (name === 'category') return t('breakdown.category')
  return fieldLabel(group.of ?? of.name, group.name ? `${name}Id` : name)
}

interface DrawnProps {
  of: Resource
  grouped: GroupedTotals
  groupBy: string
  measure: Measure
}

function Drawn({ of, grouped: { content, total, left, startTime, endTime }, groupBy, measure }: DrawnProps) {
  const write = writes[measure]
  const several = total.currency === null
  const lines = several ? content : withGaps(content, groupBy, startTime, endTime)
  const rows = lines.map(line => ({
    label: `${wordsOf(of, groupBy, line)}${several ? ` ${line.currency}` : ''}`,
    value: line[measure] ?? 0,
    count: line.count,
  }))
  const period = startTime && endTime && fromTo(dayWords(startTime), dayWords(endTime))
  if (content.length === 0) return <Empty title={t('kit.nothingFound')} {...(period && { hint: period })} />
  return (
    <>
      {isTimeGroup(groupBy) ? (
        <Bars
          title={`${t('kit.breakdown')} · ${groupLabel(of, groupBy)}`}
          unit={unitOf(measure)}
          bars={rows}
          write={write}
          names={{ value: measureLabel(of, measure), before: '' }}
        />
      ) : (
        <Parts rows={rows} head={groupLabel(of, groupBy)} figure={measureLabel(of, measure)} unit={unitOf(measure)} write={write} />
      )}
      <p className="k-breakdown-foot">
        {period && <span>{period}</span>}
        <span>{t('kit.total', { count: count(total.count) })}</span>
        {measure === 'amountCents' && total.amountCents !== null && <span>{inCurrency(total.amountCents)}</span>}
        {measure === 'volumeCl' && total.volumeCl !== null && <Litres centilitres={total.volumeCl} unit />}
        {left > 0 && <span>{t('breakdown.left', { count: left })}</span>}
      </p>
    </>
  )
}

/** Days and months on which there was nothing stand among the others, as nothing. */
function withGaps(lines: readonly GroupedLine[], groupBy: string, start: string | null, end: string | null): readonly GroupedLine[] {
  const unit = groupBy === 'day' ? 10 : groupBy === 'month' ? 7 : undefined
  if (!unit || start?.length !== 10 || end?.length !== 10) return lines
  const known = new Map(lines.map(line => [line.key, line]))
  const days = [start]
  while (days.at(-1)! < end) days.push(addDays(days.at(-1)!, 1))
  const nothing = { name: null, currency: lines[0]?.currency ?? '', count: 0, amountCents: 0, volumeCl: 0 }
  const keys = new Set([...days.map(day => day.slice(0, unit)), ...lines.map(({ key }) => key ?? '')])
  return [...keys].toSorted().map(key => known.get(key) ?? { ...nothing, key })
}

const dayWords = (at: string) => (at.length === 10 ? at : time(at, 'minute'))

/** What a key is called: a choice in its words, a record by its name, a time in the calendar of the station. */
function wordsOf(of: Resource, groupBy: string, { key, name }: GroupedLine): string {
  if (groupBy === 'hour') return time(key, 'minute').slice(5)
  if (groupBy === 'day') return key?.slice(5) ?? ''
  if (groupBy === 'month') return key ?? ''
  if (key === null) return t('breakdown.none')
  const group = groupsOf(of).by[groupBy]!
  if (group.name) return name ?? key
  const field = group.key.split('.').at(-1)!
  const owner = group.of ?? of.name
  if (key === 'true' || key === 'false') return yesNo({ owner, name: field }, key === 'true')
  // What is no choice is called what it is: the name of a category.
  return field === 'name' ? key : choiceLabel(owner, field, key)
}

interface PartsProps {
  rows: readonly { label: string; value: number; count: number }[]
  head: string
  figure: string
  unit: string
  write: (value: number) => string
}

/** Each with its part of the whole, the greatest first. A part below nothing has no bar. */
function Parts({ rows, head, figure, unit, write }: PartsProps) {
  const most = Math.max(1, ...rows.map(({ value }) => Math.abs(value)))
  const sum = rows.reduce((all, { value }) => all + Math.abs(value), 0)
  return (
    // It scrolls, so it can be reached to be scrolled by keys.
    <div className="k-breakdown-table" role="region" aria-label={head} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col" className="k-end">
              {unit ? t('kit.titled', { label: figure, unit }) : figure}
            </th>
            <th scope="col" className="k-end">
              {t('breakdown.share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">
                <span>{label}</span>
                <i aria-hidden="true">
                  <i className={value < 0 ? 'k-below' : undefined} style={{ width: `${(100 * Math.abs(value)) / most}%` }} />
                </i>
              </th>
              <td className="k-end">{write(value)}</td>
              <td className="k-end">{sum === 0 ? '—' : percent((100 * Math.abs(value)) / sum, 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
