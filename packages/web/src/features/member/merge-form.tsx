import { memberMerge, type Returned } from '@forecourt/contract'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { grouped } from '../../kit/show.ts'
import { noneOf } from '../../core/search.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { ActForm } from '../../kit/form/forms.tsx'
import type { Values } from '../../kit/form/values.ts'
import { ReferenceSelect } from '../../kit/reference.tsx'
import type { Row } from '../../kit/reference-options.ts'
import { Alert, Segmented } from '../../kit/ui.ts'
import type { Member } from './member-row.ts'

type Preview = Returned<typeof memberMerge.preview>
type Person = Pick<Member, 'name' | 'mobile'>

interface MergeProps {
  member: Member
  onDone: (answer: Returned<typeof memberMerge.merge>) => void
  onCancel: () => void
}

/** 合并会员: the one that was added first stays, whichever of the two is on the screen. */
export function MergeForm({ member, onDone, onCancel }: MergeProps) {
  const { id, mobile } = member
  const [other, setOther] = useState<Row>()
  const mobiles = [mobile, (other as Person | undefined)?.mobile].flatMap(number => number ?? [])
  return (
    <>
      <p className="k-quiet">{t('memberEnd.mergeHelp')}</p>
      <ActForm
        of={memberMerge.merge}
        id={id}
        words="memberEnd"
        changes={['members', 'userCards', 'auditLogs']}
        fields={['otherId', 'mobile', 'reason']}
        when={{ mobile: () => mobiles.length > 1 }}
        controls={{ otherId: otherControl(id, setOther), mobile: mobileControl(mobiles) }}
        preview={values => previewOf(id, values)}
        effect={(_, preview) => preview && <Outcome of={preview} />}
        pinFor={() => ({ action: 'member.merge', subject: `members:${id}` })}
        submitLabel={t('memberEnd.merge')}
        danger
        done={t('memberEnd.merged')}
        onDone={onDone}
        onCancel={onCancel}
      />
    </>
  )
}

/** Two of one name are told apart by their numbers. */
const called = (row: Row) => {
  const { name, mobile } = row as unknown as Person
  return [name, mobile && grouped(mobile, 'phone')].filter(Boolean).join(' · ')
}

const otherControl =
  (own: number, chosen: (row: Row | undefined) => void): OwnControl =>
  ({ id, value, onChange, disabled }) => (
    <ReferenceSelect
      resource="members"
      conditions={[noneOf('id', [own])]}
      label={called}
      id={id}
      value={typeof value === 'number' ? value : undefined}
      {...(disabled && { disabled })}
      aria-label={t('memberEnd.otherId')}
      onChange={(next, row) => {
        chosen(row)
        onChange?.(next)
      }}
    />
  )

const mobileControl =
  (mobiles: readonly string[]): OwnControl =>
  ({ id, value, onChange, disabled }) => (
    <Segmented
      id={id}
      {...(disabled && { disabled })}
      value={typeof value === 'string' ? value : mobiles[0]!}
      options={mobiles.map(number => ({ value: number, label: grouped(number, 'phone') }))}
      onChange={next => onChange?.(next)}
    />
  )

function previewOf(id: number, { otherId }: Values) {
  if (typeof otherId !== 'number') return undefined
  return {
    key: ['members', 'merge', id, otherId],
    read: (signal: AbortSignal) => call(memberMerge.preview, { id, query: { otherId } }, { signal }),
  }
}

/** Who stays, and what goes over. */
const Outcome = ({ of: { into, from, cards } }: { of: Preview }) => (
  <Alert
    type="info"
    title={t('memberEnd.stays', { name: into.name, date: time(into.createdDate, 'day'), other: from.name })}
    description={
      cards.length === 0
        ? t('memberEnd.movesNone')
        : t('memberEnd.moves', { cards: cards.map(({ number }) => grouped(number, 'cardNumber')).join(t('kit.comma')) })
    }
  />
)
