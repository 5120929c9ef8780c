import { useRef, type ReactNode, type RefObject } from 'react'
import { t } from '../../i18n/index.ts'
import { Caps } from '../../kit/caps.tsx'
import { ReaderPanel } from '../../kit/reader/reader-panel.tsx'
import type { Reader } from '../../kit/reader/use-reader.ts'
import { Button, Checkbox } from '../../kit/ui.ts'
import type { Turns } from './turns.ts'
import './chip.css'

interface TurnDeskProps {
  reader: Reader
  turns: Turns
  /** What the button does with the card on the reader. */
  act: string
  /** Why it cannot be pressed yet. */
  off: string | undefined
  /** How many there are of this sitting, and of what. */
  count: { readonly value: number; readonly label: string }
  /** What is being done, or went well last. */
  now: string | undefined
  /** What to do first. */
  place: string
  auto: boolean
  onAuto: (auto: boolean) => void
  /** Further buttons. */
  acts?: ReactNode
  main?: RefObject<HTMLButtonElement | null>
}

/** Where cards are placed one after the other: the reader, the button that Enter presses, and what came of the last card. */
export function TurnDesk({ reader, turns, act, off, count, now, place, auto, onAuto, acts, main }: TurnDeskProps) {
  const own = useRef<HTMLButtonElement>(null)
  const button = main ?? own
  const { busy, said } = turns
  return (
    <>
      <ReaderPanel reader={reader} onPlaced={() => button.current?.focus()} />
      <div className="f-chip-desk">
        <p className="f-chip-count">
          <strong className="k-number">{count.value}</strong>
          <span>{count.label}</span>
        </p>
        <div className="f-chip-acts">
          <Button type="primary" size="large" ref={button} loading={busy} disabled={off !== undefined} onClick={() => void turns.begin()}>
            {act} <Caps name="Enter" />
          </Button>
          {acts}
          <Checkbox checked={auto} onChange={({ target }) => onAuto(target.checked)}>
            {t('preparePage.auto')}
          </Checkbox>
        </div>
        <p className={said?.wrong && !busy ? 'f-chip-said f-chip-wrong' : 'f-chip-said'} role="status">
          {busy ? now : (off ?? said?.words ?? now ?? place)}
        </p>
      </div>
    </>
  )
}
