import { deviceGaps, type RecordNamed } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { sourceOf } from '../../core/search.ts'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Related } from '../../kit/detail/related.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Alert, Button, Drawer } from '../../kit/ui.ts'
import { Device } from './cells.tsx'

type Gap = RecordNamed<'deviceGaps'>

const columns: readonly ColumnInput<Gap>[] = [
  { path: 'deviceId', cell: row => <Device row={row} /> },
  'fromSequence',
  'toSequence',
  'missing',
  'createdDate',
]

/** Sales that devices numbered and never sent: shown until they come, never guessed away. */
export function GapsNotice() {
  const { visible } = usePage()
  const station = useSession(({ atStation }) => atStation?.id)
  const [open, setOpen] = useState(false)
  const { data, isPending, isError } = useQuery({
    queryKey: ['deviceGaps', 'totals', station],
    enabled: visible,
    refetchOnWindowFocus: true,
    queryFn: ({ signal }) => call(deviceGaps.totals, { query: sourceOf() }, { signal }) as Promise<Record<string, number>>,
  })
  const missing = data?.missing ?? 0
  if (isPending && !isError) return <HoldBelow />
  if (missing === 0) return null
  return (
    <>
      <Alert
        type="warning"
        showIcon
        banner
        className="sales-gaps"
        title={t('sales.gapsTitle', { count: missing })}
        action={
          <Button size="small" type="link" onClick={() => setOpen(true)}>
            {t('sales.gapsShow')}
          </Button>
        }
      />
      <Drawer open={open} onClose={() => setOpen(false)} title={t('sales.gapsTitle', { count: missing })} size="large" destroyOnHidden>
        <p className="k-quiet">{t('sales.gapsHelp')}</p>
        <Related of={deviceGaps} title={t('sales.gapsTitle', { count: missing })} where={[]} columns={columns} />
      </Drawer>
    </>
  )
}
