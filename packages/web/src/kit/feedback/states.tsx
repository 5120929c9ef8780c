import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { ApiError } from '../../core/api.ts'
import { CodeMissing } from '../../core/load-code.ts'
import { t } from '../../i18n/index.ts'
import './states.css'

/** What is said of a failure: the server's own words, or why code did not come, else that it could not be done. */
export function wordsOfError(error: unknown): string {
  if (error instanceof ApiError) return error.message
  if (error instanceof CodeMissing) return error.why === 'gone' ? t('shell.newVersionHelp') : t('error.network')
  return t('kit.failed')
}

/** Something could not be read. What was on screen stays; this says what failed and offers another try. */
export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Alert
      type="error"
      showIcon
      title={wordsOfError(error)}
      role="alert"
      action={
        <Button size="small" onClick={onRetry}>
          {t('kit.tryAgain')}
        </Button>
      }
    />
  )
}

/** Nothing is there, and why, with the way on. */
export function Empty({ title, hint, action }: { title: string; hint?: ReactNode; action?: ReactNode }) {
  return (
    <div className="k-empty" role="status">
      <svg width="56" height="40" viewBox="0 0 56 40" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.5">
        <rect x="8" y="6" width="40" height="30" rx="4" />
        <path d="M8 15h40M18 22h20M18 28h12" strokeLinecap="round" />
      </svg>
      <p className="k-empty-title">{title}</p>
      {hint && <p>{hint}</p>}
      {action}
    </div>
  )
}

/** The shape of a record that is on its way. */
export const Bones = ({ rows = 6 }: { rows?: number }) => (
  <div className="k-bones k-shape" role="progressbar" aria-busy="true" aria-label={t('kit.loading')}>
    {Array.from({ length: rows }, (_, line) => (
      <span key={line} className="k-bone" />
    ))}
  </div>
)
