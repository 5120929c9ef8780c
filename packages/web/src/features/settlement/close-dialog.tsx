import { settlement, type ClassSettlePreview } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useContext, useRef, useState } from 'react'
import { ApiError, call, newAct } from '../../core/api.ts'
import { money } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Money, Time } from '../../kit/detail/figures.tsx'
import { Bones, Failed, wordsOfError } from '../../kit/feedback/states.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { DialogForm } from '../../kit/form/side-form.tsx'
import { AroundForm } from '../../kit/form/unsaved.ts'
import { useGo } from '../../kit/page/use-go.ts'
import { PageLink } from '../../kit/page/page-link.tsx'
import { Alert, Button, Checkbox, Input } from '../../kit/ui.ts'
import { balanceOf, isCounted, isMistyped, nothingTaken, sentOf, tendersOf, type Taken } from './counting.ts'
import { ForeseenView } from './foreseen-view.tsx'
import { shiftWords } from './shift-words.ts'
import { Taking, TakingForm } from './taking.tsx'
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
  const [force, setForce] = useState(false)
  const [startNext, setStartNext] = useState(true)
  const [fault, setFault] = useState<string>()
  const around = useContext(AroundForm)
  const { send, sending, refusal } = useClose(of.dailyState.id, again, onDone)
  const take = (now: Taken) => {
    around?.note(true)
    setFault(undefined)
    setTaken(now)
  }
  const stopped = of.unpaidOrders > 0 && !force
  const close = () => {
    if (stopped || sending) return
    if (!isCounted(taken.counts.cash)) return setFault(t('settle.cashMissing'))
    if (isMistyped(taken)) return setFault(t('kit.notAmount'))
    return void send({ ...sentOf(taken), note, force: force && of.unpaidOrders > 0, startNext })
  }
  return (
    <TakingForm onSend={close}>
      <Taking of={of} taken={taken} onTake={take} fault={fault} />
      <ForeseenView dailyStateId={of.dailyState.id} taken={taken} />
      {of.unpaidOrders > 0 && <Unpaid of={of} force={force} onForce={setForce} />}
      <label className="k-field">
        <span className="k-help">{t('settle.note')}</span>
        <Input.TextArea value={note} onChange={event => setNote(event.target.value)} maxLength={500} rows={1} />
      </label>
      <Checkbox checked={startNext} onChange={event => setStartNext(event.target.checked)}>
        {t('settle.startNext')}
      </Checkbox>
      <Effect {...balanceOf(tendersOf(of.payTypes), taken.counts)} />
      {refusal && <Alert type="error" showIcon title={refusal} role="alert" />}
      <div className="k-form-end">
        <Button onClick={() => around?.leave()}>{t('kit.cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={sending} disabled={stopped}>
          {t('settle.closeNo', { no: of.dailyState.number })}
        </Button>
      </div>
    </TakingForm>
  )
}

interface Closing extends ReturnType<typeof sentOf> {
  note: string
  force: boolean
  startNext: boolean
}

/** Closes once, however often the button is pressed; when somebody was quicker, or an order came in between, the figures are read again. */
function useClose(dailyStateId: number, again: () => void, onDone: () => void) {
  const act = useRef(newAct())
  const cache = useQueryClient()
  const toast = useToast()
  const go = useGo()
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const send = async (closing: Closing) => {
    setSending(true)
    setRefusal(undefined)
    try {
      const { id } = await call(settlement.close, { body: { dailyStateId, ...closing } }, { act: act.current })
      toast.done(t('settle.closed'))
      onDone()
      go('classSettleDetails', { classSettleId: id })
      await Promise.all(['classSettles', 'dailyStates', 'home'].map(name => cache.invalidateQueries({ queryKey: [name] })))
    } catch (error) {
      setRefusal(wordsOfError(error))
      setSending(false)
      if (error instanceof ApiError && error.code === 'shift.unpaidOrders') again()
    }
  }
  return { send, sending, refusal }
}

function Effect({ countedCents, expectedCents, differenceCents, counted }: ReturnType<typeof balanceOf>) {
  const amount = t('kit.withSymbol', { amount: money(Math.abs(differenceCents)) })
  const words = differenceCents === 0 ? t('settle.even') : t(differenceCents < 0 ? 'settle.short' : 'settle.over', { amount })
  return (
    <p className="k-effect settle-effect" aria-live="polite">
      {counted.length > 0 && (
        <>
          <span>{t('settle.effect', { counted: money(countedCents), expected: money(expectedCents) })}</span>
          <strong className={differenceCents === 0 ? 'settle-even' : differenceCents < 0 ? 'settle-short' : 'settle-over'}>{words}</strong>
        </>
      )}
      <small>{t('settle.irreversible')}</small>
    </p>
  )
}

const unpaidShown = 8

/** Who has not paid yet, each a way to his order; and the decision to go on without. */
function Unpaid({
  of: { unpaid, unpaidOrders, unpaidCents },
  force,
  onForce,
}: {
  of: ClassSettlePreview
  force: boolean
  onForce: (force: boolean) => void
}) {
  const title = t('settle.unpaidTitle', { count: unpaidOrders, amount: t('kit.withSymbol', { amount: money(unpaidCents) }) })
  return (
    <Alert
      type="warning"
      showIcon
      title={title}
      description={
        <>
          <p className="settle-p">{t('settle.unpaidHelp')}</p>
          <ul className="settle-unpaid">
            {unpaid.slice(0, unpaidShown).map(order => (
              <li key={order.orderId}>
                <PageLink page="allDetails" params={{ orderId: order.orderId }} className="k-link">
                  {order.orderNo}
                </PageLink>
                <Time at={order.createdDate} precision="minute" />
                <Money cents={order.dueCents} />
              </li>
            ))}
          </ul>
          {unpaid.length > unpaidShown && <p className="settle-p">{t('settle.more', { count: unpaid.length - unpaidShown })}</p>}
          <Checkbox checked={force} onChange={event => onForce(event.target.checked)}>
            {t('settle.force', { count: unpaidOrders })}
          </Checkbox>
        </>
      }
    />
  )
}
