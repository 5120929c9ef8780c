import { tags } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { time } from '../../core/time.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { TagForm, type Tag } from './tag-form.tsx'

/** What a rule found is of the moment at which it was counted. */
const countedOf = ({ kind, countedDate }: Tag): string =>
  kind === 'hand' ? t('tagPage.atOnce') : countedDate ? time(countedDate, 'minute') : t('tagPage.counting')

const columns: readonly ColumnInput<Tag>[] = [
  { path: 'name', width: 220 },
  { path: 'kind', width: 110 },
  { path: 'memberCount', width: 110, phone: 'amount', counted: ({ memberCount }) => t('tagPage.counted', { count: memberCount }) },
  { path: 'description', width: 260 },
  { path: 'countedDate', width: 170, cell: countedOf, text: countedOf },
  { path: 'createdById', width: 140 },
  { path: 'createdDate', width: 170 },
  { path: 'companyId', hidden: true },
]
const filters: readonly FilterInput<Tag>[] = ['name', 'kind', 'createdDate']

/** 标签管理. @source requirements MKT-004, MKT-024, MKT-042 */
export default function TagsPage() {
  return (
    <CrudPage<Tag>
      of={tags}
      columns={columns}
      filters={filters}
      periodBar={false}
      inline={false}
      // What is deleted is said with how many carry it: it is asked before.
      called={({ name, memberCount }) => (memberCount > 0 ? t('tagPage.inUse', { name, count: memberCount }) : name)}
      emptyHint={t('tagPage.noTags')}
      form={{ draw: ({ record, done }) => <TagForm record={record} done={done} /> }}
    />
  )
}
