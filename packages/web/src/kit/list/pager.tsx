import { Select } from 'antd'
import { useState, type SubmitEvent } from 'react'
import { count as counted } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { pageSizes } from './use-address.ts'
import './pager.css'

export interface PagerProps {
  count: number
  page: number
  size: number
  onPage: (page: number) => void
  onSize: (size: number) => void
}

/** Total, sizes, previous, pages, next, jumper. @source spec 1 "List" */
export function Pager({ count, page, size, onPage, onSize }: PagerProps) {
  const last = Math.max(1, Math.ceil(count / size))
  return (
    <nav className="k-pager" aria-label={t('kit.pages')}>
      <span className="k-pager-total">{t('kit.total', { count: counted(count) })}</span>
      <Select
        size="small"
        value={size}
        onChange={onSize}
        aria-label={t('kit.pageSize')}
        options={pageSizes.map(value => ({ value, label: t('kit.perPage', { count: value }) }))}
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

/** The first, the last, and those about the current one; gaps between them. */
export function around(page: number, last: number): (number | 'before' | 'after')[] {
  if (last <= 7) return Array.from({ length: last }, (_, index) => index + 1)
  const from = Math.max(2, Math.min(page - 1, last - 4))
  const to = Math.min(last - 1, Math.max(page + 1, 5))
  const middle = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return [1, ...(from > 2 ? ['before' as const] : []), ...middle, ...(to < last - 1 ? ['after' as const] : []), last]
}
