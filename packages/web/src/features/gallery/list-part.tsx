import { userCards, type Resource } from '@forecourt/contract'
import { useState } from 'react'
import { ApiError } from '../../core/api.ts'
import { t, wordsFor } from '../../i18n/index.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { DataTable } from '../../kit/list/data-table.tsx'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList, type List } from '../../kit/list/use-list.ts'
import { Button } from '../../kit/ui.ts'
import { cardRows, cardSums } from './samples.ts'
import { State, States } from './state.tsx'

/** As much of a card as its columns show. */
type Card = (typeof cardRows)[number]
const cards = userCards as Resource as Resource<Card>

const columns: readonly ColumnInput<Card>[] = [
  { path: 'number', width: 190 },
  { path: 'kind', width: 100 },
  { path: 'status', width: 90 },
  'value',
  'lockValue',
  'debtCents',
  { path: 'remark', hidden: true },
  'issueTime',
]
const filters = ['number', 'status', 'kind', 'value', 'issueTime'] as const

/** A list in each of its states, over cards that are nobody's. */
export default function ListPart() {
  const live = useList(cards, { columns, filters, prefix: 'sample' })
  const filled: List<Card> = {
    ...live,
    rows: [...cardRows],
    count: 128,
    totals: cardSums,
    old: false,
    busy: false,
    error: null,
    updatedAt: Date.parse('2026-11-20T00:30:00Z'),
  }
  const [first] = filled.filters
  const states: Record<string, List<Card>> = {
    filled,
    loading: { ...filled, rows: undefined, count: undefined, totals: undefined },
    again: { ...filled, old: true, busy: true },
    nothingYet: { ...filled, rows: [], count: 0, totals: undefined },
    nothingFound: { ...filled, rows: [], count: 0, totals: undefined, set: first ? [{ filter: first, raw: '6200', terms: [] }] : [] },
    failing: { ...filled, error: new ApiError(0, { code: 'internal', message: t('error.network') }) },
    forbidden: {
      ...filled,
      rows: undefined,
      count: undefined,
      error: new ApiError(403, { code: 'auth.forbidden', message: t('deadEnd.noAccess') }),
    },
  }
  return (
    <States>
      {Object.entries(states).map(([name, list]) => (
        <State key={name} title={wordsFor(`gallery.list_${name}`)} wide>
          <ListView list={list} label={wordsFor(`gallery.list_${name}`)} embedded emptyHint={t('gallery.list_hint')} onNew={nothing} />
        </State>
      ))}
      <Chosen columns={live.columns} />
    </States>
  )
}
const nothing = () => {}

/** Rows that are selected, one that is shown beside the list, and what can be done to each. */
function Chosen({ columns: shown }: { columns: List<Card>['columns'] }) {
  const [selected, select] = useState<ReadonlySet<number>>(new Set([2, 3]))
  return (
    <State title={t('gallery.list_chosen')} wide>
      <DataTable
        label={t('gallery.list_chosen')}
        columns={shown}
        rows={cardRows}
        selected={selected}
        onSelect={select}
        current={2}
        onPreview={nothing}
        expand={({ number }: Card) => number}
        actions={() => (
          <Button type="link" size="small">
            {t('kit.edit')}
          </Button>
        )}
      />
    </State>
  )
}
