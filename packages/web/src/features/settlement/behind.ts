import type { ClassSettle, DaySettle, SettleCell } from '@forecourt/contract'
import { createContext, useContext } from 'react'
import { litres, money } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { payTypeWords } from './figures.tsx'
import { shiftWords } from './shift-words.ts'

/** A settled shift or day, as far as its numbers are explained. */
export type Numbers = Pick<
  ClassSettle,
  'businessDay' | 'employeeName' | 'createdDate' | 'payTypes' | 'items' | 'nozzles' | 'tanks' | 'employees'
> & {
  readonly states: DaySettle['states'] | readonly Pick<ClassSettle, 'dailyStateId' | 'isNatureDay'>[]
  readonly cash?: ClassSettle['cash']
  readonly unpaid?: ClassSettle['unpaid']
}
type Tender = Numbers['payTypes'][number] & { readonly statementCents?: number | null }

/** Where a number is opened, on a page that does that. */
export const Opening = createContext<((cell: SettleCell) => string) | undefined>(undefined)
export const useOpening = () => useContext(Opening)

/** Which number is open: it stands in the address, so that it can be sent and gone back from. */
export function useOpened() {
  const { search, setSearch } = usePage()
  const close = () =>
    setSearch(now => Object.fromEntries(Object.entries(now).filter(([name]) => name !== 'behind' && !name.startsWith('rows'))))
  return { opened: read(search['behind']), close }
}
function read(raw: string | undefined): SettleCell | undefined {
  try {
    const cell = JSON.parse(raw ?? 'null') as SettleCell | null
    return cell && typeof cell.field === 'string' && typeof cell.block === 'string' ? cell : undefined
  } catch {
    return undefined
  }
}

/** What the thing of a cell is called, and its row. */
export function thingOf(of: Numbers, { block, key }: SettleCell): { name: string; row: object } | undefined {
  if (block === 'sums') return { name: '', row: of }
  if (block === 'payTypes')
    return found(
      of.payTypes,
      row => row.payType === key,
      row => payTypeWords(row.payType),
    )
  if (block === 'items')
    return found(
      of.items,
      row => row.itemId === key,
      row => row.name,
    )
  if (block === 'nozzles')
    return found(
      of.nozzles,
      row => row.nozzleControlId === key,
      row => t('settle.nozzleNo', { no: row.logicNo }),
    )
  if (block === 'tanks')
    return found(
      of.tanks,
      row => row.tankId === key,
      row => t('settle.tankNo', { no: row.number }),
    )
  return found(
    of.employees,
    row => row.employeeId === (key ?? null),
    row => row.name ?? t('settle.noEmployee'),
  )
}
function found<R extends object>(rows: readonly R[], is: (row: R) => boolean, name: (row: R) => string) {
  const row = rows.find(is)
  return row && { row, name: name(row) }
}

/** One of the parts that a number is reckoned of, or where it was read. */
export interface Line {
  readonly label: string
  readonly text: string
}
const line = (label: string, text: string): Line => ({ label, text })

/** What a number is reckoned of, or who counted, read or measured it, where no rows make it. */
export function linesBehind(of: Numbers, cell: SettleCell): readonly Line[] {
  const { block, field, key } = cell
  const by = (how: string) => line(how, `${of.employeeName} · ${time(of.createdDate, 'minute')}`)
  if (block === 'payTypes')
    return ofTender(
      of,
      of.payTypes.find(row => row.payType === key),
      field,
      by,
    )
  if (block === 'nozzles') {
    const row = of.nozzles.find(({ nozzleControlId }) => nozzleControlId === key)
    if (row && field === 'endCl') return [row.entered ? by(t('settle.entered')) : line(t('settle.toldEnd'), litres(row.endCl))]
    if (row && field === 'beginCl') return [line(t('settle.toldBegin'), litres(row.beginCl))]
    if (row && field === 'meteredCl') return [line(t('settle.end'), litres(row.endCl)), line(`− ${t('settle.begin')}`, litres(row.beginCl))]
    if (row && field === 'differenceCl')
      return [line(t('settle.metered'), litres(row.meteredCl)), line(`− ${t('settle.sold')}`, litres(row.soldCl))]
  }
  if (block === 'tanks') return ofTank(of, cell, by)
  if (field === 'differenceCents')
    return of.payTypes.flatMap(row => (row.differenceCents ? [line(payTypeWords(row.payType), signed(row.differenceCents))] : []))
  if (field === 'unpaidCents') return (of.unpaid ?? []).map(({ orderNo, dueCents }) => line(orderNo, money(dueCents)))
  return []
}
const signed = (cents: number) => (cents > 0 ? `+${money(cents)}` : money(cents))

type By = (how: string) => Line
function ofTender(of: Numbers, row: Tender | undefined, field: string, by: By): Line[] {
  if (!row) return []
  const counted = row.statementCents ?? row.countedCents
  if (field === 'statementCents') return [by(t('settle.typedStatement'))]
  if (field === 'differenceCents')
    return [
      line(row.statementCents == null ? t('settle.counted') : t('settle.statement'), money(counted)),
      line(`− ${t('settle.expected')}`, money(row.expectedCents)),
    ]
  if (field !== 'countedCents') return []
  const notes = row.payType === 'cash' ? (of.cash ?? []) : []
  return [
    ...notes.map(({ valueCents, pieces }) => line(`${money(valueCents)} × ${pieces}`, money(valueCents * pieces))),
    ...(of.cash ? [by(t('settle.countedBy'))] : []),
  ]
}

function ofTank(of: Numbers, { key, field }: SettleCell, by: By): Line[] {
  const row = of.tanks.find(({ tankId }) => tankId === key)
  if (!row) return []
  if (field === 'beginCl') return [line(t('settle.dippedBefore'), litres(row.beginCl))]
  if (field === 'receivedCl') return [line(t('settle.document'), row.document || '—'), by(t('settle.measured'))]
  if (field === 'endCl') return [row.entered ? by(t('settle.measured')) : line(t('settle.gauged'), litres(row.endCl))]
  if (field === 'drawnCl')
    return [
      line(t('settle.tankBegin'), litres(row.beginCl)),
      line(`+ ${t('settle.received')}`, litres(row.receivedCl)),
      line(`− ${t('settle.dip')}`, litres(row.endCl)),
    ]
  if (field === 'differenceCl')
    return [line(t('settle.drawn'), litres(row.drawnCl)), line(`− ${t('settle.metered')}`, litres(row.meteredCl))]
  if (field !== 'meteredCl') return []
  const own = of.nozzles.filter(({ tankId }) => tankId === key)
  return own.map(({ logicNo, meteredCl }) => line(t('settle.nozzleNo', { no: logicNo }), litres(meteredCl)))
}

/** The shifts of a day, where each counted for itself. */
export const countedApart = ({ states, cash }: Numbers, { block, field }: SettleCell) =>
  !cash && block === 'payTypes' && field === 'countedCents' ? (states as DaySettle['states']) : []
export const shiftOf = (state: DaySettle['states'][number]) => ({ id: state.classSettleId, words: shiftWords(state) })
