import { transportCosts } from '@forecourt/contract'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { equals } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { Failed } from '../../kit/feedback/states.tsx'
import { PeriodBar } from '../../kit/period-bar.tsx'
import { daysOfPeriod } from '../../kit/period-days.ts'
import { ReferenceSelect } from '../../kit/reference.tsx'
import { Alert, Button, Input, Segmented } from '../../kit/ui.ts'
import { readLines } from './invoice-lines.ts'
import { Outcome, type Comparison } from './invoice-outcome.tsx'

const sellsFuel = [equals('sellsFuel', true)]

/** 核对发票: what a supplier asks for, against what was agreed and loaded. Nothing is saved. */
export default function InvoiceCheck() {
  const [supplierId, setSupplierId] = useState<number>()
  const [period, setPeriod] = useState('thisMonth')
  const [by, setBy] = useState<'ton' | 'litre'>('ton')
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [answer, setAnswer] = useState<Comparison>()
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const compare = async () => {
    const read = readLines(text, by === 'litre')
    setFailure(undefined)
    setWrong('line' in read ? t('transport.lineWrong', { line: read.line, text: read.text }) : undefined)
    if ('line' in read || supplierId === undefined) return
    const { from, to } = daysOfPeriod(period) ?? daysOfPeriod('thisMonth')!
    setBusy(true)
    try {
      setAnswer(await call(transportCosts.compareInvoice, { body: { supplierId, fromDay: from, untilDay: to, lines: read.lines } }))
    } catch (thrown) {
      setFailure(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="transport-invoice">
      <Chosen {...{ supplierId, setSupplierId, period, setPeriod, by, setBy }} />
      <label htmlFor="invoice-lines">{t('transport.invoiceLines')}</label>
      <Input.TextArea
        id="invoice-lines"
        aria-describedby="invoice-help"
        rows={6}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p id="invoice-help" className="k-help">
        {t('transport.invoiceHelp')}
      </p>
      {wrong && <Alert type="error" showIcon title={wrong} role="alert" />}
      <div>
        <Button type="primary" loading={busy} disabled={supplierId === undefined || text.trim() === ''} onClick={() => void compare()}>
          {t('transport.compare')}
        </Button>
      </div>
      {failure !== undefined && <Failed error={failure} onRetry={() => void compare()} />}
      {answer && <Outcome of={answer} />}
    </div>
  )
}

interface ChosenProps {
  supplierId: number | undefined
  setSupplierId: (id: number | undefined) => void
  period: string
  setPeriod: (period: string) => void
  by: 'ton' | 'litre'
  setBy: (by: 'ton' | 'litre') => void
}

/** Whose invoice it is, of which days, and by what it is paid. */
function Chosen({ supplierId, setSupplierId, period, setPeriod, by, setBy }: ChosenProps) {
  return (
    <>
      <label className="transport-supplier" htmlFor="invoice-supplier">
        {t('transports.supplier')}
        <ReferenceSelect id="invoice-supplier" resource="suppliers" conditions={sellsFuel} value={supplierId} onChange={setSupplierId} />
      </label>
      <span>{t('transport.loadedOn')}</span>
      <PeriodBar label={t('transport.loadedOn')} value={period} onChange={setPeriod} />
      <div>
        <Segmented
          value={by}
          onChange={value => setBy(value === 'litre' ? 'litre' : 'ton')}
          options={[
            { value: 'ton', label: t('transports.pricedBy_ton') },
            { value: 'litre', label: t('transports.pricedBy_litre') },
          ]}
        />
      </div>
    </>
  )
}
