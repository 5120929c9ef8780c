import type { BaseRow } from '@forecourt/contract'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { laterDialog } from '../later.tsx'
import { useNarrow } from '../media.ts'
import { ColumnChooser } from './column-chooser.tsx'
import { type Columns } from './use-columns.ts'
import { ExportButton, PrintButton } from './export-button.tsx'
import { RangeSwitch } from './range-switch.tsx'
import type { List } from './use-list.ts'
import { Views } from './views.tsx'

export interface ToolsProps<R extends BaseRow> {
  list: List<R>
  label: string
  columns: Columns<R>
  /** Of the page's own. */
  tools: ReactNode
  embedded: boolean
  onNew: (() => void) | undefined
  newLabel: string | undefined
  /** On a phone rows are chosen only when that is asked for. */
  picking: boolean
  onPick: (picking: boolean) => void
}

/** What can be done with a list; on a phone behind one button, but for what the page is opened for. */
export function Tools<R extends BaseRow>(props: ToolsProps<R>) {
  const { tools, onNew, newLabel } = props
  const narrow = useNarrow()
  const fresh = onNew && (
    <Button type="primary" onClick={onNew}>
      {newLabel ?? t('kit.add')}
    </Button>
  )
  if (!narrow)
    return (
      <>
        {!props.embedded && <RangeSwitch list={props.list} />}
        {tools}
        <Others {...props} />
        {fresh}
      </>
    )
  return (
    <>
      {tools}
      {fresh}
      <Folded {...props} />
    </>
  )
}

const Sheet = laterDialog(() => import('../bottom-sheet.tsx'))

function Folded<R extends BaseRow>(props: ToolsProps<R>) {
  const { list, embedded, picking, onPick } = props
  const [open, setOpen] = useState(false)
  const [pressed, setPressed] = useState(false)
  const press = () => {
    setPressed(true)
    setOpen(true)
  }
  const close = () => setOpen(false)
  return (
    <>
      <Button aria-label={t('kit.listTools')} aria-haspopup="dialog" aria-expanded={open} onClick={press}>
        ⋯
      </Button>
      {pressed && (
        <Sheet title={t('kit.listTools')} open={open} onClose={close}>
          <div className="k-folded">
            {!embedded && <RangeSwitch list={list} />}
            <Others {...props} onAgain={close} />
            {!embedded && (
              <Button
                onClick={() => {
                  onPick(!picking)
                  close()
                }}>
                {t(picking ? 'kit.unselect' : 'kit.selectRows')}
              </Button>
            )}
          </div>
        </Sheet>
      )}
    </>
  )
}

function Others<R extends BaseRow>({ list, label, columns, embedded, onAgain }: ToolsProps<R> & { onAgain?: () => void }) {
  const again = () => {
    void list.again()
    onAgain?.()
  }
  return (
    <>
      <Button onClick={again} disabled={list.busy}>
        {t('kit.refresh')}
      </Button>
      <ExportButton list={list} label={label} columns={columns.show} />
      {!embedded && <PrintButton list={list} label={label} columns={columns.show} />}
      {!embedded && <Views choice={columns.choice} choose={columns.choose} />}
      <ColumnChooser {...columns} />
    </>
  )
}
