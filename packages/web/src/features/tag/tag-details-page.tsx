import { items, members, tags, type RecordNamed, type RowOf } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Descriptions, Section, type Fact } from '../../kit/detail/descriptions.tsx'
import { RecordFailed } from '../../kit/detail/record-failed.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { Bones } from '../../kit/feedback/states.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { SideForm } from '../../kit/form/forms.tsx'
import { History } from '../../kit/history/history.tsx'
import { open, pathTo } from '../../kit/links.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import { GiveTag } from './give-tag.tsx'
import { ConditionWords } from './rule-value.tsx'
import { conditionsOf } from './rule-text.ts'
import { TagForm, type Tag } from './tag-form.tsx'

type Member = RecordNamed<'members'>
const relations = ['createdBy']
const columns: readonly ColumnInput<Member>[] = [
  { path: 'name', width: 160 },
  { path: 'mobile', width: 150, phone: 'more' },
  'lastPurchaseDay',
  'spent90Cents',
  'bought90Cl',
  'fills90',
  'balanceCents',
  'createdDate',
]
const filters: readonly FilterInput<Member>[] = ['name', 'mobile', 'lastPurchaseDay']
/** Lists that show who carries a tag. */
export const changes = ['tags', 'memberTags', 'members', 'auditLogs']

/** 标签详情: what a tag says, its rule in words, and the members that carry it. @source requirement MKT-043 */
export default function TagDetailsPage() {
  const page = usePage()
  const id = Number(page.params['tagId'])
  const { data: tag, error, refetch } = useRecord<Tag>(tags, Number.isSafeInteger(id) && id > 0 ? id : undefined, relations)
  const { setTitle } = page
  const name = tag?.name
  useEffect(() => {
    if (name) setTitle(name)
  }, [name, setTitle])
  if (tag) return <Details tag={tag} />
  return (
    <>
      <PageHeader />
      {error ? <RecordFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />}
    </>
  )
}

const facts: readonly Fact<Tag>[] = [
  'kind',
  { path: 'memberCount', value: ({ memberCount }) => count(memberCount) },
  {
    path: 'countedDate',
    value: ({ kind, countedDate }) => (kind === 'hand' ? '—' : countedDate ? time(countedDate) : t('tagPage.counting')),
  },
  'createdById',
  'createdDate',
  'description',
]

function Details({ tag }: { tag: Tag }) {
  const { search, setSearch } = usePage()
  const mayWrite = useMay('tag.write')
  const mayGoods = useMay('goods.item.read')
  const edit = (record?: string) => setSearch(now => ({ ...now, edit: record }))
  return (
    <>
      <PageHeader
        title={tag.name}
        actions={
          mayWrite && (
            <>
              {tag.kind === 'hand' ? <GiveTag tag={tag} /> : <Refresh tag={tag} />}
              <Button onClick={() => edit('facts')}>{t('kit.edit')}</Button>
            </>
          )
        }
      />
      <Section title={t('tagPage.facts')}>
        <Descriptions of={tags} row={tag} facts={facts} />
      </Section>
      {tag.rule !== null && <Rule rule={tag.rule} />}
      <Section title={t('tagPage.members')}>
        <Members tag={tag} />
      </Section>
      {mayGoods && tag.kind === 'hand' && (
        <Section title={t('tagPage.goods')}>
          <Goods tag={tag} />
        </Section>
      )}
      <Section title={t('tagPage.history')}>
        <History of={tags} id={tag.id} />
      </Section>
      <SideForm title={t('tagPage.editOf', { name: tag.name })} open={search['edit'] !== undefined} onClose={() => edit()} width={640}>
        <TagForm record={tag} done={() => edit()} />
      </SideForm>
    </>
  )
}

/** A rule as it is said, and as it is searched for. */
function Rule({ rule }: { rule: string }) {
  const conditions = conditionsOf(rule)
  return (
    <Section title={t('tagPage.rule')}>
      {conditions && (
        <ul className="tag-words">
          {conditions.map(condition => (
            <li key={JSON.stringify(condition)}>
              <ConditionWords condition={condition} />
            </li>
          ))}
        </ul>
      )}
      <div className="tag-search">
        <span className="k-quiet">{t('tagRule.search')}</span>
        <code>{rule}</code>
      </div>
    </Section>
  )
}

/** Applied at night by itself; now, for who has just changed something that it asks after. */
function Refresh({ tag }: { tag: Tag }) {
  const cache = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const refresh = async () => {
    setBusy(true)
    try {
      await call(tags.refresh, { id: tag.id })
      toast.done(t('tagPage.refreshing'))
      await Promise.all(changes.map(name => cache.invalidateQueries({ queryKey: [name] })))
    } catch (error) {
      toast.failed(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button loading={busy} onClick={() => void refresh()}>
      {t('tagPage.refresh')}
    </Button>
  )
}

const goodsColumns: readonly ColumnInput<RowOf<typeof items>>[] = [
  { path: 'name', width: 200 },
  { path: 'code', width: 120, phone: 'more' },
  { path: 'stationId', width: 160 },
  { path: 'categoryId', width: 130 },
  'priceCents',
]

/** The goods that carry it, at all stations that the user sees. */
function Goods({ tag }: { tag: Tag }) {
  const list = useList(items, {
    columns: goodsColumns,
    filters: ['name'],
    fixed: [equals('tag.id', tag.id)],
    prefix: 'goods',
    periodBar: false,
  })
  return <ListView list={list} label={t('tagPage.goods')} embedded called={({ name }) => name} emptyHint={t('tagPage.noGoods')} />
}

function Members({ tag }: { tag: Tag }) {
  const mayTake = useMay('tag.write') && tag.kind === 'hand'
  const list = useList(members, { columns, filters, fixed: [equals('tag.id', tag.id)], prefix: 'members', periodBar: false })
  const confirm = useConfirm()
  const cache = useQueryClient()
  const toast = useToast()
  const take = async (member: Member) => {
    const act = () => call(tags.take, { id: tag.id, body: { userIds: [member.id] } })
    if (!(await confirm({ text: t('tagPage.askTake', { tag: tag.name, name: member.name }), ok: t('tagPage.take'), danger: true, act })))
      return
    toast.done(t('tagPage.taken'))
    await Promise.all(changes.map(name => cache.invalidateQueries({ queryKey: [name] })))
  }
  return (
    <ListView
      list={list}
      label={t('tagPage.members')}
      embedded
      onOpen={({ id }) => open(pathTo('members', id)!)}
      called={({ name }) => name}
      emptyHint={t(tag.kind === 'hand' ? 'tagPage.noMembers' : 'tagPage.noneFound')}
      {...(mayTake && {
        rowActions: (member: Member) => (
          <Button type="link" size="small" danger onClick={() => void take(member)}>
            {t('tagPage.take')}
          </Button>
        ),
      })}
    />
  )
}
