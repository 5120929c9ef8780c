import { useId, useState, type SubmitEvent } from 'react'
import { t } from '../../i18n/index.ts'
import { choiceLabel, fieldLabel } from '../../kit/label.ts'
import { Button } from '../../kit/ui.ts'
import type { Unknown } from './receive.ts'
import { NumberBox, numberOf } from './number-box.tsx'

interface AddOwnProps {
  card: Unknown
  makerName: string
  onAdd: (number: string) => Promise<void>
  onLeave: () => void
}

/** A card that nobody has imported may become one of the company's own, under the number that is printed on it. @source decisions CD29 */
export function AddOwn({ card, makerName, onAdd, onLeave }: AddOwnProps) {
  const id = useId()
  const [number, setNumber] = useState(card.number ?? '')
  const [busy, setBusy] = useState(false)
  const add = async (event: SubmitEvent) => {
    event.preventDefault()
    if (numberOf(number) === undefined || busy) return
    setBusy(true)
    await onAdd(numberOf(number)!)
    setBusy(false)
  }
  return (
    <form className="f-chip-unknown" aria-labelledby={id} onSubmit={event => void add(event)}>
      <h2 id={id}>{t('storagePage.unknown')}</h2>
      <p>
        {t('storagePage.unknownHelp')}{' '}
        <span className="k-number">
          {choiceLabel('cardInfos', 'cardType', String(card.cardType))} · {makerName} · {card.uuid}
        </span>
      </p>
      <NumberBox label={fieldLabel('cardInfos', 'number')} value={number} onChange={setNumber} autoFocus />
      <div className="f-chip-acts">
        <Button type="primary" htmlType="submit" disabled={numberOf(number) === undefined} loading={busy}>
          {t('storagePage.add')}
        </Button>
        <Button onClick={onLeave}>{t('kit.cancel')}</Button>
      </div>
    </form>
  )
}
