import { daySettlement, type DayPreview, type PayType } from '@forecourt/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useContext, useRef, useState } from 'react'
import { call, newAct } from '../../core/api.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { DialogForm } from '../../kit/form/forms.tsx'
import { askedAnew } from '../../kit/asked-anew.ts'
import { Money } from '../../kit/detail/figures.tsx'
import { Bones, Failed, wordsOfError } from '../../kit/feedback/states.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { SubmitButton } from '../../kit/form/submit-button.tsx'
import { AroundForm } from '../../kit/form/unsaved.ts'
import { PageLink } from '../../kit/page/page-link.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { Alert, Button, Input } from '../../kit/ui.ts'
import { inMoney } from './block.tsx'
import { ConfirmFigures, useConfirming } from './confirm-figures.tsx'
import { Heads, Tender } from './count-table.tsx'
import { DifferenceMoney } from './figures.tsx'
import { isMistyped, isTender, nothingTaken, sentOf, type Counts, type Taken } from './counting.ts'
import { shiftWords } from './shift-words.ts'
import { Taking, TakingForm } from './taking.tsx'
import { useDayForeseen } from './use-foreseen.ts'
import '../../kit/form/form.css'
import './settlement.css'

/** 日结: its shifts as they were closed, what its natural days held, and what the platforms say. */
export function DayDialog({ stationId, businessDay, onClose }: { stationId: number; businessDay: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['daySettles', 'preview', stationId, businessDay],
    queryFn: ({ signal }) => call(daySettlement.preview, { query: { stationId, businessDay } }, { signal }),
    ...askedAnew,
  })
  return (
    <DialogForm title={t('settle.settleDay', { day: businessDay })} open onClose={onClose} width={860}>
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

function DayForm({ of, stationId, onDone }: { of: DayPreview; stationId: number; onDone: () => void }) {
  const [taken, setTaken] = useState<Readonly<Record<number, Taken>>>({})
  const [statements, setStatements] = useState<Counts>({})
  const [note, setNote] = useState('')
  const around = useContext(AroundForm)
  const all = { ...nothingTaken, counts: statements }
  const typed = {
    stationId,
    businessDay: of.businessDay,
    naturalDays: of.naturalDays.map(({ dailyState: { id } }) => ({ dailyStateId: id, ...sentOf(taken[id] ?? nothingTaken) })),
    statements: sentOf(all).counted,
  }
  const confirming = useConfirming(useDayForeseen(typed))
  const { send, sending, refusal } = useSettle(onDone, confirming.refused)
  const [running] = of.running
  const off = running
    ? t('settle.closeFirst', { shift: shiftWords(running) })
    : [all, ...Object.values(taken)].some(isMistyped)
      ? t('kit.notAmount')
      : confirming.off
  const change = (run: () => void) => {
    around?.note(true)
    run()
  }
  const settle = () => {
    if (!off && !sending) void send({ ...typed, note, ...confirming.sent })
  }
  return (
    <TakingForm onSend={settle}>
      <ShiftsOfDay of={of} />
      {of.naturalDays.map(natural => (
        <fieldset key={natural.dailyState.id} className="settle-natural">
          <legend>{hoursOf(natural.dailyState)}</legend>
          <Taking
            of={natural}
            taken={taken[natural.dailyState.id] ?? nothingTaken}
            onTake={now => change(() => setTaken(before => ({ ...before, [natural.dailyState.id]: now })))}
          />
        </fieldset>
      ))}
      <Statements
        of={of}
        typed={statements}
        onType={(payType, cents) => change(() => setStatements(now => ({ ...now, [payType]: cents })))}
      />
      <ConfirmFigures of={confirming} />
      <label className="k-field">
        <span className="k-help">{t('settle.note')}</span>
        <Input.TextArea value={note} onChange={event => change(() => setNote(event.target.value))} maxLength={500} rows={1} />
      </label>
      <p className="k-help">{t('settle.dayIrreversible')}</p>
      {refusal && <Alert type="error" showIcon title={refusal} role="alert" />}
      <div className="k-form-end">
        <SubmitButton off={off} busy={sending} before={<Button onClick={() => around?.leave()}>{t('kit.cancel')}</Button>}>
          {t('settle.settleDay', { day: of.businessDay })}
        </SubmitButton>
      </div>
    </TakingForm>
  )
}

const hoursOf = (state: { startTime: string; endTime: string | null } & Parameters<typeof shiftWords>[0]) =>
  `${shiftWords(state)} · ${time(state.startTime, 'minute')}${state.endTime ? ` – ${time(state.endTime, 'minute')}` : ''}`

/** The settled shifts of the day with their sums. */
function ShiftsOfDay({ of: { states, running } }: { of: DayPreview }) {
  return (
    <>
      {running.map(state => (
        <Alert key={state.id} type="warning" showIcon title={`${shiftWords(state)} · ${t('settle.stillRunning')}`} />
      ))}
      {states.length > 0 && (
        <div className="settle-scroll">
          <table className="settle-count settle-lines" aria-label={t('settle.byShift')}>
            <Heads of={[t('settle.shiftFact'), inMoney(t('settle.sales')), inMoney(t('settle.overShort'))]} />
            <tbody>
              {states.map(shift => (
                <tr key={shift.classSettleId}>
                  <th scope="row">
                    <PageLink page="classSettleDetails" params={{ classSettleId: shift.classSettleId }} className="k-link">
                      {shiftWords(shift)}
                    </PageLink>
                  </th>
                  <td className="k-end">
                    <Money cents={shift.salesCents} />
                  </td>
                  <td className="k-end">
                    <DifferenceMoney cents={shift.differenceCents} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
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
  const sides = { expected: t('settle.booked'), counted: t('settle.statement'), none: t('settle.notTyped') }
  return (
    <table className="settle-count settle-tenders" aria-label={t('settle.statements')}>
      <Heads of={[t('settle.payType'), ...[sides.expected, sides.counted, t('settle.overShort')].map(inMoney)]} />
      <tbody>
        {platforms.map(({ payType, expectedCents }) => (
          <Tender
            key={payType}
            payType={payType}
            expectedCents={expectedCents}
            countedCents={typed[payType]}
            onCount={cents => onType(payType, cents)}
            sides={sides}
          />
        ))}
      </tbody>
    </table>
  )
}

type Request = Parameters<typeof call<typeof daySettlement.settle>>[1]['body']
/** Settles once, however often the button is pressed. */
function useSettle(onDone: () => void, refused: (fault: unknown) => void) {
  const act = useRef(newAct())
  const cache = useQueryClient()
  const toast = useToast()
  const go = useGo()
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const send = async (body: Request) => {
    setSending(true)
    setRefusal(undefined)
    try {
      const { id } = await call(daySettlement.settle, { body }, { act: act.current })
      toast.done(t('settle.daySettled'))
      onDone()
      go('daySettleDetails', { daySettleId: id })
      await Promise.all(
        ['daySettles', 'monthReports', 'classSettles', 'fuelInventories'].map(name => cache.invalidateQueries({ queryKey: [name] })),
      )
    } catch (error) {
      setRefusal(wordsOfError(error))
      setSending(false)
      refused(error)
    }
  }
  return { send, sending, refusal }
}
