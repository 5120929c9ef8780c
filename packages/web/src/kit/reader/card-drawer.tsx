import type { CardDrawer as Cards, CardFault, ReaderFault } from '@forecourt/contract'
import { useEffect, useState } from 'react'
import { askReader } from '../../core/reader.ts'
import { t, wordsFor } from '../../i18n/index.ts'
import { Bones } from '../feedback/states.tsx'
import { grouped } from '../show.ts'
import { Button, Input, Select } from '../ui.ts'
import { hintError } from './say-reader.ts'

const slot = 0
const shownMost = 60
const readerFaults: readonly ReaderFault[] = ['none', 'unplugged', 'slow', 'hang', 'lie', 'misread', 'pull']
const cardFaults: readonly CardFault[] = ['none', 'broken', 'otherMaker']

/** The drawer of the virtual reader: cards to place on it, and what may go wrong with them. */
export default function CardDrawer({ onPlaced }: { onPlaced: () => void }) {
  const [drawer, setDrawer] = useState<Cards>()
  const [text, setText] = useState('')
  const take = (asked: Promise<Cards>) =>
    asked.then(
      given => {
        setDrawer(given)
        return true
      },
      (error: unknown) => {
        hintError(error)
        return false
      },
    )
  useEffect(() => void take(askReader('drawer')), [])
  if (!drawer) return <Bones />
  const place = async (uuid: string) => {
    if (await take(askReader('place', { uuid, slot }))) onPlaced()
  }
  const typed = text.replaceAll(/\s/g, '').toUpperCase()
  const fitting = drawer.cards.filter(({ uuid, number }) => uuid.includes(typed) || number.toUpperCase().includes(typed))
  const here = drawer.slots.find(each => each.slot === slot)
  return (
    <div className="k-reader-drawer">
      <p>{t('reader.drawerHelp')}</p>
      <label>
        {t('reader.readerFault')}
        <Select
          aria-label={t('reader.readerFault')}
          value={here?.fault ?? 'none'}
          options={faultsOf(readerFaults)}
          onChange={fault => void take(askReader('fault', { slot, fault }))}
        />
      </label>
      <Input aria-label={t('reader.find')} placeholder={t('reader.find')} value={text} onChange={({ target }) => setText(target.value)} />
      <ul aria-label={t('reader.inDrawer')}>
        {fitting.slice(0, shownMost).map(card => (
          <CardLine key={card.uuid} card={card} take={take} onPlace={() => void place(card.uuid)} />
        ))}
      </ul>
      {fitting.length === 0 && <p>{t('reader.none')}</p>}
    </div>
  )
}

interface CardLineProps {
  card: Cards['cards'][number]
  take: (asked: Promise<Cards>) => Promise<boolean>
  onPlace: () => void
}

function CardLine({ card: { uuid, number, cardType, slot: at, record, fault }, take, onPlace }: CardLineProps) {
  return (
    <li data-uuid={uuid}>
      <span>
        <strong className="k-number">{record ? grouped(record.number, 'cardNumber') : t('reader.blank')}</strong>
        <small>
          {wordsFor(`reader.type_${cardType}`)} · {uuid}
          {record ? '' : ` · ${grouped(number, 'cardNumber')}`}
        </small>
      </span>
      <Select
        size="small"
        aria-label={`${t('reader.cardFault')} ${uuid}`}
        value={fault}
        options={faultsOf(cardFaults)}
        onChange={given => void take(askReader('fault', { uuid, fault: given }))}
      />
      {at === null ? (
        <Button size="small" aria-label={`${t('reader.place')} ${number}`} onClick={onPlace}>
          {t('reader.place')}
        </Button>
      ) : (
        <Button size="small" aria-label={`${t('reader.take')} ${number}`} onClick={() => void take(askReader('remove', { slot: at }))}>
          {t('reader.take')}
        </Button>
      )}
    </li>
  )
}

const faultsOf = <Fault extends string>(faults: readonly Fault[]) =>
  faults.map(value => ({ value, label: wordsFor(`reader.fault_${value}`) }))
