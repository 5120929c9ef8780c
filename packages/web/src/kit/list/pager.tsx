import { useState, type SubmitEvent } from 'react'
import { count as counted } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { soon, StillBox } from '../soon.tsx'
import { around } from './around.ts'
import type { PageSizeProps } from './page-size.tsx'
import './pager.css'

export interface PagerProps {
  count: number
  page: number
  size: number
  onPage: (page: number) => void
  onSize: (size: number) => void
}

const PageSize = soon<PageSizeProps>(() => import('./page-size.tsx'))

/** Total, sizes, previous, pages, next, jumper. @source spec 1 "List" */
export function Pager({ count, page, size, onPage, onSize }: PagerProps) {
  const last = Math.max(1, Math.ceil(count / size))
  return (
    <nav className="k-pager" aria-label={t('kit.pages')}>
      <span className="k-pager-total">{t('kit.total', { count: counted(count) })}</span>
      <PageSize
        value={size}
        onChange={onSize}
        still={<StillBox className="k-still-choice" size="small" set text={t('kit.perPage', { count: size })} />}
      />
      <button type="button" className="k-page" disabled={page <= 1} onClick={() => onPage(page - 1)} aria-label={t('kit.previous')}>
        ‹
      </button>
      {around(page, last).map(number =>
        typeof number === 'number' ? (
          <button
            type="button"
            key={number}
            className="k-page"
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onPage(number)}>
            {number}
          </button>
        ) : (
          <span key={number} aria-hidden="true">
            …
          </span>
        ),
      )}
      <button type="button" className="k-page" disabled={page >= last} onClick={() => onPage(page + 1)} aria-label={t('kit.next')}>
        ›
      </button>
      <Jumper last={last} onPage={onPage} />
    </nav>
  )
}

function Jumper({ last, onPage }: { last: number; onPage: (page: number) => void }) {
  const [typed, setTyped] = useState('')
  const jump = (event: SubmitEvent) => {
    event.preventDefault()
    if (/^\d+$/.test(typed)) onPage(Math.min(last, Math.max(1, Number(typed))))
    setTyped('')
  }
  return (
    <form className="k-jumper" onSubmit={jump}>
      <label>
        {t('kit.jumpTo')} <input value={typed} inputMode="numeric" disabled={last === 1} onChange={event => setTyped(event.target.value)} />
      </label>
    </form>
  )
}
