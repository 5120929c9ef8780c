import { daySettlement, type DayPreview, type PayType, type TenderType } from '@forecourt/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, newAct } from '../../core/api.ts'
import { money } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Bones, Failed, wordsOfError } from '../../kit/feedback/states.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { DialogForm } from '../../kit/form/side-form.tsx'
import { Amount } from '../../kit/form/amount.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { Alert, Button, Input } from '../../kit/ui.ts'
import { CountTable, payTypeWords } from './count-table.tsx'
import { isCounted, isTender, type Counts } from './counting.ts'
import { shiftWords } from './shift-words.ts'
import '../../kit/form/form.css'

/** 日结: its shifts as they were closed, what its natural days held, and what the platforms say. */
export function DayDialog({ stationId, businessDay, onClose }: { stationId: number; businessDay: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['daySettles', 'preview', stationId, businessDay],
    queryFn: ({ signal }) => call(daySettlement.preview, { query: { stationId, businessDay } }, { signal }),
  })
  return (
    <DialogForm title={t('settle.settleDay', { day: businessDay })} open onClose={onClose} width={760}>
      {data ? (
        <DayForm of={data} stationId={stationId} onDone={onClose} />
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Bones rows={6} />
      )}
    </DialogForm>
  )
}

const countedOf = (counts: Counts = {}) =>
  Object.entries(counts).flatMap(([payType, cents]) => (isCounted(cents) ? [{ payType: payType as TenderType, countedCents: cents }] : []))

function DayForm({ of, stationId, onDone }: { of: DayPreview; stationId: number; onDone: () => void }) {
  const [counts, setCounts] = useState<Readonly<Record<number, Counts>>>({})
  const [statements, setStatements] = useState<Counts>({})
  const [note, setNote] = useState('')
  const { send, sending, refusal } = useSettle(onDone)
  const settle = () =>
    void send({
      stationId,
      businessDay: of.businessDay,
      naturalDays: of.naturalDays.map(({ dailyState: { id } }) => ({ dailyStateId: id, counted: countedOf(counts[id]) })),
      statements: countedOf(statements),
      note,
    })
  return (
    <form
      className="k-form"
      onSubmit={event => {
        event.preventDefault()
        settle()
      }}>
      <ul className="settle-due">
        {of.states.map(shift => (
          <li key={shift.classSettleId}>
            <span>{shiftWords(shift)}</span>
            <span className="k-number">{money(shift.salesCents)}</span>
          </li>
        ))}
      </ul>
      {of.naturalDays.map(({ dailyState, payTypes }) => (
        <fieldset key={dailyState.id} className="settle-natural">
          <legend>{shiftWords(dailyState)}</legend>
          <CountTable
            payTypes={payTypes}
            counts={counts[dailyState.id] ?? {}}
            onCount={(payType, cents) => setCounts(now => ({ ...now, [dailyState.id]: { ...now[dailyState.id], [payType]: cents } }))}
            fault={undefined}
          />
        </fieldset>
      ))}
      <Statements of={of} typed={statements} onType={(payType, cents) => setStatements(now => ({ ...now, [payType]: cents }))} />
      <label className="k-field">
        <span className="k-help">{t('settle.note')}</span>
        <Input.TextArea value={note} onChange={event => setNote(event.target.value)} maxLength={500} rows={1} />
      </label>
      <p className="k-help">{t('settle.dayIrreversible')}</p>
      {refusal && <Alert type="error" showIcon title={refusal} role="alert" />}
      <div className="k-form-end">
        <Button type="primary" htmlType="submit" loading={sending} disabled={of.running.length > 0}>
          {t('settle.settleDay', { day: of.businessDay })}
        </Button>
      </div>
    </form>
  )
}

interface StatementsProps {
  of: DayPreview
  typed: Counts
  onType: (payType: PayType, cents: number | null) => void
}

/** What each platform says of the day, beside what was booked. */
function Statements({ of: { payTypes }, typed, onType }: StatementsProps) {
  const platforms = payTypes.filter(({ payType }) => payType !== 'cash' && isTender(payType))
  if (!platforms.length) return null
  return (
    <>
      <h3>{t('settle.statements')}</h3>
      {platforms.map(({ payType, expectedCents }) => (
        <label key={payType} className="settle-statement">
          <span>{`${payTypeWords(payType)} · ${t('settle.booked')} ${money(expectedCents)}`}</span>
          <Amount value={typed[payType]} onChange={value => onType(payType, value ?? null)} />
        </label>
      ))}
    </>
  )
}

type Wish = Parameters<typeof call<typeof daySettlement.settle>>[1]['body']
/** Settles once, however often the button is pressed. */
function useSettle(onDone: () => void) {
  const act = useRef(newAct())
  const cache = useQueryClient()
  const toast = useToast()
  const go = useGo()
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const send = async (body: Wish) => {
    setSending(true)
    setRefusal(undefined)
    try {
      const { id } = await call(daySettlement.settle, { body }, { act: act.current })
      toast.done(t('settle.daySettled'))
      onDone()
      go('daySettleDetails', { daySettleId: id })
      await Promise.all(['daySettles', 'monthReports', 'classSettles'].map(name => cache.invalidateQueries({ queryKey: [name] })))
    } catch (error) {
      setRefusal(wordsOfError(error))
      setSending(false)
    }
  }
  return { send, sending, refusal }
}
