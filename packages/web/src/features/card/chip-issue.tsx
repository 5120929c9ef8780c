import { useEffect, useRef, type ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { useUnsaved } from '../../kit/form/form-keys.ts'
import { open, pathTo } from '../../kit/links.ts'
import { grouped } from '../../kit/show.ts'
import { Alert, Button } from '../../kit/ui.ts'
import { pathToSlip } from './print-card.ts'
import { issueSteps, useChipIssue, type IssueJob, type IssueProgress, type IssueStep, type WriteWay } from './use-chip-issue.ts'
import './card.css'

interface ChipIssueProps extends IssueJob {
  /** What is shown once it is done. */
  result?: ReactNode
  onClose: () => void
}

/** The steps of writing a card on the reader, how far they are, and what can be done when one fails. */
export function ChipIssue({ onClose, result, ...job }: ChipIssueProps) {
  const { way = 'issue' } = job
  const { now, again, giveUp } = useChipIssue(job)
  const { at, state, words } = now
  const number = grouped(job.account.number, 'cardNumber')
  useUnsaved(state === 'running' || state === 'failed')
  const place = useRef<HTMLDivElement>(null)
  // The next key goes on, also where the button before has gone.
  useEffect(() => place.current?.querySelector<HTMLElement>('[data-next]')?.focus(), [state])
  const path = pathTo('userCards', job.account.id)
  const slip = state === 'done' && way !== 'sync' ? pathToSlip(job.account.id, { kind: way }) : undefined
  return (
    <div className="card-issue" ref={place} data-state={state}>
      <p role="status">
        {state === 'released'
          ? t(`chipIssue.released_${way}`, { number })
          : t(state === 'done' ? `chipIssue.done_${way}` : `chipIssue.doing_${way}`, { number })}
      </p>
      {state !== 'released' && (
        <ol className="card-issue-steps" aria-label={t(`chipIssue.steps_${way}`)}>
          {issueSteps.map(step => (
            <Step key={step} way={way} step={step} state={stateOf(step, now)} />
          ))}
        </ol>
      )}
      {state === 'failed' && (
        <Alert
          type="error"
          showIcon
          title={words}
          description={t(way === 'issue' ? `chipIssue.remedy_${at}` : `chipIssue.remedy_${way}`)}
        />
      )}
      {state === 'done' && result}
      <div className="k-form-end">
        {state === 'failed' && (
          <>
            <Button onClick={() => void giveUp()}>{t('chipIssue.giveUp')}</Button>
            <Button type="primary" data-next onClick={() => void again()}>
              {t('kit.tryAgain')}
            </Button>
          </>
        )}
        {(state === 'done' || state === 'released') && (
          <>
            {slip && <Button onClick={() => open(slip)}>{t('cardPage.printSlip')}</Button>}
            {path && <Button onClick={() => open(path)}>{t('readCard.openCard')}</Button>}
            <Button type="primary" data-next onClick={onClose}>
              {t('kit.close')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

type StepState = 'todo' | 'running' | 'failed' | 'done'
function stateOf(step: IssueStep, { at, state }: IssueProgress): StepState {
  const [place, here] = [issueSteps.indexOf(step), issueSteps.indexOf(at)]
  if (state === 'done' || place < here) return 'done'
  return place > here ? 'todo' : state === 'failed' ? 'failed' : 'running'
}

const Step = ({ way, step, state }: { way: WriteWay; step: IssueStep; state: StepState }) => (
  <li data-step={step} data-state={state} {...(state === 'running' && { 'aria-current': 'step' as const })}>
    <span className={`card-issue-mark card-issue-${state}`} aria-hidden="true" />
    <strong>{t(way === 'sync' ? `chipIssue.sync_${step}` : `chipIssue.step_${step}`)}</strong>
    <span>{t(`chipIssue.is_${state}`)}</span>
  </li>
)
