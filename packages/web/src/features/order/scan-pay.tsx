import { allows, orderActs, orderPayments, type Payment, type TenderType } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call, newAct, type Act } from '../../core/api.ts'
import { inCurrency } from '../../core/money.ts'
import { useMay } from '../../core/session.ts'
import { t, wordsFor } from '../../i18n/index.ts'
import { wordsOfError } from '../../kit/feedback/states.tsx'
import { BeforeAfter } from '../../kit/form/before-after.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { Alert, Button, Input, Segmented, Select } from '../../kit/ui.ts'
import type { Order } from './cells.tsx'
import { wholePayment } from './money-rules.ts'
import { paymentChanges } from './pay-buttons.tsx'
import { ScanLine } from './scan-line.tsx'
import { needsSerial, tendersHere } from './tenders-here.tsx'

type Way = 'cash' | 'card' | 'slip'
type Slip = Exclude<TenderType, 'cash'>
type Taken = { card: { cardNumber: string; payPassword?: string } } | { cash: { payType: TenderType; externalSerialNo?: string } }

const whyNot: Record<string, string> = { success: 'scan.already', close: 'scan.closed', lock: 'scan.locked', fail: 'scan.failed' }

/** Takes all that is due, in one of three ways, and says clearly whether it was taken. */
export function ScanPay({ order, again, onNext }: { order: Order; again: () => void; onNext: () => void }) {
  const { busy, paid, failure, pay } = usePay(order, again)
  if (paid) return <Success paid={paid} onNext={onNext} />
  if (order.status === 'success' && failure && isUnknown(failure.error))
    return <Alert type="success" showIcon role="status" title={t('scan.takenAfterAll')} />
  if (!allows(orderActs.cash, order.status))
    return <Alert type="info" showIcon role="status" title={wordsFor(whyNot[order.status] ?? 'scan.again')} />
  return (
    <>
      <Ways order={order} busy={busy} pay={pay} turn={failure?.turn ?? 0} />
      {failure && <Failure error={failure.error} />}
    </>
  )
}

/** One press is one payment: while its outcome is not known, the same press again is the same payment. */
function usePay({ id }: Order, again: () => void) {
  const cache = useQueryClient()
  const acts = useRef(new Map<string, Act>())
  const [busy, setBusy] = useState(false)
  const [paid, setPaid] = useState<Payment>()
  const [failure, setFailure] = useState<{ error: unknown; turn: number }>()
  const pay = async (taken: Taken) => {
    const what = JSON.stringify(taken)
    const act = acts.current.get(what) ?? newAct()
    acts.current.set(what, act)
    setBusy(true)
    try {
      const answer =
        'card' in taken
          ? await call(orderPayments.card, { id, body: taken.card }, { act })
          : await call(orderPayments.cash, { id, body: taken.cash }, { act })
      setPaid(answer)
      await Promise.all(paymentChanges.map(name => cache.invalidateQueries({ queryKey: [name] })))
    } catch (error) {
      setFailure(before => ({ error, turn: (before?.turn ?? 0) + 1 }))
      again()
    } finally {
      setBusy(false)
    }
  }
  return { busy, paid, failure, pay: (taken: Taken) => void pay(taken) }
}

interface WaysProps {
  order: Order
  busy: boolean
  pay: (taken: Taken) => void
  /** Grows with each failure: what was scanned is scanned anew. */
  turn: number
}

function Ways({ order, busy, pay, turn }: WaysProps) {
  const mayCash = useMay(orderPayments.cash.permission)
  const mayCard = useMay(orderPayments.card.permission)
  const ways: Way[] = [
    ...(mayCash && tendersHere().some(({ payType }) => payType === 'cash') ? (['cash'] as const) : []),
    ...(mayCard ? (['card'] as const) : []),
    ...(mayCash && tendersHere().some(({ payType }) => payType !== 'cash') ? (['slip'] as const) : []),
  ]
  const [way, setWay] = useState<Way>(mayCard && order.cardNumber ? 'card' : ways[0]!)
  const due = inCurrency(order.totalCents - order.paidCents)
  return (
    <>
      <BeforeAfter of={wholePayment(order)} />
      <Segmented
        block
        aria-label={t('scan.way')}
        value={way}
        onChange={setWay}
        options={ways.map(value => ({ value, label: t(`scan.way_${value}`) }))}
      />
      {/* Not in focus by itself: the Enter of a scanner must not take money. */}
      {way === 'cash' && (
        <Button type="primary" size="large" block loading={busy} onClick={() => pay({ cash: { payType: 'cash' } })}>
          {t('scan.takeCash', { amount: due })}
        </Button>
      )}
      {way === 'card' && <ByCard key={turn} start={turn ? undefined : order.cardNumber} due={due} busy={busy} pay={pay} />}
      {way === 'slip' && <BySlip key={turn} due={due} busy={busy} pay={pay} />}
    </>
  )
}

