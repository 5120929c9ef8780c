import { memberTags, tags, type RecordNamed } from '@forecourt/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { saidOnPage } from '../../kit/detail/use-record.ts'
import { useToast } from '../../kit/feedback/toast.ts'
import { ActForm, DialogForm } from '../../kit/form/forms.tsx'
import type { ControlProps } from '../../kit/form/control-props.ts'
import { Drill, pathTo } from '../../kit/links.ts'
import { ReferenceSelect } from '../../kit/reference.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import './tag.css'

type Carried = RecordNamed<'memberTags'>
const changed = ['tags', 'memberTags', 'members', 'auditLogs']

/** 标签: those that a member carries, by hand or by rule; those by hand are given and taken here. @source requirement MEM-044 */
export function MemberTags({ userId }: { userId: number }) {
  const { visible } = usePage()
  const mayWrite = useMay('tag.write')
  const [giving, setGiving] = useState(false)
  const query = { page: 0, size: 100, search: equals('user.id', userId), expand: ['tag'] }
  const list = useQuery({
    queryKey: [memberTags.name, 'list', query],
    enabled: visible,
    queryFn: ({ signal }) => call(memberTags.list, { query }, { signal, company: true }) as Promise<{ content: Carried[] }>,
    meta: saidOnPage,
  })
  if (list.error) return <Failed error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <Bones rows={4} />
  return (
    <>
      {list.data.content.length === 0 && <p className="k-quiet">{t('tagPage.memberHasNone')}</p>}
      <ul className="tag-words">
        {list.data.content.map(carried => (
          <CarriedTag key={carried.id} carried={carried} mayTake={mayWrite} />
        ))}
      </ul>
      {mayWrite && <Button onClick={() => setGiving(true)}>{t('tagPage.giveMember')}</Button>}
      <GiveMembers userIds={giving ? [userId] : undefined} onClose={() => setGiving(false)} />
    </>
  )
}

function CarriedTag({ carried, mayTake }: { carried: Carried; mayTake: boolean }) {
  const cache = useQueryClient()
  const toast = useToast()
  const { tag, tagId, userId, createdDate } = carried
  const take = async () => {
    try {
      await call(tags.take, { id: tagId, body: { userIds: [userId] } })
      toast.done(t('tagPage.taken'))
      await Promise.all(changed.map(name => cache.invalidateQueries({ queryKey: [name] })))
    } catch (error) {
      toast.failed(error)
    }
  }
  const { name = '', kind } = (tag ?? {}) as Partial<RecordNamed<'tags'>>
  return (
    <li>
      <Drill to={pathTo('tags', tagId)}>{name}</Drill>{' '}
      <span className="k-quiet">
        {t(kind === 'rule' ? 'tagPage.byRuleSince' : 'tagPage.byHandSince', { date: time(createdDate, 'day') })}
      </span>
      {mayTake && kind === 'hand' && (
        <Button type="link" size="small" danger aria-label={t('tagPage.takeOf', { name })} onClick={() => void take()}>
          {t('tagPage.take')}
        </Button>
      )}
    </li>
  )
}

const byHand = [equals('kind', 'hand')]
const chooseTag = ({ id, value, onChange, disabled }: ControlProps) => (
  <ReferenceSelect {...{ id, value, disabled }} resource={tags.name} conditions={byHand} onChange={chosen => onChange?.(chosen)} />
)

/** Gives one of the tags by hand to members: to the one whose page it is, or to those who were chosen in a list. */
export function GiveMembers({ userIds, onClose }: { userIds: readonly number[] | undefined; onClose: () => void }) {
  return (
    <DialogForm title={t('tagPage.giveMembers', { count: count(userIds?.length ?? 0) })} open={userIds !== undefined} onClose={onClose}>
      <ActForm
        of={tags.give}
        words="tagGive"
        changes={changed}
        controls={{ tagId: chooseTag }}
        fields={['tagId']}
        defaults={{ userIds }}
        submitLabel={t('tagPage.give')}
        done={({ changed: given }) => t('tagPage.given', { count: count(given) })}
        onDone={onClose}
        onCancel={onClose}
      />
    </DialogForm>
  )
}
