import { useMemo, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { TransportForm } from './transport-form.tsx'

const given = (value: unknown): number | undefined => {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** 新增运输合同; out of an advice with its station, fuel and litres. */
export default function AddTransportPage() {
  const { title, search } = usePage()
  const go = useGo()
  const [turn, setTurn] = useState(0)
  const { station, fuel, litres } = search
  const known = useMemo(() => ({ stationId: given(station), baseFuelId: given(fuel), typedCl: given(litres) }), [station, fuel, litres])
  return (
    <>
      <PageHeader title={title} />
      <Section title={t('transport.terms')}>
        <TransportForm
          key={`${turn}:${String(station)}:${String(fuel)}:${String(litres)}`}
          known={known}
          onDone={({ id }) => {
            // The page stays open in its tab: it is empty for the next one.
            setTurn(turn + 1)
            go('transportDetails', { transportId: id })
          }}
          onCancel={() => go('transportMge')}
        />
      </Section>
    </>
  )
}
