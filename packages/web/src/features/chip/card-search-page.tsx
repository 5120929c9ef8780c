import { cardInfos, type RowOf } from '@forecourt/contract'
import { useMemo } from 'react'
import { session } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { fieldLabel } from '../../kit/label.ts'
import { Drill } from '../../kit/links.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { mayOpen } from '../../kit/page/access.ts'
import { addressOf } from '../../kit/page/address.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { ChipDrawer } from './chip-drawer.tsx'
import { Owner, ownerOf } from './owner.tsx'
import { makerColumn, useSuppliers, type Suppliers } from '../../kit/reader/suppliers.ts'

type Chip = RowOf<typeof cardInfos>

const columnsWith = (suppliers: Suppliers): readonly ColumnInput<Chip>[] => [
  { path: 'number', width: 180 },
  { path: 'uuid', width: 150, phone: 'more' },
  makerColumn(suppliers),
  { path: 'cardType', width: 110 },
  { path: 'issueType', width: 150 },
  { path: 'state', width: 100 },
  { path: 'companyId', width: 170, cell: row => <Owner chip={row} />, text: ownerOf },
  // By its number also where the account has a name.
  { path: 'userCard.number', width: 180, title: fieldLabel('cardInfos', 'userCardId') },
  { path: 'issueTime', width: 170, hidden: true },
  { path: 'productionTime', width: 170, hidden: true },
  { path: 'status', width: 100, hidden: true },
  { path: 'code', width: 130, hidden: true },
  { path: 'handedTo', width: 130, hidden: true },
  { path: 'createdDate', width: 170, hidden: true },
]
const filtersWith = ({ options, names }: Suppliers): readonly FilterInput<Chip>[] => [
  'number',
  'uuid',
  'state',
  'issueType',
  'cardType',
  { path: 'supplier', options: options.map(({ value }) => value), names },
  'status',
  'companyId',
  'userCard.number',
  'code',
  { path: 'issueTime', time: true },
  { path: 'productionTime', time: true },
]

/** 卡片查询: every chip there is, also those that no company has yet. @source requirement CRD-072 */
export default function CardSearchPage() {
  const { search, setSearch } = usePage()
  const suppliers = useSuppliers()
  const columns = useMemo(() => columnsWith(suppliers), [suppliers])
  const filters = useMemo(() => filtersWith(suppliers), [suppliers])
  const open = (record: number | undefined) => setSearch(now => ({ ...now, record }))
  const id = Number(search['record'])
  return (
    <>
      <ListPage<Chip> of={cardInfos} columns={columns} filters={filters} everywhere onOpen={row => open(row.id)} emptyHint={<NoChips />} />
      <ChipDrawer id={Number.isSafeInteger(id) && id > 0 ? id : undefined} onClose={() => open(undefined)} />
    </>
  )
}

/** Where there are none, the way to the page that brings them. */
function NoChips() {
  const to = mayOpen('importCards', session().profile) ? addressOf('importCards') : undefined
  return (
    <>
      {t('chipSearch.emptyHint')} {to && <Drill to={to}>{t('importPage.another')}</Drill>}
    </>
  )
}
