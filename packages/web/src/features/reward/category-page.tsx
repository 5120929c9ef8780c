import { rewardCategories, rewards } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { call } from '../../core/api.ts'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Descriptions, Section, type Fact } from '../../kit/detail/descriptions.tsx'
import { RecordFailed } from '../../kit/detail/record-failed.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { useToast } from '../../kit/feedback/toast.ts'
import { Bones } from '../../kit/feedback/states.tsx'
import { DialogForm, RecordDrawer } from '../../kit/form/forms.tsx'
import { History } from '../../kit/history/history.tsx'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { ReferencesSelect } from '../../kit/reference.tsx'
import { Button } from '../../kit/ui.ts'
import { rewardColumns } from './reward-columns.tsx'
import { RewardForm } from './reward-form.tsx'
import { factsOf, ShelfAct, ShelfTag, type Category, type Reward } from './shelf.tsx'

const facts: readonly Fact<Category>[] = ['weight', 'createdDate']

/** 积分分类详情: the rewards of a category; others are moved into it. @source requirement PTS-013 */
export default function CategoryPage() {
  const { params, setTitle } = usePage()
  const id = Number(params['categoryId'])
  const { data: category, error, refetch } = useRecord(rewardCategories, Number.isSafeInteger(id) && id > 0 ? id : undefined)
  const name = category?.name
  useEffect(() => {
    if (name) setTitle(name)
  }, [name, setTitle])
  if (category) return <Details category={category} />
  return (
    <>
      <PageHeader />
      {error ? <RecordFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />}
    </>
  )
}

function Details({ category }: { category: Category }) {
  const { search, setSearch } = usePage()
  const mayWrite = useMay('reward.write')
  const [moving, setMoving] = useState(false)
  const fixed = useMemo(() => [equals('category.id', category.id)], [category.id])
  const list = useList<Reward>(rewards, { columns: rewardColumns, filters: ['name', 'code', 'hidden'], fixed })
  const edit = (record: string | undefined) => setSearch(now => ({ ...now, record }))
  return (
    <>
      <PageHeader
        title={category.name}
        meta={<ShelfTag hidden={category.hidden} />}
        actions={
          mayWrite && (
            <>
              <Button onClick={() => setMoving(true)}>{t('store.moveIn')}</Button>
              <ShelfAct of={{ is: 'category', row: category }} />
            </>
          )
        }
      />
      <Section title={t('store.facts')}>
        <Descriptions of={rewardCategories} row={category} facts={facts} />
      </Section>
      <Section title={t('store.rewardsOfIt')}>
        <ListView<Reward>
          list={list}
          label={t('store.rewardsOfIt')}
          embedded
          emptyHint={t('store.emptyCategory')}
          {...(mayWrite && {
            onOpen: row => edit(String(row.id)),
            onNew: () => edit('new'),
            newLabel: t('store.addReward'),
            rowActions: row => <ShelfAct of={{ is: 'reward', row }} size="small" />,
          })}
        />
      </Section>
      <Section title={t('store.history')}>
        <History of={rewardCategories} id={category.id} />
      </Section>
      <RecordDrawer
        of={rewards}
        wanted={search['record']}
        rows={list.rows}
        form={{ draw: ({ record, done }) => <RewardForm record={record} categoryId={category.id} done={done} /> }}
        called={({ name }) => name}
        onClose={() => edit(undefined)}
        onReopen={edit}
      />
      {moving && <MoveIn category={category} onClose={() => setMoving(false)} />}
    </>
  )
}

/** Rewards of other categories come into this one. */
function MoveIn({ category, onClose }: { category: Category; onClose: () => void }) {
  const [ids, setIds] = useState<readonly number[]>([])
  const [busy, setBusy] = useState(false)
  const toast = useToast()
  const cache = useQueryClient()
  const move = async () => {
    setBusy(true)
    try {
      for (const id of ids) {
        const row = await call(rewards.get, { id })
        await call(rewards.update, { id, body: { ...factsOf(rewards, row), categoryId: category.id, version: row.version } as never })
      }
      toast.done(t('store.movedIn'))
      onClose()
    } catch (error) {
      toast.failed(error)
    } finally {
      setBusy(false)
      await Promise.all(['rewards', 'rewardCategories', 'auditLogs'].map(key => cache.invalidateQueries({ queryKey: [key] })))
    }
  }
  return (
    <DialogForm title={t('store.moveInto', { name: category.name })} open onClose={onClose}>
      <ReferencesSelect
        aria-label={t('store.rewards')}
        resource={rewards.name}
        value={ids}
        conditions={[`category.id<>${category.id}`]}
        placeholder={t('kit.chooseOne')}
        onChange={setIds}
      />
      <p>
        <Button type="primary" disabled={ids.length === 0} loading={busy} onClick={() => void move()}>
          {t('store.moveIn')}
        </Button>
      </p>
    </DialogForm>
  )
}
