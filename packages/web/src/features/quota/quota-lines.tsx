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

/** A group has a name and words said of it; what is wrong are the controls within. */
const named = (given: object) => Object.fromEntries(Object.entries(given).filter(([name]) => /^aria-(labelled|described)by$/.test(name)))

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
  const chosen = new Set(lines.map(({ userCardId }) => userCardId))
  return (
    <div className="quota-lines" role="group" {...(id && { id })} {...named(rest)}>
      {lines.map((line, at) => (
        <QuotaLine
          key={known[at]}
          line={line}
          at={at}
          isLast={at === lines.length - 1}
          options={options.filter(option => option.value === line.userCardId || !chosen.has(option.value))}
          onChange={part => onChange?.(lines.with(at, { ...line, ...part }))}
          onSwap={other => swap(at, other)}
          onRemove={() => become(lines.toSpliced(at, 1), known.toSpliced(at, 1))}
          onBlur={onBlur}
        />
      ))}
      <Button icon={<PlusOutlined aria-hidden />} onClick={() => become([...lines, {}], [...known, Math.max(-1, ...known) + 1])}>
        {t('quota.addCard')}
      </Button>
    </div>
  )
}

interface LineProps {
  readonly line: Line
  readonly at: number
  readonly isLast: boolean
  readonly options: { value: number; label: string }[]
  readonly onChange: (part: Line) => void
  readonly onSwap: (other: number) => void
  readonly onRemove: () => void
  readonly onBlur: (() => void) | undefined
}
function QuotaLine({ line: { userCardId, amountCents }, at, isLast, options, onChange, onSwap, onRemove, onBlur }: LineProps) {
  const act = (of: 'up' | 'down' | 'remove') => ({ type: 'text' as const, 'aria-label': t(`quota.${of}`, { at: at + 1 }) })
  return (
    <div className="quota-line">
      <Select
        aria-label={t('quota.cardOf', { at: at + 1 })}
        value={userCardId ?? null}
        placeholder={t('quota.chooseCard')}
        options={options}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={next => onChange({ userCardId: next ?? undefined })}
        onBlur={onBlur}
      />
      <Amount
        aria-label={t('quota.amountOf', { at: at + 1 })}
        placeholder={t('kit.titled', { label: t('quota.one'), unit: t('kit.unitMoney') })}
        value={amountCents}
        onChange={next => onChange({ amountCents: next })}
        {...(onBlur && { onBlur })}
      />
      <span className="quota-line-acts">
        <Button {...act('up')} icon={<ArrowUpOutlined aria-hidden />} disabled={at === 0} onClick={() => onSwap(at - 1)} />
        <Button {...act('down')} icon={<ArrowDownOutlined aria-hidden />} disabled={isLast} onClick={() => onSwap(at + 1)} />
        <Button {...act('remove')} icon={<DeleteOutlined aria-hidden />} onClick={onRemove} />
      </span>
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
