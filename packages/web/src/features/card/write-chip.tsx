import { wordsOf } from '@forecourt/contract'
import { useState } from 'react'
import { language, t } from '../../i18n/index.ts'
import { ReaderPanel } from '../../kit/reader/reader-panel.tsx'
import { useReader } from '../../kit/reader/use-reader.ts'
import { grouped } from '../../kit/show.ts'
import { Alert, Button } from '../../kit/ui.ts'
import { ChipIssue } from './chip-issue.tsx'
import { soughtOf, useFoundCard, type Chip } from './found-card.ts'
import { useSaidOnce, whyNotIssued, wordsOfLookUp } from './say-card.ts'
import type { Card } from './whole-card.ts'
import './card.css'

/** An account that was opened before gets its chip: the card that bears its number. */
export function WriteChip({ card, close }: { card: Card; close: () => void }) {
  const reader = useReader()
  const sought = soughtOf(reader.card)
  const { data, error } = useFoundCard(sought)
  const [chip, setChip] = useState<Chip>()
  const found = sought && data?.chip
  const fault = found ? faultOf(found, card) : sought && error ? wordsOfLookUp(error) : undefined
  useSaidOnce(chip ? undefined : fault)
  if (chip) return <ChipIssue account={card} chip={chip} reader={reader} onClose={close} />
  return (
    <div className="card-issue">
      <p>{t('chipIssue.placeCard', { number: grouped(card.number, 'cardNumber') })}</p>
      <ReaderPanel reader={reader} />
      {fault && <Alert type="error" showIcon title={fault} />}
      <div className="k-form-end">
        <Button onClick={close}>{t('kit.cancel')}</Button>
        <Button type="primary" disabled={!found || fault !== undefined} onClick={() => setChip(found)}>
          {t('chipIssue.write')}
        </Button>
      </div>
    </div>
  )
}

const faultOf = (chip: Chip, { id, number }: Card) =>
  chip.number === number ? whyNotIssued(chip, id) : wordsOf('cardInfo.otherNumber', language(), { number: chip.number })
