import { transportCosts } from '@forecourt/contract'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { equals } from '../../core/search.ts'
import { addDays, today } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Failed } from '../../kit/feedback/states.tsx'
import { ReferenceSelect } from '../../kit/reference.tsx'
import { Alert, Button, Input, Segmented } from '../../kit/ui.ts'
import { readLines } from './invoice-lines.ts'
import { Outcome, type Comparison } from './invoice-outcome.tsx'

const sellsFuel = [equals('sellsFuel', true)]

/** 核对发票: what a supplier asks for, against what was agreed and loaded. Nothing is saved. */
export default function InvoiceCheck() {
  const [supplierId, setSupplierId] = useState<number>()
  const [days, setDays] = useState({ fromDay: `${today().slice(0, 8)}01`, untilDay: today() })
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
    setBusy(true)
    try {
      setAnswer(await call(transportCosts.compareInvoice, { body: { supplierId, ...days, lines: read.lines } }))
    } catch (thrown) {
      setFailure(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="transport-invoice">
      <Chosen {...{ supplierId, setSupplierId, days, setDays, by, setBy }} />
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
  days: Days
  setDays: (days: Days) => void
  by: 'ton' | 'litre'
  setBy: (by: 'ton' | 'litre') => void
}
interface Days {
  readonly fromDay: string
  readonly untilDay: string
}

/** Whose invoice it is, of which days, and by what it is paid. */
function Chosen({ supplierId, setSupplierId, days, setDays, by, setBy }: ChosenProps) {
  return (
    <div className="transport-days">
      <label htmlFor="invoice-supplier">
        {t('transports.supplier')}
        <ReferenceSelect id="invoice-supplier" resource="suppliers" conditions={sellsFuel} value={supplierId} onChange={setSupplierId} />
      </label>
      {(['fromDay', 'untilDay'] as const).map(name => (
        <label key={name} htmlFor={`invoice-${name}`}>
          {t(`transport.${name}`)}
          <Input
            id={`invoice-${name}`}
            type="date"
            value={days[name]}
            max={addDays(today(), 366)}
            onChange={({ target }) => setDays({ ...days, [name]: target.value })}
          />
        </label>
      ))}
      <Segmented
        value={by}
        onChange={value => setBy(value === 'litre' ? 'litre' : 'ton')}
        options={[
          { value: 'ton', label: t('transports.pricedBy_ton') },
          { value: 'litre', label: t('transports.pricedBy_litre') },
        ]}
      />
    </div>
  )
}
