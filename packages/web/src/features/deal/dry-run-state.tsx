import type { RecordNamed } from '@forecourt/contract'
import { StatusTag, UnderWay } from '../../kit/detail/figures.tsx'
import { t } from '../../i18n/index.ts'

/** The state of a dry run; of one under way with how far it is. */
export function DryRunState({ of: { status, progress } }: { of: Pick<RecordNamed<'dryRuns'>, 'status' | 'progress'> }) {
  const tag = <StatusTag of="dryRuns" field="status" value={status} />
  if (status !== 'running') return tag
  return <UnderWay tag={tag} label={t('dryRuns.progress')} share={progress} words={t('dryRunList.under', { share: progress })} />
}
