import { transportCosts, type Returned } from '@forecourt/contract'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { inCurrency } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { addDays, today } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Figures } from '../../kit/detail/descriptions.tsx'
import { Failed } from '../../kit/feedback/states.tsx'
import { Drill, pathTo } from '../../kit/links.ts'
import { ReferenceSelect } from '../../kit/reference.tsx'
import { Alert, Button, Input, Segmented } from '../../kit/ui.ts'
import { readLines } from './invoice-lines.ts'

type Comparison = Returned<typeof transportCosts.compareInvoice>
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

const heads = ['invoice', 'expected', 'difference', 'byQuantity', 'byPrice', 'byReckoning'] as const

function Outcome({ of }: { of: Comparison }) {
  return (
    <div aria-live="polite">
      <Figures
        of={[
          { label: t('transport.invoice'), value: inCurrency(of.amountCents) },
          { label: t('transport.expected'), value: inCurrency(of.expectedCents) },
          { label: t('transport.difference'), value: inCurrency(of.differenceCents) },
        ]}
      />
      <div className="transport-table" role="region" aria-label={t('transport.tab_invoice')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('transports.billNo')}</th>
              <th scope="col">{t('transport.verdict')}</th>
              {heads.map(head => (
                <th key={head} scope="col" className="k-end">
                  {t(`transport.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {of.lines.map((line, at) => (
              // The same bill may stand there twice.
              <tr key={`${at}:${line.billNo}`}>
                <th scope="row">
                  <Drill to={line.transportIds[0] === undefined ? undefined : pathTo('transports', line.transportIds[0])}>
                    {line.billNo}
                  </Drill>
                </th>
                <td className={line.verdict === 'agrees' ? undefined : 'k-bad'}>{t(`transport.verdict_${line.verdict}`)}</td>
                {[line.amountCents, line.expectedCents, line.differenceCents, line.quantityCents, line.priceCents, line.reckoningCents].map(
                  (cents, column) => (
                    <td key={heads[column]} className="k-end">
                      {inCurrency(cents)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {of.missing.length > 0 && (
        <>
          <h3>{t('transport.missing')}</h3>
          <div className="transport-table" role="region" aria-label={t('transport.missing')} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('transports.billNo')}</th>
                  <th scope="col" className="k-end">
                    {t('transport.expected')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {of.missing.map(({ id, billNo, amountCents }) => (
                  <tr key={id}>
                    <th scope="row">
                      <Drill to={pathTo('transports', id)}>{billNo}</Drill>
                    </th>
                    <td className="k-end">{inCurrency(amountCents)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </div>
  )
}