interface ByProps extends Pick<WaysProps, 'busy' | 'pay'> {
  due: string
}

function ByCard({ start, due, busy, pay }: ByProps & { start: string | null | undefined }) {
  const [payPassword, setPayPassword] = useState('')
  return (
    <ScanLine
      label={t('scan.cardNumber')}
      help={t('scan.cardHelp')}
      press={t('scan.payByCard', { amount: due })}
      start={start ?? ''}
      busy={busy}
      primary
      onScan={number => pay({ card: { cardNumber: number.replaceAll(' ', ''), ...(payPassword && { payPassword }) } })}>
      <label className="scan-password">
        {t('scan.payPassword')}
        <Input.Password
          value={payPassword}
          autoComplete="off"
          inputMode="numeric"
          maxLength={6}
          onChange={({ target }) => setPayPassword(target.value)}
        />
      </label>
    </ScanLine>
  )
}

function BySlip({ due, busy, pay }: ByProps) {
  const slips = tendersHere().flatMap(({ payType }) => (payType === 'cash' ? [] : payType))
  const [payType, setPayType] = useState<Slip>(slips.includes('wx') ? 'wx' : (slips[0] ?? 'wx'))
  return (
    <>
      <Select
        aria-label={t('scan.tender')}
        value={payType}
        onChange={setPayType}
        options={slips.map(value => ({ value, label: choiceLabel('transactions', 'payType', value) }))}
      />
      {!needsSerial(payType) && (
        <Button size="large" block loading={busy} onClick={() => pay({ cash: { payType } })}>
          {t('scan.takePlain', { amount: due })}
        </Button>
      )}
      <ScanLine
        label={t('scan.slip')}
        help={t('scan.slipHelp')}
        press={t('scan.takeSlip', { amount: due })}
        busy={busy}
        primary
        onScan={externalSerialNo => pay({ cash: { payType, externalSerialNo } })}
      />
    </>
  )
}

/** @source spec 1 §8 "payment success or failure" */
function Success({ paid: { orderNo, transaction }, onNext }: { paid: Payment; onNext: () => void }) {
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => next.current?.focus(), [])
  const payType = choiceLabel('transactions', 'payType', transaction.payType)
  return (
    <Alert
      type="success"
      showIcon
      role="status"
      title={t('scan.success')}
      description={
        <>
          <p className="scan-said">{t('scan.successOf', { orderNo, amount: inCurrency(transaction.amountCents), payType })}</p>
          <Button ref={next} type="primary" onClick={onNext}>
            {t('scan.next')}
          </Button>
        </>
      }
    />
  )
}

/** What was scanned, and not the order, is at fault. @source spec 1 §8 "payment: please scan again" */
const misread = ({ status, field, code }: ApiError) =>
  status > 0 && status < 500 && (field === 'cardNumber' || field === 'externalSerialNo' || code === 'validation')

/** No answer came: money may have been taken. */
const isUnknown = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

function Failure({ error }: { error: unknown }) {
  const unknown = isUnknown(error)
  const said = [wordsOfError(error), unknown && t('scan.unknownHelp'), error instanceof ApiError && misread(error) && t('scan.again')]
  return (
    <Alert
      type={unknown ? 'warning' : 'error'}
      showIcon
      role="alert"
      title={unknown ? t('scan.unknown') : t('scan.failure')}
      description={said.filter(Boolean).join(' ')}
    />
  )
}
