import type { Page } from '@forecourt/contract/start'
import { useEffect } from 'react'
import { create } from 'zustand'
import { t } from '../../i18n/index.ts'

const useLoading = create<{ pages: number }>(() => ({ pages: 0 }))

/** What a page will look like: its rows, its figures, its chart, its fields. */
export type PageShape = 'home' | 'list' | 'detail' | 'form' | 'statistics'
/** How many of each part a page has. */
const parts: Record<PageShape, readonly (readonly [part: string, count: number])[]> = {
  home: [
    ['figure', 4],
    ['chart', 1],
    ['row', 5],
  ],
  list: [
    ['field', 4],
    ['head', 1],
    ['row', 10],
  ],
  detail: [
    ['fact', 8],
    ['head', 1],
    ['row', 5],
  ],
  form: [['input', 6]],
  statistics: [
    ['field', 3],
    ['figure', 4],
    ['chart', 1],
    ['row', 5],
  ],
}

const statistics = /tatistic|rechargeConsume|moneyChange/
const forms = /Config$|^(personCenter|recordOrder|changeLogo|myStation|historyImport)$/
/** The shape of a page, by what it is. */
export function shapeOf({ name, path }: Pick<Page, 'name' | 'path'>): PageShape {
  if (name === 'home' || name === 'analyse') return 'home'
  if (statistics.test(name)) return 'statistics'
  if (forms.test(name)) return 'form'
  return path.includes('{') ? 'detail' : 'list'
}

/** Stands in for a page whose code is on its way, in the shape of what comes; the bar at the top tells the same. */
export function Loading({ quiet = false, shape = 'list' }: { quiet?: boolean; shape?: PageShape }) {
  useEffect(() => {
    useLoading.setState(({ pages }) => ({ pages: pages + 1 }))
    return () => useLoading.setState(({ pages }) => ({ pages: pages - 1 }))
  }, [])
  return quiet ? null : (
    <div className="page-loading" data-shape={shape} aria-hidden="true">
      <i className="shape-title" />
      {parts[shape].map(([part, count]) => (
        <div key={part} className={`shape-${part}s`}>
          {Array.from({ length: count }, (_, at) => (
            <i key={at} className={`shape-${part}`} />
          ))}
        </div>
      ))}
    </div>
  )
}

/** A thin bar along the top while a page loads. @source spec 0 §2 */
export function ProgressBar({ busy = false }: { busy?: boolean }) {
  const loading = useLoading(({ pages }) => pages > 0) || busy
  return loading ? <div className="progress" role="progressbar" aria-label={t('shell.loading')} /> : null
}
