import { goTo } from '../kit/page/history.ts'
import { pageAt, useNavigation } from './navigation-guard.ts'
import { BarePage } from './bare-page.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { Shell } from './shell/shell.tsx'
import { StartFailed } from './start-failed.tsx'

/** The page where its user has arrived: by itself, or within the layout, which draws it and those kept behind it. */
export function Routes() {
  const { at, error } = useNavigation()
  if (error !== undefined) return <StartFailed error={error} />
  if (!at) return null
  const { page, params } = pageAt(at.pathname)!
  return (
    <PageBoundary retry={() => location.reload()} goHome={() => goTo('/home')}>
      {page.bare ? <BarePage page={page} params={params} at={at} /> : <Shell at={at} />}
    </PageBoundary>
  )
}
