import { productPrices, products, setBackSeconds, setPriceBack } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, newAct } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { dialogs } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { Button } from '../../kit/ui.ts'

/** The lists that a price shows in. */
export const priceChanges = [products.name, productPrices.name, 'items', 'tanks', 'nozzleControls']

/** A price that has just been set. */
interface Changed {
  id: number
  fuel: string
  before: string
  after: string
}

/** Whole seconds until an instant, counted down while it is on screen; zero when it has passed. */
function useSecondsUntil(endsAt: number): number {
  const left = () => Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 250)
    return () => clearInterval(timer)
  })
  return seconds
}

interface SetBackProps {
  id: number
  endsAt: number
  /** It cannot be set back any more; the reason stands beside it. */
  off?: boolean
  before?: string
  onDone?: () => void
}

/** Sets a price back, with the seconds that are left for it; absent once they have passed. */
export function SetBackButton({ id, endsAt, off = false, before, onDone }: SetBackProps) {
  const seconds = useSecondsUntil(endsAt)
  const [busy, setBusy] = useState(false)
  const cache = useQueryClient()
  if (seconds === 0) return null
  const back = async () => {
    setBusy(true)
    try {
      await call(setPriceBack, { id, body: {} }, { act: newAct() })
      toast.done(t('forecourt.setBackDone'))
    } catch (error) {
      toast.failed(error)
    }
    await Promise.all(priceChanges.map(name => cache.invalidateQueries({ queryKey: [name] })))
    setBusy(false)
    onDone?.()
  }
  return (
    <Button size="small" loading={busy} disabled={off} onClick={() => void back()}>
      {before ? t('forecourt.setBackTo', { before }) : t('forecourt.setBack')}{' '}
      {!off && (
        <span className="k-number" aria-hidden>
          {t('forecourt.secondsLeft', { seconds })}
        </span>
      )}
    </Button>
  )
}

/** A notice over the page while the price can be set back, so that a slip is undone where it is noticed. */
export function offerSetBack({ id, fuel, before, after }: Changed): void {
  const key = `price-${id}`
  const endsAt = Date.now() + setBackSeconds * 1000
  void dialogs().then(
    ({ notification }) =>
      notification.info({
        key,
        title: t('forecourt.priceChanged', { fuel, before, after }),
        description: t('forecourt.setBackHelp', { seconds: setBackSeconds }),
        actions: <SetBackButton id={id} endsAt={endsAt} before={before} onDone={() => notification.destroy(key)} />,
        duration: setBackSeconds,
        placement: 'bottomRight',
        role: 'status',
      }),
    () => undefined,
  )
}
