import { useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { grouped } from '../show.ts'
import { later, WhileLoading } from '../later.tsx'
import { Button, Drawer } from '../ui.ts'
import { Bones } from '../feedback/states.tsx'
import type { Reader } from './use-reader.ts'
import './reader.css'

const CardDrawer = later(() => import('./card-drawer.tsx'))

interface ReaderPanelProps {
  reader: Reader
  /** A card was placed from the drawer, which is closed again: the focus goes where the page goes on. */
  onPlaced?: () => void
}

/** That a card was placed is told once the drawer is closed, which first gives the focus back to the button that opened it. */
function usePlaced(onPlaced: (() => void) | undefined) {
  const placed = useRef(false)
  const closed = (isOpen: boolean) => {
    if (isOpen || !placed.current) return
    placed.current = false
    setTimeout(() => onPlaced?.())
  }
  const noted = () => {
    placed.current = true
  }
  return { closed, noted }
}

/** What the card reader of this machine is at: the lamp, the card that lies on it, and what to do where it cannot be reached. */
export function ReaderPanel({ reader, onPlaced }: ReaderPanelProps) {
  const { state, card, isVirtual, again } = reader
  const [open, setOpen] = useState(false)
  const { closed, noted } = usePlaced(onPlaced)
  const take = () => {
    noted()
    setOpen(false)
  }
  const lamp = state === 'card' ? 'on' : state === 'waiting' ? 'ready' : state === 'looking' || state === 'asks' ? 'idle' : 'fault'
  return (
    <section className="k-reader" aria-label={t('reader.lamp')} data-state={state}>
      <span className={`k-reader-lamp k-reader-${lamp}`} aria-hidden="true" />
      <div className="k-reader-words" role="status">
        {card ? (
          <>
            <strong>{t(`reader.type_${card.cardType}`)}</strong>
            <span>
              {t('reader.uuid')} <span className="k-number">{card.uuid}</span>
            </span>
            {card.record && <span className="k-number">{grouped(card.record.number, 'cardNumber')}</span>}
          </>
        ) : state === 'asks' ? (
          t('reader.askFirst')
        ) : state === 'card' ? (
          t('reader.looking')
        ) : state === 'unread' ? (
          t('reader.unread')
        ) : (
          t(`reader.${state}`)
        )}
        {state === 'blocked' && <span>{t('reader.wayBack')}</span>}
      </div>
      {state === 'asks' && (
        <Button type="primary" onClick={again}>
          {t('reader.allow')}
        </Button>
      )}
      {(state === 'unreachable' || state === 'blocked' || state === 'silent' || state === 'noReader') && (
        <Button onClick={again}>{t('reader.again')}</Button>
      )}
      {isVirtual && <Button onClick={() => setOpen(true)}>{t('reader.drawer')}</Button>}
      <Drawer
        title={t('reader.drawer')}
        open={open}
        onClose={() => setOpen(false)}
        afterOpenChange={closed}
        size="min(560px, 100vw)"
        destroyOnHidden>
        <WhileLoading show={<Bones />}>
          <CardDrawer onPlaced={take} />
        </WhileLoading>
      </Drawer>
    </section>
  )
}
