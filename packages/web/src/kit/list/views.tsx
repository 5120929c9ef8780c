import { Button, Input, Popover } from 'antd'
import { useState, type SubmitEvent } from 'react'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { usePage } from '../page/use-page.ts'
import { readChoice, type ColumnChoice } from './columns.ts'
import { readViews, viewSearch, withView, writeViews, type View } from './views-store.ts'

/** Views of this list that its reader has saved: opened with one press, periods such as "last 7 days" counted anew. */
export function Views({ choose }: { choose: (choice: ColumnChoice | undefined) => void }) {
  const { name: route, search, setSearch } = usePage()
  const user = useSession(({ profile }) => profile?.id)
  const [views, setViews] = useState(() => readViews(user, route))
  const [open, setOpen] = useState(false)
  const keep = (next: readonly View[]) => {
    writeViews(user, route, next)
    setViews(next)
  }
  const show = (view: View) => {
    setSearch({ ...view.search })
    choose(view.columns)
    setOpen(false)
  }
  const list = (
    <div role="dialog" aria-label={t('kit.views')} className="k-views">
      {views.length === 0 && <p className="k-quiet">{t('kit.noViews')}</p>}
      <ul>
        {views.map(view => (
          <li key={view.name}>
            <Button type="text" onClick={() => show(view)}>
              {view.name}
            </Button>
            <Button
              type="text"
              size="small"
              aria-label={t('kit.deleteView', { name: view.name })}
              onClick={() => keep(views.filter(other => other !== view))}>
              ×
            </Button>
          </li>
        ))}
      </ul>
      <SaveView onSave={name => keep(withView(views, { name, search: viewSearch(search), columns: readChoice(route) }))} />
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomRight" open={open} onOpenChange={setOpen} content={list}>
      <Button aria-haspopup="dialog">{t('kit.views')}</Button>
    </Popover>
  )
}

function SaveView({ onSave }: { onSave: (name: string) => void }) {
  const [name, setName] = useState('')
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    if (name.trim()) onSave(name.trim())
    setName('')
  }
  return (
    <form onSubmit={save}>
      <Input
        value={name}
        maxLength={30}
        placeholder={t('kit.viewName')}
        aria-label={t('kit.viewName')}
        onChange={event => setName(event.target.value)}
      />
      <Button htmlType="submit" disabled={!name.trim()}>
        {t('kit.saveView')}
      </Button>
    </form>
  )
}
