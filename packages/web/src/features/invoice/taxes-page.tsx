import { categories, taxes, type RowOf } from '@forecourt/contract'
import { equals } from '../../core/search.ts'
import { useMay, useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { RecordDrawer } from '../../kit/form/forms.tsx'
import { nounOf } from '../../kit/label.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { ReferenceSelect } from '../../kit/reference.tsx'
import { State } from '../../kit/state.tsx'
import { Button } from '../../kit/ui.ts'
import { useRemove } from '../../kit/use-remove.ts'
import { hasBegun, isFuel, isGoods, rateColumns, targetOf } from './rate-columns.tsx'

type Tax = RowOf<typeof taxes>

const stateWord = (row: Tax): string => t(hasBegun(row) ? 'taxPage.begun' : 'taxPage.upcoming')
const columns: readonly ColumnInput<Tax>[] = [
  rateColumns.target,
  rateColumns.kind,
  ...rateColumns.facts,
  { path: 'beginDate', width: 120 },
  {
    key: 'taxPage.state',
    get title() {
      return t('taxPage.state')
    },
    width: 110,
    phone: 'state',
    cell: row => <State member={hasBegun(row) ? 'enabled' : 'notStarted'}>{stateWord(row)}</State>,
    text: stateWord,
  },
  { path: 'categoryId', hidden: true },
  rateColumns.createdDate,
]
const filters: readonly FilterInput<Tax>[] = ['kind', 'productId', 'categoryId', 'rate', 'classificationCode', 'beginDate']
const fields = ['kind', 'productId', 'categoryId', 'rate', 'classificationCode', 'specification', 'unit', 'beginDate']
const calledBy = (row: Tax): string => t('taxPage.called', { target: targetOf(row), day: row.beginDate })

/**
 * 税率管理: a rate that has begun stays as it is, so that it is neither edited nor deleted here; another one takes over on a later day.
 * @source requirements INV-002, INV-031
 */
export default function TaxesPage() {
  const station = useSession(({ atStation }) => atStation?.id)
  const mayWrite = useMay(taxes.update.permission)
  const page = usePage()
  const list = useList<Tax>(taxes, { columns, filters, expand: ['category'], periodBar: false })
  const remove = useRemove(taxes, calledBy)
  if (!station) return null
  const show = (record: string | undefined) => page.setSearch(now => ({ ...now, record }))
  const changes = (row: Tax) =>
    !hasBegun(row) && (
      <>
        <Button type="link" size="small" onClick={() => show(String(row.id))}>
          {t('kit.edit')}
        </Button>
        <Button type="link" size="small" danger onClick={() => void remove(row)}>
          {t('kit.delete')}
        </Button>
      </>
    )
  const chooseCategory: OwnControl = ({ id, value, onChange, disabled }) => (
    <ReferenceSelect
      {...{ id, value, onChange, disabled }}
      resource={categories.name}
      conditions={[equals('station.id', station), equals('type', 'normal')]}
    />
  )
  return (
    <>
      <ListView
        list={list}
        label={page.title}
        called={calledBy}
        emptyHint={t('taxPage.none')}
        {...(mayWrite && { rowActions: changes, onNew: () => show('new'), newLabel: t('kit.addOne', { noun: nounOf(taxes) }) })}
      />
      <RecordDrawer
        of={taxes}
        wanted={page.search['record']}
        rows={list.rows}
        form={{
          fields,
          defaults: { stationId: station, kind: 'fuel' },
          controls: { categoryId: chooseCategory },
          when: { productId: isFuel, categoryId: isGoods },
        }}
        onClose={() => show(undefined)}
        onReopen={show}
        called={calledBy}
      />
    </>
  )
}
