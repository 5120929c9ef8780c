import type { RecordNamed } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { StatusTag } from '../../kit/detail/figures.tsx'
import { refusalWords } from '../../kit/coupon/refusal-words.ts'

/** Its state, and why it gives nothing for now where it should. */
export function ActivityState({ of: { timing, stoppedBy } }: { of: Pick<RecordNamed<'dealTasks'>, 'timing' | 'stoppedBy'> }) {
  return (
    <>
      <StatusTag of="dealTasks" field="timing" value={timing} />
      {timing === 'inEffect' && stoppedBy && <div className="k-quiet">{t('activityPage.stopped', { why: refusalWords(stoppedBy) })}</div>}
    </>
  )
}
