import type { ColumnChoice, SavedView } from '@forecourt/contract'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useOwnSetting, useSettingsHeard } from '../../core/own-settings.ts'
import { t } from '../../i18n/index.ts'
import { usePage } from '../page/use-page.ts'
import { differs } from './old-views.ts'
import { useViews } from './use-views.ts'

export interface ViewsProps {
  choice: ColumnChoice | undefined
  choose: (choice: ColumnChoice) => void
}

/** Narrows the list as a view says, and shows its columns. */
export function useShowView(choose: ViewsProps['choose']) {
  const { setSearch } = usePage()
  return (view: SavedView, replace = false) => {
    setSearch({ ...view.search, view: view.id }, { replace })
    if (view.columns) choose(view.columns)
  }
}

/** The view that is shown, of those there are. */
export const shownOf = (views: readonly SavedView[] | undefined, search: Readonly<Record<string, string>>): SavedView | undefined =>
  views?.find(({ id }) => String(id) === search['view'])

/** What the button of the views says: which one is shown, and whether it was departed from. */
export function viewsLabel(shown: SavedView | undefined, search: Readonly<Record<string, string>>): string {
  if (!shown) return t('kit.views')
  return t(differs(search, shown.search) ? 'kit.viewChanged' : 'kit.viewShown', { name: shown.name })
}

/** A list begins with the view named in its address, else with the user's own default view. */
export function FirstView({ choose }: Pick<ViewsProps, 'choose'>) {
  const { name: route, search } = usePage()
  const { views } = useViews()
  const [standard] = useOwnSetting<number>(`defaultView.${route}`)
  const heard = useSettingsHeard()
  const show = useShowView(choose)
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
  return null
}

/** What that button says before it can be pressed. */
export function useViewsLabel(): string {
  const { search } = usePage()
  return viewsLabel(shownOf(useViews().views, search), search)
}
