import { releaseCauses, type RowOf } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { language, t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import { yesNo } from '../../kit/label.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { causeName } from './cause-select.tsx'

type Cause = RowOf<typeof releaseCauses>
const columns: readonly ColumnInput<Cause>[] = [
  { path: 'position', width: 90, phone: 'more' },
  { path: 'nameZh', width: 200, phone: language() === 'zh' ? 'what' : 'more' },
  { path: 'nameEn', width: 260, phone: language() === 'en' ? 'what' : 'more' },
  { path: 'inUse', width: 110, phone: 'state', cell: ({ inUse }) => yesNo({ owner: releaseCauses.name, name: 'inUse' }, inUse) },
  { path: 'wantsNote', width: 120 },
  { path: 'releaseCount', width: 110, phone: 'amount' },
  { path: 'createdDate', width: 180, hidden: true },
]

/** 解除原因: what a release may be given as its cause. One that was given stays, and is switched off. */
export default function ReleaseCausesList({ children }: { children: ReactNode }) {
  return (
    <CrudPage
      of={releaseCauses}
      columns={columns}
      filters={['nameZh', 'nameEn', 'inUse']}
      called={causeName}
      emptyHint={t('stuck.noCauses')}>
      {children}
    </CrudPage>
  )
}
