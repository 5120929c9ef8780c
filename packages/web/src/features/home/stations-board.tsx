import { painted } from '../../core/painted.ts'
import { useMay, useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/section.tsx'
import { Bones } from '../../kit/feedback/states.tsx'
import { later, WhileLoading } from '../../kit/later.tsx'

const StationsTable = later(async () => {
  await painted()
  return import('./stations-table.tsx')
})
/** As high as its rows will be, so that nothing beneath it moves when they come. */
const [headPx, rowPx] = [36, 37]
const headOffice = ['superAdmin', 'admin', 'company_group', 'company_user']

/** For those who work for a company as a whole: its stations side by side. */
export function StationsBoard() {
  const { profile, stationTotal } = useSession()
  const may = useMay('order.sale.read')
  if (!may || stationTotal < 2 || !headOffice.includes(profile?.defaultRole ?? '')) return null
  return (
    <Section title={t('home.stations')}>
      <div style={{ minHeight: headPx + rowPx * stationTotal }}>
        <WhileLoading show={<Bones rows={3} />}>
          <StationsTable />
        </WhileLoading>
      </div>
    </Section>
  )
}
