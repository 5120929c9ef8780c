import type { ColumnChoice, BaseRow } from '@forecourt/contract'
import { useMemo } from 'react'
import { useOwnSetting } from '../../core/own-settings.ts'
import { role } from '../../core/session.ts'
import { usePage } from '../page/use-page.ts'
import { arrange, type Column } from './columns.ts'

export type Columns<R extends BaseRow> = ReturnType<typeof useColumns<R>>

/** The columns that a user sees on this page, in their order and widths; kept on the server for other machines. */
export function useColumns<R extends BaseRow>(columns: readonly Column<R>[]) {
  const { name } = usePage()
  const [choice, choose] = useOwnSetting<ColumnChoice>(`columns.${name}`)
  const held = role() ?? ''
  const { show, hide } = useMemo(() => arrange(columns, choice, held), [columns, choice, held])
  const keys = { show: show.map(({ key }) => key), hide: hide.map(({ key }) => key) }
  const widths = choice?.widths ?? none
  return {
    show,
    hide,
    choice,
    choose,
    widths,
    arrangeAs: (next: Pick<ColumnChoice, 'show' | 'hide'>) => choose({ ...next, widths }),
    setWidth: (key: string, width: number | undefined) => choose({ ...keys, widths: widthsWith(widths, key, width) }),
  }
}
const none: Readonly<Record<string, number>> = {}

function widthsWith(widths: Readonly<Record<string, number>>, key: string, width: number | undefined): Record<string, number> {
  const { [key]: _, ...others } = widths
  return width === undefined ? others : { ...others, [key]: width }
}
