import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { laterDialog } from '../../kit/later.tsx'
import { Button } from '../../kit/ui.ts'
import type { Card } from './whole-card.ts'

const TryFill = laterDialog(() => import('./try-fill.tsx'))

/** 试一笔: why a card is refused, or would be. */
export function TryFillButton({ card }: { card: Card }) {
  const [shown, setShown] = useState(false)
  const [begun, setBegun] = useState(false)
  const press = () => {
    setBegun(true)
    setShown(true)
  }
  return (
    <>
      <Button onClick={press}>{t('tryFill.open')}</Button>
      {begun && <TryFill open={shown} card={card} onClose={() => setShown(false)} />}
    </>
  )
}
