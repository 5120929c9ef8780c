import type { ColumnChoice } from '@forecourt/contract'
import { Button, Popover } from 'antd'
import { useEffect, useMemo } from 'react'
import { useOwnSetting } from '../../core/own-settings.ts'
import { role } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Bones } from '../feedback/states.tsx'
import { later, WhileLoading } from '../later.tsx'
import { usePage } from '../page/use-page.ts'
import { arrange, type AnyRow, type Column } from './columns.ts'

const load = () => import('./column-lists.tsx')
const ColumnLists = later(load)
/** @source spec 1 "List", column chooser, "initialised after 1 second": the rows come first */
const loadAfterMs = 1000

/** The columns that a user sees on this page, in their order and widths; kept on the server for other machines. */
export function useColumns<R extends AnyRow>(columns: readonly Column<R>[]) {
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

export type Columns<R extends AnyRow> = ReturnType<typeof useColumns<R>>

/** Two lists: what is shown, in order, and what is hidden. @source spec 1 "List", column chooser */
export function ColumnChooser<R extends AnyRow>(props: Columns<R>) {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), loadAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={
        <div role="dialog" aria-label={t('kit.columns')}>
          <WhileLoading show={<Bones rows={6} />}>
            <ColumnLists {...props} show={props.show as Column[]} hide={props.hide as Column[]} />
          </WhileLoading>
        </div>
      }>
      <Button aria-haspopup="dialog">{t('kit.columns')}</Button>
    </Popover>
  )
}
