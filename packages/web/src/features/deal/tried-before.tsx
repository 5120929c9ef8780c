import { dryRuns } from '@forecourt/contract'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Related } from '../../kit/detail/related.tsx'
import { Section } from '../../kit/detail/descriptions.tsx'
import { open, pathTo } from '../../kit/links.ts'
import { dryRunColumns, type DryRun } from './dry-run-columns.tsx'

/** The dry runs of a coupon or an activity; nothing for those who may not see any. */
export function TriedBefore({ of, id }: { of: 'deal' | 'dealTask'; id: number }) {
  const may = useMay('dryRun.read')
  if (!may) return null
  return (
    <Section title={t('dryRunList.tried')}>
      <Related<DryRun>
        of={dryRuns}
        title={t('dryRunList.tried')}
        where={[equals(`${of}.id`, id)]}
        columns={dryRunColumns}
        size={5}
        empty={t('dryRunList.notTried')}
        onOpen={row => open(pathTo('dryRuns', row.id)!)}
      />
    </Section>
  )
}
