import { pageOf, type Page, type PageName } from '@forecourt/contract/start'
import { useQueryClient } from '@tanstack/react-query'
import { createElement, useEffect } from 'react'
import { WhileLoading } from '../kit/later.tsx'
import { PageContext } from '../kit/page/page-context.ts'
import { t } from '../i18n/index.ts'
import { PageBoundary } from './page-boundary.tsx'
import { usePageState } from './page-state.ts'
import { screenOf } from './pages.tsx'
import { Loading, shapeOf } from './shell/progress.tsx'
import { renew, type Tab } from './tabs.ts'
import { goTo } from '../kit/page/history.ts'

/** One page with its state, its own error boundary and its skeleton. */
export function PageFrame({ tab, visible }: { tab: Tab; visible: boolean }) {
  const state = usePageState(tab, visible)
  const queries = useQueryClient()
  /** What it could not be drawn by is not kept for the next try. */
  const again = () => {
    queries.removeQueries({ type: 'inactive' })
    renew(tab.path)
  }
  const page = pageOf(tab.name) as Page
  useEffect(() => {
    if (visible) document.title = `${state.title} - ${t('product')}`
  }, [visible, state.title])
  return (
    <PageContext value={state}>
      <PageBoundary retry={again} goHome={() => goTo('/home')}>
        <WhileLoading show={<Loading quiet={page.bare === true} shape={shapeOf(page)} />}>
          {createElement(screenOf(tab.name as PageName) ?? screenOf('404')!)}
        </WhileLoading>
      </PageBoundary>
    </PageContext>
  )
}
