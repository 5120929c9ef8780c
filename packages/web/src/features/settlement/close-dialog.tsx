import { settlement, type ClassSettlePreview, type TenderType } from '@forecourt/contract'
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
import { balanceOf, isCounted, tendersOf, type Counts } from './counting.ts'
import { CountTable } from './count-table.tsx'
import { MetersTable, type Readings } from './meters-table.tsx'
import { shiftWords } from './shift-words.ts'
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
      width={760}>
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
  const [counts, setCounts] = useState<Counts>({})
  const [readings, setReadings] = useState<Readings>({})
  const [note, setNote] = useState('')
  const [force, setForce] = useState(false)
  const [startNext, setStartNext] = useState(true)
  const [fault, setFault] = useState<string>()
  const around = useContext(AroundForm)
  const { send, sending, refusal } = useClose(of.dailyState.id, again, onDone)
  const count = (payType: TenderType, cents: number | null) => {
    around?.note(true)
    setFault(undefined)
    setCounts(now => ({ ...now, [payType]: cents }))
  }
  const tenders = tendersOf(of.payTypes)
  const balance = balanceOf(tenders, counts)
  const meters = Object.entries(readings).flatMap(([id, cl]) => (isCounted(cl) ? [{ nozzleControlId: Number(id), totaliserCl: cl }] : []))
  const close = () => {
    if (!isCounted(counts.cash)) return setFault(t('settle.cashMissing'))
    if (Object.values(counts).some(Number.isNaN) || Object.values(readings).some(Number.isNaN)) return setFault(t('kit.notAmount'))
    const counted = balance.counted.map(({ payType, countedCents }) => ({ payType, countedCents }))
    return void send({ counted, meters, note, force: force && of.unpaidOrders > 0, startNext })
  }
  return (
    <form
      className="k-form"
      onSubmit={event => {
        event.preventDefault()
        close()
      }}>
      <CountTable payTypes={of.payTypes} counts={counts} onCount={count} fault={fault} />
      {of.nozzles.length > 0 && (
        <MetersTable nozzles={of.nozzles} readings={readings} onRead={(id, cl) => setReadings(now => ({ ...now, [id]: cl }))} />
      )}
      {of.unpaidOrders > 0 && <Unpaid of={of} force={force} onForce={setForce} />}
      <label className="k-field">
        <span className="k-help">{t('settle.note')}</span>
        <Input.TextArea value={note} onChange={event => setNote(event.target.value)} maxLength={500} rows={1} />
      </label>
      <Checkbox checked={startNext} onChange={event => setStartNext(event.target.checked)}>
        {t('settle.startNext')}
      </Checkbox>
      <Effect {...balance} />
      {refusal && <Alert type="error" showIcon title={refusal} role="alert" />}
      <div className="k-form-end">
        <Button onClick={() => around?.leave()}>{t('kit.cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={sending} disabled={of.unpaidOrders > 0 && !force}>
          {t('settle.closeNo', { no: of.dailyState.number })}
        </Button>
      </div>
    </form>
  )
}

interface Closing {
  counted: { payType: TenderType; countedCents: number }[]
  meters: { nozzleControlId: number; totaliserCl: number }[]
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
