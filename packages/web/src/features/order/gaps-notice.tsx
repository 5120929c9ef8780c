import { deviceGaps } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { sourceOf } from '../../core/search.ts'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { laterDialog } from '../../kit/later.tsx'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Alert, Button } from '../../kit/ui.ts'

const GapsDrawer = laterDialog(() => import('./gaps-drawer.tsx'))

/** Sales that devices numbered and never sent: shown until they come, never guessed away. */
export function GapsNotice() {
  const { visible } = usePage()
  const station = useSession(({ atStation }) => atStation?.id)
  const [open, setOpen] = useState(false)
  const [pressed, setPressed] = useState(false)
  const show = () => {
    setPressed(true)
    setOpen(true)
  }
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
          <Button size="small" type="link" onClick={show}>
            {t('sales.gapsShow')}
          </Button>
        }
      />
      {pressed && <GapsDrawer open={open} onClose={() => setOpen(false)} missing={missing} />}
    </>
  )
}
