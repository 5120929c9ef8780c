import { celsius, count, litres } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Time } from '../../kit/detail/figures.tsx'
import type { Delivery } from './delivery-form.tsx'
import './delivery.css'

/** 卸前与卸后: what was measured of the tank, side by side. */
export function BeforeAndAfter({ of }: { of: Delivery }) {
  const lines = [
    { name: t('delivery.at'), before: <Time at={of.beginTime} />, after: <Time at={of.endTime} /> },
    { name: t('tankReadings.volumeCl'), unit: t('kit.unitLitre'), before: litres(of.beforeVolumeCl), after: litres(of.afterVolumeCl) },
    { name: t('tankReadings.oilHeightMm'), before: count(of.beforeOilHeightMm), after: count(of.afterOilHeightMm) },
    { name: t('tankReadings.waterHeightMm'), before: count(of.beforeWaterHeightMm), after: count(of.afterWaterHeightMm) },
    { name: t('delivery.temperature'), before: celsius(of.beforeTemperature), after: celsius(of.afterTemperature) },
  ]
  return (
    <table className="delivery-measured" aria-label={t('delivery.measured')}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('delivery.before')}</th>
          <th scope="col">{t('delivery.after')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, unit, before, after }) => (
          <tr key={name}>
            <th scope="row">{unit ? t('kit.titled', { label: name, unit }) : name}</th>
            <td>{before}</td>
            <td>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
