import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { userCards } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { equals, isNull, searchText } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { Amount } from '../../kit/form/amount.tsx'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { grouped } from '../../kit/show.ts'
import { Button, Select } from '../../kit/ui.ts'
import './quota.css'

interface Line {
  readonly userCardId?: number | undefined
  readonly amountCents?: number | null | undefined
}
const most = 500

/** Sub cards with quotas of their own, in the order in which they are served: each is moved up or down where it stands. */
function QuotaLines({ groupId, id, value, onChange, onBlur, ...rest }: Parameters<OwnControl>[0] & { groupId: number }) {
  const lines = (value ?? []) as readonly Line[]
  const options = useSubCards(groupId)
  // Lines have no name of their own; each keeps the key that it was given when it came.
  const [keys, setKeys] = useState<readonly number[]>([])
  const known = lines.map((_, at) => keys[at] ?? at)
  const become = (next: readonly Line[], nextKeys: readonly number[]) => {
    setKeys(nextKeys)
    onChange?.(next)
  }
  const swap = (at: number, other: number) =>
    become(lines.with(at, lines[other]!).with(other, lines[at]!), known.with(at, known[other]!).with(other, known[at]!))
  const change = (at: number, part: Line) => onChange?.(lines.with(at, { ...lines[at], ...part }))
  const chosen = new Set(lines.map(({ userCardId }) => userCardId))
  return (
    <div className="quota-lines" role="group" id={id} aria-labelledby={rest['aria-labelledby']} aria-describedby={rest['aria-describedby']}>
      {lines.map(({ userCardId, amountCents }, at) => (
        <div key={known[at]} className="quota-line">
          <Select
            aria-label={t('quota.cardOf', { at: at + 1 })}
            value={userCardId ?? null}
            placeholder={t('quota.chooseCard')}
            options={options.filter(option => option.value === userCardId || !chosen.has(option.value))}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={next => change(at, { userCardId: next ?? undefined })}
            onBlur={onBlur}
          />
          <Amount
            aria-label={t('quota.amountOf', { at: at + 1 })}
            value={amountCents}
            onChange={next => change(at, { amountCents: next })}
            {...(onBlur && { onBlur })}
          />
          <span className="quota-line-acts">
            <Button
              type="text"
              icon={<ArrowUpOutlined aria-hidden />}
              aria-label={t('quota.up', { at: at + 1 })}
              disabled={at === 0}
              onClick={() => swap(at, at - 1)}
            />
            <Button
              type="text"
              icon={<ArrowDownOutlined aria-hidden />}
              aria-label={t('quota.down', { at: at + 1 })}
              disabled={at === lines.length - 1}
              onClick={() => swap(at, at + 1)}
            />
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('quota.remove', { at: at + 1 })}
              onClick={() => become(lines.toSpliced(at, 1), known.toSpliced(at, 1))}
            />
          </span>
        </div>
      ))}
      <Button icon={<PlusOutlined aria-hidden />} onClick={() => become([...lines, {}], [...known, Math.max(-1, ...known) + 1])}>
        {t('quota.addCard')}
      </Button>
    </div>
  )
}

/** The sub cards of a fleet by what they are called and their numbers. */
function useSubCards(groupId: number) {
  const search = searchText([equals('group.id', groupId), equals('kind', 'sub'), isNull('closedTime')])
  const { data } = useQuery({
    queryKey: [userCards.name, 'options', search],
    queryFn: ({ signal }) => call(userCards.list, { query: { page: 0, size: most, search, sort: 'name,asc' } }, { signal }),
  })
  return (data?.content ?? []).map(({ id, name, number }) => ({ value: id, label: `${name} ${grouped(number, 'cardNumber')}`.trim() }))
}

export const quotaLinesControl =
  (groupId: number): OwnControl =>
  props => <QuotaLines {...props} groupId={groupId} />
