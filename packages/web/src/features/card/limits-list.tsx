import { cardLimitProfiles, type RowOf } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { session } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import { Bones } from '../../kit/feedback/states.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import type { FormOptions } from '../../kit/form/record-form.tsx'
import { referencesOf } from '../../kit/judgement/line-words.ts'
import { useNamed } from '../../kit/judgement/use-named.ts'
import { later, WhileLoading } from '../../kit/later.tsx'
import { Drill } from '../../kit/links.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { mayOpen } from '../../kit/page/access.ts'
import { addressOf } from '../../kit/page/address.ts'
import { limitsOf, phrasesOf, sentenceOf } from './limit-words.ts'
import './card.css'

type Profile = RowOf<typeof cardLimitProfiles>
const RangeForm = later(() => import('./range-form.tsx'))

const columns: readonly ColumnInput<Profile>[] = [
  { path: 'name', width: 220 },
  { key: 'limits', title: t('limits.summary'), cell: row => <Summary row={row} />, width: 520, phone: 'more' },
  { path: 'cardCount', width: 120, cell: row => <Cards row={row} />, phone: 'amount' },
  { path: 'createdDate', width: 180, hidden: true },
]
const filters: readonly FilterInput<Profile>[] = ['name', 'cardCount', 'createdDate']

const form: FormOptions = {
  fields: ['name'],
  draw: ({ record, done }) => (
    <WhileLoading show={<Bones rows={8} />}>
      <ProfileForm key={record?.version} record={record as Profile | undefined} done={done} />
    </WhileLoading>
  ),
}

/** 限额方案: limits that many cards share; which they are in words, and the cards that have them. */
export default function LimitsList() {
  return <CrudPage of={cardLimitProfiles} columns={columns} filters={filters} emptyHint={t('limits.emptyHint')} form={form} />
}

function Summary({ row: { rangeOfUse } }: { row: Profile }) {
  const limits = limitsOf(rangeOfUse, 'profile')
  const nameOf = useNamed(referencesOf(limits))
  const words = sentenceOf(phrasesOf(limits, nameOf))
  // One line, as high as the other rows; the whole stands in the form.
  return <span title={words}>{words}</span>
}

/** How many cards have it, leading to them. */
function Cards({ row: { id, cardCount } }: { row: Profile }) {
  const to = cardCount > 0 && mayOpen('cardQuery', session().profile) ? addressOf('cardQuery', {}, { limitProfileId: id }) : undefined
  return <Drill to={to}>{count(cardCount)}</Drill>
}

function ProfileForm({ record, done }: { record: Profile | undefined; done: () => void }) {
  const cache = useQueryClient()
  const toast = useToast()
  return (
    <RangeForm
      label={t('limits.profileForm')}
      name={record?.name ?? ''}
      range={record?.rangeOfUse}
      onSave={async (rangeOfUse, name) => {
        if (record)
          await call(cardLimitProfiles.update, { id: record.id, body: { name, rangeOfUse, version: record.version } }, { quiet: true })
        else await call(cardLimitProfiles.create, { body: { name, rangeOfUse } }, { quiet: true })
        toast.done(t(record ? 'kit.saved' : 'kit.added'))
        await Promise.all(['cardLimitProfiles', 'userCards'].map(name_ => cache.invalidateQueries({ queryKey: [name_] })))
        done()
      }}
    />
  )
}
