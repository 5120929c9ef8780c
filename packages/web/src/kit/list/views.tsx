import type { ColumnChoice, SavedView } from '@forecourt/contract'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { whenQuiet } from '../../core/quiet.ts'
import { useOwnSetting, useSettingsHeard } from '../../core/own-settings.ts'
import { t } from '../../i18n/index.ts'
import { Bones } from '../feedback/states.tsx'
import { later, WhileLoading } from '../later.tsx'
import { usePage } from '../page/use-page.ts'
import { Popover } from '../popups.tsx'
import { differs, viewSearch } from './old-views.ts'
import { useViews } from './use-views.ts'
import './views.css'

const load = () => import('./view-list.tsx')
const ViewList = later(load)

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
  useEffect(
    () =>
      void whenQuiet()
        .then(load)
        .catch(() => undefined),
    [],
  )
  const shown = own.views?.find(({ id }) => String(id) === search['view'])
  const list = (
    <div role="dialog" aria-label={t('kit.views')} className="k-views">
      <WhileLoading show={<Bones rows={4} />}>
        <ViewList
          own={own}
          now={{ search: viewSearch(search), columns: choice ?? null }}
          shown={shown}
          standard={standard}
          onShow={view => (view ? show(view) : setSearch({}))}
          onStandard={setStandard}
          onSaved={view => setSearch({ ...viewSearch(search), view })}
        />
      </WhileLoading>
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
