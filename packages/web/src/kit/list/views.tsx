import type { ColumnChoice, SavedView } from '@forecourt/contract'
import { Button, Popover } from 'antd'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { useOwnSetting, useSettingsHeard } from '../../core/own-settings.ts'
import { t } from '../../i18n/index.ts'
import { usePage } from '../page/use-page.ts'
import { differs, viewSearch } from './old-views.ts'
import { useViews } from './use-views.ts'
import { NameForm, ViewLine } from './view-line.tsx'
import './views.css'

export interface ViewsProps {
  choice: ColumnChoice | undefined
  choose: (choice: ColumnChoice) => void
}

/** Views of this list, one's own and the company's: opened with one press, periods such as "last 7 days" counted anew. */
export function Views({ choice, choose }: ViewsProps) {
  const { name: route, search, setSearch } = usePage()
  const own = useViews()
  const [standard, setStandard] = useOwnSetting<number>(`defaultView.${route}`)
  const [open, setOpen] = useState(false)
  const show = (view: SavedView, replace = false) => {
    setSearch({ ...view.search, view: view.id }, { replace })
    if (view.columns) choose(view.columns)
    setOpen(false)
  }
  useFirstView(own.views, standard, show)
  const shown = own.views?.find(({ id }) => String(id) === search['view'])
  const now = { search: viewSearch(search), columns: choice ?? null }
  const save = async (name: string) => {
    const { id } = await own.save({ name, ...now })
    setSearch({ ...now.search, view: id })
  }
  const line = (view: SavedView) => (
    <ViewLine
      key={view.id}
      view={view}
      own={own}
      now={now}
      shown={view === shown}
      standard={view.id === standard}
      onShow={() => show(view)}
      onStandard={() => setStandard(view.id === standard ? undefined : view.id)}
    />
  )
  const list = (
    <div role="dialog" aria-label={t('kit.views')} className="k-views">
      <Group title={t('kit.ownViews')} of={own.views?.filter(view => !view.shared)} line={line} />
      <Group title={t('kit.sharedViews')} of={own.views?.filter(view => view.shared)} line={line} />
      {own.views?.length === 0 && <p className="k-quiet">{t('kit.noViews')}</p>}
      {shown && (
        <Button type="link" size="small" onClick={() => setSearch({})}>
          {t('kit.withoutView')}
        </Button>
      )}
      <NameForm label={t('kit.saveView')} onName={save} />
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomRight" open={open} onOpenChange={setOpen} content={list}>
      <Button aria-haspopup="dialog">
        {shown ? t(differs(search, shown.search) ? 'kit.viewChanged' : 'kit.viewShown', { name: shown.name }) : t('kit.views')}
      </Button>
    </Popover>
  )
}

function Group({ title, of, line }: { title: string; of: readonly SavedView[] | undefined; line: (view: SavedView) => ReactNode }) {
  if (!of?.length) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>{of.map(line)}</ul>
    </section>
  )
}

/** A list begins with the view named in its address, else with the user's own default view. */
function useFirstView(
  views: readonly SavedView[] | undefined,
  standard: number | undefined,
  show: (view: SavedView, replace: boolean) => void,
) {
  const { search } = usePage()
  const heard = useSettingsHeard()
  const begun = useRef(false)
  const begin = useEffectEvent(() => {
    if (begun.current || !views || !heard) return
    begun.current = true
    const { view: named, ...others } = search
    if (Object.keys(others).length > 0) return
    const first = views.find(({ id }) => (named ? String(id) === named : id === standard))
    if (first) show(first, true)
  })
  useEffect(() => begin(), [views, heard])
}
