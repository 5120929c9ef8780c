import { dispensers, dispenserStatus } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { useToast } from '../../kit/feedback/toast.ts'
import { Button } from '../../kit/ui.ts'

/** Asks the dispenser status service whether it answers, and says so. @source spec 1 §8 */
export function StatusButton({ stationId }: { stationId: number }) {
  const [busy, setBusy] = useState(false)
  const cache = useQueryClient()
  const toast = useToast()
  const ask = async () => {
    setBusy(true)
    try {
      await call(dispenserStatus.read, { query: { stationId } })
      toast.done(t('forecourt.statusConnected'))
      await cache.invalidateQueries({ queryKey: [dispensers.name] })
    } catch {
      toast.failed(new ApiError(503, { code: 'server.busy', message: t('forecourt.statusFailed') }))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button onClick={() => void ask()} loading={busy}>
      {t('forecourt.statusConnect')}
    </Button>
  )
}
