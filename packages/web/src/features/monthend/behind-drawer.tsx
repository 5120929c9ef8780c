import { monthSettlement, type MonthBehind, type MonthFigure, type MonthLine, type PageName } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { money } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { saidOnPage } from '../../kit/detail/use-record.ts'
import { Bones, Empty, Failed } from '../../kit/feedback/states.tsx'
import { useFocusBack } from '../../kit/focus-back.ts'
import { titled } from '../../kit/label.ts'
import type { Params } from '../../kit/page/address.ts'
import { PageLink } from '../../kit/page/page-link.tsx'
import { Drawer } from '../../kit/ui.ts'
import { figureWords, monthWords, placeWords, quantityWords, unitWords } from './month-words.ts'

export interface BehindProps {
  month: string
  line: MonthLine
  figure: MonthFigure
  onClose: () => void
}

/** The documents behind a figure of a month, each of which opens. */
export function BehindDrawer({ month, line, figure, onClose }: BehindProps) {
  useFocusBack()
  const { place, depotId, stationId, baseFuelId, productId } = line
  const body = { month, place, placeId: depotId ?? stationId, fuelId: (productId ?? baseFuelId)!, figure }
  const { data, error, refetch } = useQuery({
    queryKey: ['monthSettles', 'behind', body],
    queryFn: ({ signal }) => call(monthSettlement.behind, { body }, { signal }),
    meta: saidOnPage,
  })
  return (
    <Drawer
      open
      size="large"
      onClose={onClose}
      title={t('monthEnd.behindTitle', { place: placeWords(line), fuel: line.fuelName, figure: figureWords(place, figure) })}>
      <p className="k-quiet">{monthWords(month)}</p>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Bones rows={6} />}
      {data?.content.length === 0 && <Empty title={t('monthEnd.nothingBehind')} />}
      {data && data.content.length > 0 && <Documents place={place} rows={data.content} />}
    </Drawer>
  )
}

const quantityHead = (place: MonthLine['place']) => titled(t('monthEnd.quantity'), unitWords(place))
const amountHead = () => titled(t('monthEnd.amountNet'), t('kit.unitMoney'))

const Documents = ({ place, rows }: { place: MonthLine['place']; rows: readonly MonthBehind[] }) => (
  <div className="me-table" tabIndex={0} role="region" aria-label={t('monthEnd.documents')}>
    <table>
      <thead>
        <tr>
          <th scope="col">{t('monthEnd.day')}</th>
          <th scope="col">{t('monthEnd.document')}</th>
          <th scope="col" className="me-figure">
            {quantityHead(place)}
          </th>
          <th scope="col" className="me-figure">
            {amountHead()}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            <td data-label={t('monthEnd.day')}>{row.document === 'month' ? row.name : row.day}</td>
            <td data-label={t('monthEnd.document')}>
              <Document of={row} />
            </td>
            <td className="me-figure" data-label={quantityHead(place)}>
              {quantityWords(place, row.quantity)}
            </td>
            <td className="me-figure" data-label={amountHead()}>
              {money(row.cents)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** Where a document opens. A transfer has no page of its own. */
function pageOf({ document, recordId }: MonthBehind): { page: PageName; params?: Params; search?: Record<string, number> } | undefined {
  if (recordId === null) return undefined
  switch (document) {
    case 'shift':
      return { page: 'classSettleDetails', params: { classSettleId: recordId } }
    case 'purchase':
    case 'purchaseCorrection':
      return { page: 'editDetail', params: { purchaseContractId: recordId } }
    case 'load':
      return { page: 'transportDetails', params: { transportId: recordId } }
    case 'receipt':
      return { page: 'oilInfoDetails', params: { oilInfoId: recordId } }
    case 'month':
      return { page: 'previewSettle', search: { settled: recordId } }
    default:
      return undefined
  }
}

function Document({ of }: { of: MonthBehind }) {
  const text = t(`monthEnd.document_${of.document}`, { name: of.name })
  const page = pageOf(of)
  return page ? <PageLink {...page}>{text}</PageLink> : <span>{text}</span>
}
