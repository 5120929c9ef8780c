import { tanks, type RowOf } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { equals } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/section.tsx'
import { ChartShape } from '../../kit/chart/frame.tsx'
import { Empty } from '../../kit/feedback/states.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Button, Select } from '../../kit/ui.ts'
import { LevelCurve } from './level-curve.tsx'
import { OpenAlarms } from './tank-alarms.tsx'
import { TankDetails } from './tank-details.tsx'
import { TankYard } from './tank-yard.tsx'

type Tank = RowOf<typeof tanks>

export const stockTab = () => ({ key: 'stock', label: t('stock.tab') })

/** 库存: what lies in each tank and for how many days it will do, and how it came to be so. */
export function Stock({ stationId }: { stationId: number }) {
  const page = usePage()
  const { data, isError } = useQuery({
    queryKey: [tanks.name, 'yard', stationId],
    enabled: page.visible,
    queryFn: ({ signal }) =>
      call(tanks.list, { query: { size: 100, search: equals('station.id', stationId), expand: 'product' } }, { signal }),
  })
  const chosen = data?.content.find(({ id }) => String(id) === page.search['tank']) ?? data?.content[0]
  // That the tanks could not be read is said once, above, where they are tried again.
  const failed = isError && !data
  return (
    <>
      <OpenAlarms stationId={stationId} />
      <TankYard stationId={stationId} />
      {!failed && (
        <Section
          title={t('stock.curve')}
          actions={
            chosen && <TankChoice all={data!.content} chosen={chosen} onChange={id => page.setSearch(now => ({ ...now, tank: id }))} />
          }>
          {chosen ? <LevelCurve key={chosen.id} tank={chosen} /> : data ? <Empty title={t('stock.noTanks')} /> : <ChartShape withHead />}
        </Section>
      )}
    </>
  )
}

function TankChoice({ all, chosen, onChange }: { all: readonly Tank[]; chosen: Tank; onChange: (id: number) => void }) {
  const [opened, setOpened] = useState<Tank>()
  return (
    <div className="fc-tools">
      <Select
        size="small"
        aria-label={t('stock.tank')}
        value={chosen.id}
        popupMatchSelectWidth={false}
        options={all.map(({ id, number, product }) => ({
          value: id,
          label: `${t('forecourt.tankNo', { number })} ${product?.name ?? ''}`,
        }))}
        onChange={value => onChange(Number(value))}
      />
      <Button size="small" onClick={() => setOpened(chosen)}>
        {t('forecourt.tab_readings')}
      </Button>
      <TankDetails tank={opened} onClose={() => setOpened(undefined)} />
    </div>
  )
}
