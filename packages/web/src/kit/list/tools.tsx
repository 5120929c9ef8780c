import type { BaseRow } from '@forecourt/contract'
import { Button } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { laterDialog } from '../later.tsx'
import { useNarrow } from '../media.ts'
import { soon, StillButton } from '../soon.tsx'
import { isGrouped } from '../breakdown/counted.ts'
import { FirstView, useViewsLabel } from './first-view.ts'
import type { OtherToolsProps } from './other-tools.tsx'
import { RangeSwitch } from './range-switch.tsx'
import type { Columns } from './use-columns.ts'
import type { List } from './use-list.ts'

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
  const first = !props.embedded && <FirstView choose={props.columns.choose} />
  const fresh = onNew && (
    <Button type="primary" onClick={onNew}>
      {newLabel ?? t('kit.add')}
    </Button>
  )
  if (!narrow)
    return (
      <>
        {first}
        {!props.embedded && <RangeSwitch list={props.list} />}
        {tools}
        <Others {...props} />
        {fresh}
      </>
    )
  return (
    <>
      {first}
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
  useEffect(() => {
    const timer = setTimeout(() => void loadColumnLists().catch(() => undefined), loadAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const again = () => {
    void list.again()
    onAgain?.()
  }
  return (
    <>
      <Button onClick={again} disabled={list.busy}>
        {t('kit.refresh')}
      </Button>
      <OtherTools
        {...({ list, label, columns, embedded } as unknown as OtherToolsProps)}
        still={<StillTools none={!list.count} embedded={embedded} counted={!embedded && isGrouped.test(list.of.name)} />}
      />
    </>
  )
}

const loadColumnLists = () => import('./column-lists.tsx')
/** @source spec 1 "List", column chooser, "initialised after 1 second": the rows come first */
const loadAfterMs = 1000

const OtherTools = soon<OtherToolsProps>(() => import('./other-tools.tsx'))

/** The same buttons, before they do anything. */
function StillTools({ none, embedded, counted }: { none: boolean; embedded: boolean; counted: boolean }) {
  const views = useViewsLabel()
  return (
    <>
      {counted && <StillButton>{t('kit.breakdown')}</StillButton>}
      <StillButton disabled={none}>{t('kit.export')}</StillButton>
      {!embedded && <StillButton disabled={none}>{t('kit.print')}</StillButton>}
      {!embedded && <StillButton aria-haspopup="dialog">{views}</StillButton>}
      <StillButton aria-haspopup="dialog">{t('kit.columns')}</StillButton>
    </>
  )
}
