import { litres, money } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { PrintTable, Sheet, type Paper } from '../../kit/print/print-page.tsx'
import { State, States } from './state.tsx'

const sold = [
  { name: '92#', volume: 1_236_540, total: 9_707_000 },
  { name: '0#', volume: 802_100, total: 6_095_960 },
]

export default function PrintPart() {
  return (
    <States>
      <State title="A4" wide>
        <Document paper="a4" />
      </State>
      <State title="80 mm">
        <Document paper="80" />
      </State>
    </States>
  )
}

function Document({ paper }: { paper: Paper }) {
  return (
    <Sheet
      paper={paper}
      heading="h3"
      title={t('gallery.sheet')}
      facts={[{ label: t('gallery.day'), value: '2026-11-20' }]}
      signatures={[t('gallery.leader'), t('gallery.master')]}>
      <PrintTable
        label={t('gallery.sheet')}
        rows={sold}
        columns={[
          { key: 'name', title: t('fields.product'), value: row => row.name },
          {
            key: 'volume',
            title: t('kit.titled', { label: t('fields.volumeCl'), unit: t('kit.unitLitre') }),
            value: row => litres(row.volume),
            end: true,
          },
          {
            key: 'total',
            title: t('kit.titled', { label: t('fields.totalCents'), unit: t('kit.unitMoney') }),
            value: row => money(row.total),
            end: true,
          },
        ]}
        totals={{ name: t('chart.total'), volume: litres(2_038_640), total: money(15_802_960) }}
      />
    </Sheet>
  )
}
