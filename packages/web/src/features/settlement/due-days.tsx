import { daySettlement, daySettles, fuelInventories, type DueDay } from '@forecourt/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { count, litres, money } from '../../core/money.ts'
import { useMay, useSession } from '../../core/session.ts'
import { useSettings } from '../../core/settings.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { BulkResults } from '../../kit/list/bulk-results.tsx'
import type { BulkAct } from '../../kit/list/bulk.ts'
import type { Column } from '../../kit/list/columns.ts'
import { DataTable } from '../../kit/list/data-table.tsx'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import { useBulk } from '../../kit/list/use-bulk.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import { column, inLitres, inMoney } from './block.tsx'
import { figureName } from './confirm-figures.tsx'
import { DifferenceMoney } from './figures.tsx'
import { DayDialog } from './day-dialog.tsx'
import './settlement.css'
import './confirm.css'

type Row = DueDay & { readonly id: number }

/** Why a day is not settled together with others; its own dialog asks for what is missing. */
const whyAlone = ({ running, beyond }: DueDay): string | undefined =>
  running > 0
    ? t('settle.stillRunning')
    : beyond.length > 0
      ? t('settle.beyondIn', { list: beyond.map(figureName).join(t('kit.comma')) })
      : undefined

const columns: readonly Column<Row>[] = [
  { ...column<Row>('businessDay', t('daySettles.businessDay'), row => row.businessDay, 'left'), phone: 'what' },
  column<Row>('shifts', t('daySettles.shifts'), row => count(row.shifts)),
  { ...column<Row>('salesCents', inMoney(t('settle.sales')), row => money(row.salesCents)), phone: 'amount' },
  column<Row>('volumeCl', inLitres(t('settle.volume')), row => litres(row.volumeCl)),
  { ...column<Row>('differenceCents', inMoney(t('settle.overShort')), row => <Difference of={row} />), phone: 'state' },
  { ...column<Row>('why', t('settle.state'), row => <DueState of={row} />, 'left'), phone: 'more' },
]

const Difference = ({ of: { differenceCents } }: { of: DueDay }) =>
  differenceCents === null ? (
    <span className="settle-uncounted">{t('settle.notCounted')}</span>
  ) : (
    <DifferenceMoney cents={differenceCents} />
  )

function DueState({ of }: { of: DueDay }) {
  const why = whyAlone(of)
  return why ? <span className="settle-over settle-due-state">{why}</span> : <span className="k-quiet">{t('settle.ready')}</span>
}

/** The days that are over and wait, the latest first: those in order are settled together, each of the others by itself. */
export function DueDays() {
  const { visible } = usePage()
  const station = useSession(({ atStation }) => atStation)
  const may = useMay(daySettlement.settle.permission)
  const density = useSettings(settings => settings.density)
  const [day, setDay] = useState<string>()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const { data, error, refetch } = useQuery({
    queryKey: ['daySettles', 'due', station?.id],
    enabled: visible && station !== undefined,
    queryFn: async ({ signal }) => (await call(daySettlement.due, { query: { stationId: station!.id } }, { signal })).content,
  })
  if (!station) return <p className="k-quiet">{t('settle.noStation')}</p>
  const rows = data?.map((row): Row => ({ ...row, id: Number(row.businessDay.replaceAll('-', '')) }))
  const together = rows?.filter(row => whyAlone(row) === undefined) ?? []
  const select = may && (rows?.length ?? 0) > 1
  return (
    <>
      <Section title={t('settle.dueDays')}>
        {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
        {!error && !data && <Bones rows={2} />}
        {rows?.length === 0 && <p className="k-quiet settle-p">{t('settle.noDueDays')}</p>}
        <Together offered={select} stationId={station.id} rows={together} chosen={chosen} onChosen={setChosen} />
        {rows && rows.length > 0 && (
          <DataTable
            label={t('settle.dueDays')}
            columns={columns}
            rows={rows}
            density={density}
            {...(select && {
              selected: chosen,
              // A day that has to be looked at by itself stays out.
              onSelect: (ids: ReadonlySet<number>) => setChosen(new Set(together.map(({ id }) => id).filter(id => ids.has(id)))),
            })}
            {...(may && {
              actions: (row: Row) =>
                row.running === 0 && (
                  <Button type="link" size="small" onClick={() => setDay(row.businessDay)}>
                    {t('settle.settleDay', { day: row.businessDay })}
                  </Button>
                ),
            })}
          />
        )}
        {day && <DayDialog stationId={station.id} businessDay={day} onClose={() => setDay(undefined)} />}
      </Section>
      {!error && !data && <HoldBelow />}
    </>
  )
}

interface TogetherProps {
  /** Its results stay when no day is left to choose from. */
  offered: boolean
  stationId: number
  rows: readonly Row[]
  chosen: ReadonlySet<number>
  onChosen: (chosen: ReadonlySet<number>) => void
}

/** Settles the days that are chosen, the earliest first, each with its own result. */
function Together({ offered, stationId, rows, chosen, onChosen }: TogetherProps) {
  const confirm = useConfirm()
  const bulk = useBulk<Row>(daySettles)
  const cache = useQueryClient()
  const picked = rows.filter(({ id }) => chosen.has(id)).toSorted((a, b) => a.id - b.id)
  const act: BulkAct<Row> = {
    key: 'settle',
    label: t('settle.settleDays', { count: picked.length }),
    ask: many => t('settle.settleDaysAsk', { count: many }),
    run: ({ businessDay }) => call(daySettlement.settle, { body: { stationId, businessDay } }),
  }
  const begin = async () => {
    if (!(await confirm({ text: act.ask(picked.length), ok: act.label }))) return
    await bulk.begin(act, picked)
    await cache.invalidateQueries({ queryKey: [fuelInventories.name] })
  }
  return (
    <>
      {offered && (
        <div className="settle-together">
          <Button type="primary" size="small" disabled={picked.length === 0} onClick={() => void begin()}>
            {act.label}
          </Button>
          <span className="k-quiet">{t(picked.length === 0 ? 'settle.chooseDays' : 'settle.chosenDays', { count: picked.length })}</span>
        </div>
      )}
      <BulkResults
        bulk={bulk}
        called={({ businessDay }) => businessDay}
        onClose={refused => onChosen(new Set(refused.map(({ id }) => id)))}
      />
    </>
  )
}
