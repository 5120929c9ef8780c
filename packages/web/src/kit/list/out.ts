import { exportMonths, isTimed, withinExportMonths, type ExportColumn, type BaseRow } from '@forecourt/contract'
import { atLeast, type Term } from '../../core/search.ts'
import { instantOf } from '../../core/periods.ts'
import { addDays, dayStart, today, zone } from '../../core/time.ts'
import { choiceLabel } from '../label.ts'
import { t } from '../../i18n/index.ts'
import type { Column } from './columns.ts'
import { headOf } from './draw.tsx'
import { readPeriod } from './period.ts'
import type { List } from './use-list.ts'

/** A column as the server writes it into a file; nothing for one that only this screen can draw. */
export function outColumn<R extends BaseRow>(column: Column<R>): ExportColumn | undefined {
  const { field, file } = column
  const path = file ?? (field && column.key)
  if (path === undefined) return undefined
  const words = column.words ?? wordsOf(column)
  return { path, title: headOf(column), ...(words && { words }), ...(column.say && { say: column.say }) }
}

function wordsOf<R extends BaseRow>({ field, choices }: Column<R>): Record<string, string> | undefined {
  if (choices)
    return Object.fromEntries(choices.members.map(member => [String(member), choiceLabel(choices.of, choices.field, String(member))]))
  if (field?.kind === 'boolean') return { true: t('kit.yes'), false: t('kit.no') }
  if (field?.kind !== 'enum') return undefined
  return Object.fromEntries(field.options.map(member => [String(member), choiceLabel(field.owner, field.name, String(member))]))
}

/** Whether what is set keeps records without end within what one file may hold. The server asks the same of what arrives. */
export function fitsWindow({ of, set, today: day }: Pick<List, 'of' | 'set' | 'today'>): boolean {
  if (!isTimed(of)) return true
  return set.some(({ filter, raw }) => {
    if (filter.control !== 'period' || filter.path.includes('.')) return false
    const { from, to = day } = readPeriod(raw, day) ?? {}
    return from !== undefined && withinExportMonths(startOf(from), endOf(to), zone())
  })
}
const startOf = (moment: string) => (moment.length > 10 ? instantOf(moment.slice(0, 10), moment.slice(11)) : dayStart(moment))
const endOf = (moment: string) => (moment.length > 10 ? startOf(moment) : dayStart(addDays(moment, 1)))

/** The last months that fit, up to now. */
export const firstDay = (day = today()): string =>
  Temporal.PlainDate.from(day).subtract({ months: exportMonths }).add({ days: 1 }).toString()
export const lately = (): Term => atLeast('createdDate', firstDay())
