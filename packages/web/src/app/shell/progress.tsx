import { useEffect } from 'react'
import { create } from 'zustand'
import { t } from '../../i18n/index.ts'

const useLoading = create<{ pages: number }>(() => ({ pages: 0 }))

const lines = [0, 1, 2, 3, 4, 5, 6]

/** Stands in for a page whose code is on its way; the bar at the top tells the same. */
export function Loading({ quiet = false }: { quiet?: boolean }) {
  useEffect(() => {
    useLoading.setState(({ pages }) => ({ pages: pages + 1 }))
    return () => useLoading.setState(({ pages }) => ({ pages: pages - 1 }))
  }, [])
  return quiet ? null : (
    <div className="page-loading" aria-hidden="true">
      {lines.map(line => (
        <i key={line} />
      ))}
    </div>
  )
}

/** A thin bar along the top while a page loads. @source spec 0 §2 */
export function ProgressBar({ busy = false }: { busy?: boolean }) {
  const loading = useLoading(({ pages }) => pages > 0) || busy
  return loading ? <div className="progress" role="progressbar" aria-label={t('shell.loading')} /> : null
}
