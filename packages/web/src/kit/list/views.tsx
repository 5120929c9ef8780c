import { Button, Popover } from 'antd'
import { useState } from 'react'
import { useOwnSetting } from '../../core/own-settings.ts'
import { t } from '../../i18n/index.ts'
import { Bones } from '../feedback/states.tsx'
import { later, WhileLoading } from '../later.tsx'
import { usePage } from '../page/use-page.ts'
import { usePrefetched } from '../soon.tsx'
import { shownOf, useShowView, viewsLabel, type ViewsProps } from './first-view.ts'
import { viewSearch } from './old-views.ts'
import { useViews } from './use-views.ts'
import './views.css'

const load = () => import('./view-list.tsx')
const ViewList = later(load)

/** Views of this list, one's own and the company's: opened with one press, periods such as "last 7 days" counted anew. */
export function Views({ choice, choose }: ViewsProps) {
  const { name: route, search, setSearch } = usePage()
  const own = useViews()
  const [standard, setStandard] = useOwnSetting<number>(`defaultView.${route}`)
  const [open, setOpen] = useState(false)
  const show = useShowView(choose)
  usePrefetched(load)
  const shown = shownOf(own.views, search)
  const list = (
    <div role="dialog" aria-label={t('kit.views')} className="k-views">
      <WhileLoading show={<Bones rows={4} />}>
        <ViewList
          own={own}
          now={{ search: viewSearch(search), columns: choice ?? null }}
          shown={shown}
          standard={standard}
          onShow={view => {
            if (!view) return setSearch({})
            show(view)
            setOpen(false)
          }}
          onStandard={setStandard}
          onSaved={view => setSearch({ ...viewSearch(search), view })}
        />
      </WhileLoading>
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomRight" open={open} onOpenChange={setOpen} content={list}>
      <Button aria-haspopup="dialog">{viewsLabel(shown, search)}</Button>
    </Popover>
  )
}
