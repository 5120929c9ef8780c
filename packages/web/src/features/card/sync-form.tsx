import { cardLife } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, newAct } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { useToast } from '../../kit/feedback/toast.ts'
import { ReaderPanel } from '../../kit/reader/reader-panel.tsx'
import { useReader } from '../../kit/reader/use-reader.ts'
import { Alert, Button } from '../../kit/ui.ts'
import { ChipIssue } from './chip-issue.tsx'
import { soughtOf, useFoundCard, type Chip } from './found-card.ts'
import type { LifeShared } from './life-shared.ts'
import { shownNumber } from './shown-number.ts'
import type { Card } from './whole-card.ts'
import './card.css'

/** 同步: the card is written while it lies on the reader; where it does not, it is marked. */
export function SyncForm({ card, shared: { changes, onDone, onCancel } }: { card: Card; shared: LifeShared }) {
  const reader = useReader()
  const sought = soughtOf(reader.card)
  const { data } = useFoundCard(sought)
  const [chip, setChip] = useState<Chip>()
  const [busy, setBusy] = useState(false)
  const cache = useQueryClient()
  const toast = useToast()
  const found = sought && data?.chip
  const own = found && found.userCardId === card.id && found.issueTime !== null ? found : undefined
  const number = shownNumber(card)
  if (chip) return <ChipIssue way="sync" account={card} chip={chip} reader={reader} onClose={onDone} />

  const mark = async () => {
    setBusy(true)
    try {
      await call(cardLife.sync, { id: card.id, body: {} }, { act: newAct() })
      await Promise.all(changes.map(name => cache.invalidateQueries({ queryKey: [name] })))
      toast.done(t('chipIssue.markDone'))
      onDone()
    } catch (error) {
      toast.failed(error)
      setBusy(false)
    }
  }
  return (
    <div className="card-issue">
      <ReaderPanel reader={reader} />
      {!own && <Alert type="info" showIcon title={t(card.toWrite ? 'chipIssue.marked' : 'chipIssue.notOnReader', { number })} />}
      <div className="k-form-end">
        <Button onClick={onCancel}>{t('kit.cancel')}</Button>
        {!own && !card.toWrite && (
          <Button loading={busy} onClick={() => void mark()}>
            {t('chipIssue.mark')}
          </Button>
        )}
        <Button type="primary" disabled={!own} onClick={() => setChip(own)}>
          {t('chipIssue.write')}
        </Button>
      </div>
    </div>
  )
}
