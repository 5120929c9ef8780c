import { monthSettlement } from '@forecourt/contract'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { litres, money, plainFigure } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { useToast } from '../../kit/feedback/toast.ts'
import { titled } from '../../kit/label.ts'
import { csvOf, saveFile } from '../../kit/list/csv.ts'
import { Button } from '../../kit/ui.ts'
import { monthWords } from './month-words.ts'

/** The margin of every station, fuel and day of a month, as a file. */
export function DaysFile({ month }: { month: string }) {
  const [busy, setBusy] = useState(false)
  const toast = useToast()
  const save = async () => {
    setBusy(true)
    try {
      const { content } = await call(monthSettlement.days, { body: { month } })
      const inMoney = (label: string) => titled(label, t('kit.unitMoney'))
      const head = [
        t('monthEnd.day'),
        t('monthEnd.station'),
        t('monthEnd.fuel'),
        titled(t('monthEnd.sold'), t('kit.unitLitre')),
        inMoney(t('monthSettles.salesNetCents')),
        inMoney(t('monthSettles.soldCents')),
        inMoney(t('monthEnd.margin')),
      ]
      const rows = content
        .toSorted((one, other) => one.day.localeCompare(other.day))
        .map(({ day, stationName, productName, soldCl, salesNetCents, costCents }) => [
          day,
          stationName,
          productName,
          ...[litres(soldCl), money(salesNetCents), money(costCents), money(salesNetCents - costCents)].map(plainFigure),
        ])
      saveFile(`${t('monthEnd.daysOf')}-${monthWords(month)}.csv`, csvOf([head, ...rows]))
    } catch (error) {
      toast.failed(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button loading={busy} onClick={() => void save()}>
      {t('monthEnd.daysFile')}
    </Button>
  )
}
