import { settlement, type ClassSettlePreview } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useContext, useRef, useState } from 'react'
import { ApiError, call, newAct } from '../../core/api.ts'
import { inCurrency } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { DialogForm } from '../../kit/form/forms.tsx'
import { Bones, Failed, wordsOfError } from '../../kit/feedback/states.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { SubmitButton } from '../../kit/form/submit-button.tsx'
import { AroundForm } from '../../kit/form/unsaved.ts'
import { useGo } from '../../kit/page/use-go.ts'
import { Alert, Button, Checkbox, Input } from '../../kit/ui.ts'
import { ConfirmFigures, useConfirming } from './confirm-figures.tsx'
import { balanceOf, isCounted, isMistyped, nothingTaken, sentOf, tendersOf, type Taken } from './counting.ts'
import { ForeseenView } from './foreseen-view.tsx'
import { shiftWords } from './shift-words.ts'
import { Taking, TakingForm } from './taking.tsx'
import { isForced, UnpaidOrders } from './unpaid-orders.tsx'
import { useForeseen } from './use-foreseen.ts'
import { usePreview } from './use-running.ts'
import '../../kit/form/form.css'
import './settlement.css'

/** 班结: count, read, decide about what is unpaid, and close. The figures follow the sales that still come in. */
export function CloseDialog({ dailyStateId, onClose }: { dailyStateId: number; onClose: () => void }) {
  const { data, error, refetch } = usePreview(dailyStateId, 5_000)
  return (
    <DialogForm
      title={data ? t('settle.dialog', { shift: shiftWords(data.dailyState) }) : t('settle.close')}
      open
      onClose={onClose}
      width={860}>
      {data ? (
        <CloseForm of={data} again={() => void refetch()} onDone={onClose} />
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Bones rows={6} />
      )}
    </DialogForm>
  )
}

function CloseForm({ of, again, onDone }: { of: ClassSettlePreview; again: () => void; onDone: () => void }) {
  const [taken, setTaken] = useState<Taken>(nothingTaken)
  const [note, setNote] = useState('')
  const [forced, setForced] = useState('')
  const [startNext, setStartNext] = useState(true)
  const around = useContext(AroundForm)
  const foreseen = useForeseen(of.dailyState.id, taken)
  const confirming = useConfirming(foreseen)
  const { send, sending, refusal, clockDiffers } = useClose(of.dailyState.id, again, onDone, confirming.refused)
  const [clockChecked, setClockChecked] = useState(false)
  const take = (now: Taken) => {
    around?.note(true)
    setTaken(now)
  }
  const off = missingOf(of, taken, forced) ?? confirming.off ?? (clockDiffers && !clockChecked ? t('settle.clockMissing') : undefined)
  const close = () => {
    if (off || sending) return
    void send({ ...sentOf(taken), note, ...confirming.sent, force: isForced(forced) && of.unpaidOrders > 0, startNext, clockChecked })
  }
  return (
    <TakingForm onSend={close}>
      <Taking of={of} taken={taken} onTake={take} />
      <ForeseenView of={foreseen} />
      {of.unpaidOrders > 0 && <UnpaidOrders of={of} typed={forced} onType={setForced} />}
      <ConfirmFigures of={confirming} />
      <label className="k-field">
        <span className="k-help">{t('settle.note')}</span>
        <Input.TextArea value={note} onChange={event => setNote(event.target.value)} maxLength={500} rows={1} />
      </label>
      <Checkbox checked={startNext} onChange={event => setStartNext(event.target.checked)}>
        {t('settle.startNext')}
      </Checkbox>
      {clockDiffers && (
        <Checkbox checked={clockChecked} onChange={event => setClockChecked(event.target.checked)}>
          {t('settle.clockChecked', { time: time(of.asOf, 'minute') })}
        </Checkbox>
      )}
      <Effect {...balanceOf(tendersOf(of.payTypes), taken.counts)} />
      {refusal && <Alert type="error" showIcon title={refusal} role="alert" />}
      <div className="k-form-end">
        <SubmitButton off={off} busy={sending} before={<Button onClick={() => around?.leave()}>{t('kit.cancel')}</Button>}>
          {t('settle.closeNo', { no: of.dailyState.number })}
        </SubmitButton>
      </div>
    </TakingForm>
  )
}

/** What stands against closing apart from differences beyond tolerance. */
function missingOf(of: ClassSettlePreview, taken: Taken, forced: string): string | undefined {
  if (isMistyped(taken)) return t('kit.notAmount')
  if (!isCounted(taken.counts.cash)) return t('settle.cashMissing')
  if (of.unpaidOrders > 0 && !isForced(forced)) return t('settle.forceMissing', { count: of.unpaidOrders, word: t('settle.forceWord') })
  return undefined
}

interface Closing extends ReturnType<typeof sentOf> {
  note: string
  acknowledged: { about: string; amount: number }[]
  reason: string
  force: boolean
  startNext: boolean
  clockChecked: boolean
}

/** Closes once, however often the button is pressed; when somebody was quicker, or an order came in between, the figures are read again. */
function useClose(dailyStateId: number, again: () => void, onDone: () => void, refused: (fault: unknown) => void) {
  const act = useRef(newAct())
  const cache = useQueryClient()
  const toast = useToast()
  const go = useGo()
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [clockDiffers, setClockDiffers] = useState(false)
  const send = async (closing: Closing) => {
    setSending(true)
    setRefusal(undefined)
    try {
      const { id } = await call(settlement.close, { body: { dailyStateId, ...closing } }, { act: act.current })
      toast.done(t('settle.closed'))
      onDone()
      go('classSettleDetails', { classSettleId: id })
      await Promise.all(
        ['classSettles', 'dailyStates', 'home', 'fuelInventories'].map(name => cache.invalidateQueries({ queryKey: [name] })),
      )
    } catch (error) {
      setRefusal(wordsOfError(error))
      setSending(false)
      refused(error)
      if (error instanceof ApiError && error.code === 'clockFault.shiftUnchecked') setClockDiffers(true)
      if (error instanceof ApiError && error.status === 409) again()
    }
  }
  return { send, sending, refusal, clockDiffers }
}

function Effect({ countedCents, expectedCents, differenceCents, counted }: ReturnType<typeof balanceOf>) {
  const words =
    differenceCents === 0
      ? t('settle.even')
      : t(differenceCents < 0 ? 'settle.short' : 'settle.over', { amount: inCurrency(Math.abs(differenceCents)) })
  return (
    <p className="k-effect settle-effect" aria-live="polite">
      {counted.length > 0 && (
        <>
          <span>{t('settle.effect', { counted: inCurrency(countedCents), expected: inCurrency(expectedCents) })}</span>
          <strong className={differenceCents === 0 ? 'settle-even' : differenceCents < 0 ? 'settle-short' : 'settle-over'}>{words}</strong>
        </>
      )}
      <small>{t('settle.irreversible')}</small>
    </p>
  )
}
