import type { ClassSettlePreview } from '@forecourt/contract'
import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useFormKeys } from '../../kit/form/form-keys.ts'
import { useNarrow } from '../../kit/media.ts'
import { CountTable } from './count-table.tsx'
import type { Taken } from './counting.ts'
import { MetersTable } from './meters-table.tsx'
import { TanksTable } from './tanks-table.tsx'
import './settlement.css'
import './taking.css'

interface TakingProps {
  of: ClassSettlePreview
  taken: Taken
  onTake: (taken: Taken) => void
}

/** What people count, read and measure when a shift or a natural day ends, beside what is known already. */
export function Taking({ of, taken, onTake }: TakingProps) {
  const { readings, dips } = taken
  return (
    <>
      <CountTable of={of} taken={taken} onTake={onTake} />
      {of.nozzles.length > 0 && (
        <MetersTable
          nozzles={of.nozzles}
          readings={readings}
          onRead={(id, cl) => onTake({ ...taken, readings: { ...readings, [id]: cl } })}
        />
      )}
      {of.tanks.length > 0 && (
        <TanksTable tanks={of.tanks} dips={dips} onDip={(id, dip) => onTake({ ...taken, dips: { ...dips, [id]: dip } })} />
      )}
    </>
  )
}

/** A form that is walked through with Enter and sent with Ctrl/Cmd and Enter. */
export function TakingForm({ onSend, children }: { onSend: () => void; children: ReactNode }) {
  const keys = useFormKeys(onSend)
  const place = useRef<HTMLFormElement>(null)
  const narrow = useNarrow()
  /** The notes are in hand when it opens; on a phone focus would open the keyboard unasked. */
  const begin = useEffectEvent(() => {
    if (!narrow) place.current?.querySelector<HTMLElement>('.settle-notes input, .settle-count input')?.focus()
  })
  useEffect(() => begin(), [])
  return (
    <form
      ref={place}
      className="k-form"
      onKeyDown={event => {
        keys.onKeyDown(event)
        walkOn(event)
      }}
      onSubmit={event => {
        event.preventDefault()
        onSend()
      }}>
      {children}
    </form>
  )
}

const stops = 'input:not(:disabled), textarea, button[type=submit]'

/** Enter leads to the next field, with Shift to the one before, and from the last to the button: eyes stay on the paper. */
function walkOn(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target, currentTarget, nativeEvent } = event
  if (key !== 'Enter' || ctrlKey || metaKey || altKey || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return
  event.preventDefault()
  // The user who typed the sum of the cash does not count its notes as well.
  const isPast = target.value !== '' && !target.closest('.settle-notes')
  const fields = [...currentTarget.querySelectorAll<HTMLElement>(stops)].filter(
    field => field.checkVisibility() && !(isPast && field.closest('.settle-notes')),
  )
  fields[fields.indexOf(target) + (shiftKey ? -1 : 1)]?.focus()
}
