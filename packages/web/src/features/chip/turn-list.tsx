import { t } from '../../i18n/index.ts'
import { Time } from '../../kit/detail/figures.tsx'
import { grouped } from '../../kit/show.ts'
import { State } from '../../kit/state.tsx'
import type { Entry } from './turns.ts'

const shownMost = 100

interface TurnListProps {
  label: string
  entries: readonly Entry[]
  /** What is said of one that went well. */
  done: string
  /** Above a list of another kind: no taller than a few of them. */
  short?: boolean
}

/** The cards of a sitting, newest first: with what went well, and what failed and why. */
export function TurnList({ label, entries, done, short = false }: TurnListProps) {
  const words = { done, undone: t('preparePage.outcome_undone'), failed: t('preparePage.outcome_failed') }
  if (entries.length === 0) return <p className="f-chip-none">{t('preparePage.none')}</p>
  return (
    <ol className={short ? 'f-chip-turns f-chip-short' : 'f-chip-turns'} aria-label={label} reversed {...(short && { tabIndex: 0 })}>
      {entries.slice(0, shownMost).map(({ turn, at, number, uuid, outcome, why }) => (
        <li key={turn} data-outcome={outcome}>
          <State member={tones[outcome]}>{words[outcome]}</State>
          <strong className="k-number">{number === undefined ? '—' : grouped(number, 'cardNumber')}</strong>
          <span className="k-number f-chip-uuid">{uuid ?? ''}</span>
          <Time at={at} />
          {why !== undefined && <span className="f-chip-why">{why}</span>}
        </li>
      ))}
    </ol>
  )
}

/** The tones that states of that meaning have anywhere. */
const tones = { done: 'done', undone: 'cancelled', failed: 'failed' } as const
