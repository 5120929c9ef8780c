import type { Returned, transportCosts } from '@forecourt/contract'
import { inCurrency } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Figures } from '../../kit/detail/descriptions.tsx'
import { Drill, pathTo } from '../../kit/links.ts'
import './transport.css'

export type Comparison = Returned<typeof transportCosts.compareInvoice>

const heads = ['invoice', 'expected', 'difference', 'byQuantity', 'byPrice', 'byReckoning'] as const

export function Outcome({ of }: { of: Comparison }) {
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
              <th scope="col">{t('transport.document')}</th>
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
              <Line key={`${at}:${line.billNo}`} of={line} />
            ))}
          </tbody>
        </table>
      </div>
      {of.missing.length > 0 && <Missing of={of.missing} />}
    </div>
  )
}

function Line({ of }: { of: Comparison['lines'][number] }) {
  const [load] = of.transportIds,
    [contract] = of.contractIds
  const to = load !== undefined ? pathTo('transports', load) : contract !== undefined ? pathTo('purchaseContracts', contract) : undefined
  const figures = [of.amountCents, of.expectedCents, of.differenceCents, of.quantityCents, of.priceCents, of.reckoningCents]
  return (
    <tr>
      <th scope="row">
        <Drill to={to}>{of.billNo}</Drill>
      </th>
      <td className={of.verdict === 'agrees' ? undefined : 'k-bad'} data-label={t('transport.verdict')}>
        {t(`transport.verdict_${of.verdict}`)}
      </td>
      {figures.map((cents, column) => (
        <td key={heads[column]} className="k-end" data-label={t(`transport.${heads[column]!}`)}>
          {inCurrency(cents)}
        </td>
      ))}
    </tr>
  )
}

function Missing({ of }: { of: Comparison['missing'] }) {
  return (
    <>
      <h3>{t('transport.missing')}</h3>
      <div className="transport-table" role="region" aria-label={t('transport.missing')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('transport.document')}</th>
              <th scope="col" className="k-end">
                {t('transport.expected')}
              </th>
            </tr>
          </thead>
          <tbody>
            {of.map(({ document, id, billNo, amountCents }) => (
              <tr key={id}>
                <th scope="row">
                  <Drill to={pathTo(document === 'load' ? 'transports' : 'purchaseContracts', id)}>{billNo}</Drill>
                </th>
                <td className="k-end" data-label={t('transport.expected')}>
                  {inCurrency(amountCents)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
