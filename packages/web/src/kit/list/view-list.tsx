import type { SavedView } from '@forecourt/contract'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import type { Looks, Views } from './use-views.ts'
import { NameForm, ViewLine } from './view-line.tsx'

export interface ViewListProps {
  own: Views
  /** What the list shows now. */
  now: Omit<Looks, 'name'>
  shown: SavedView | undefined
  standard: number | undefined
  /** Without a view, the list as it is by itself. */
  onShow: (view?: SavedView) => void
  onStandard: (id: number | undefined) => void
  onSaved: (id: number) => void
}

/** The views that there are, one's own and the company's, and what can be done with each. */
export default function ViewList({ own, now, shown, standard, onShow, onStandard, onSaved }: ViewListProps) {
  const save = async (name: string) => onSaved((await own.save({ name, ...now })).id)
  const line = (view: SavedView) => (
    <ViewLine
      key={view.id}
      view={view}
      own={own}
      now={now}
      shown={view === shown}
      standard={view.id === standard}
      onShow={() => onShow(view)}
      onStandard={() => onStandard(view.id === standard ? undefined : view.id)}
    />
  )
  return (
    <>
      <Group title={t('savedViews.ownViews')} of={own.views?.filter(view => !view.shared)} line={line} />
      <Group title={t('savedViews.sharedViews')} of={own.views?.filter(view => view.shared)} line={line} />
      {own.views?.length === 0 && <p className="k-quiet">{t('savedViews.noViews')}</p>}
      {shown && (
        <Button type="link" size="small" onClick={() => onShow()}>
          {t('savedViews.withoutView')}
        </Button>
      )}
      <NameForm label={t('savedViews.saveView')} onName={save} />
    </>
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
