import { authorisations, type RowOf } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../core/api.ts'
import { inCurrency } from '../../core/money.ts'
import { anyOf, equals, orNull, searchText } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import type { Values } from '../../kit/form/values.ts'
import { choiceLabel } from '../../kit/label.ts'
import { Select } from '../../kit/ui.ts'
import { useSettled } from '../../kit/use-settled.ts'

export type WaitingHold = RowOf<typeof authorisations>
export const noHolds: readonly WaitingHold[] = []

/** A card as it is typed; undefined while it is none. */
export function typedCard({ cardNumber }: Values): string | undefined {
  const card = typeof cardNumber === 'string' ? cardNumber.replaceAll(' ', '') : ''
  return /^[0-9A-Za-z-]{4,32}$/.test(card) ? card : undefined
}

/** Holds of the card at the nozzle that wait for their fill: at this station, open or gray. A till asks without a nozzle. */
function waitingOf(values: Values, stationId: number): string | undefined {
  const card = typedCard(values)
  const { payType, nozzleControlId } = values
  if (payType !== 'card' || card === undefined || typeof nozzleControlId !== 'number') return undefined
  return searchText([
    anyOf('status', ['open', 'gray']),
    equals('station.id', stationId),
    equals('userCard.number', card),
    orNull('nozzleControl.id', [nozzleControlId]),
  ])
}

/** Looks for holds that the sale could end, once the card and the nozzle are known. */
export function FindHolds({
  values,
  stationId,
  found,
}: {
  values: Values
  stationId: number
  found: (holds: readonly WaitingHold[]) => void
}) {
  const may = useMay(authorisations.list.permission)
  const search = useSettled(waitingOf(values, stationId))
  const { data } = useQuery({
    queryKey: ['authorisations', 'waiting', search],
    enabled: may && search !== undefined,
    queryFn: ({ signal }) => call(authorisations.list, { query: { search: search!, size: 10 } }, { signal }),
  })
  const holds = search === undefined ? undefined : data?.content
  useEffect(() => found(holds ?? noHolds), [holds, found])
  return null
}

const wordsOf = ({ createdDate, approvedCents, status }: WaitingHold) =>
  `${time(createdDate)} · ${inCurrency(approvedCents)} · ${choiceLabel('authorisations', 'status', status)}`

/** One of them, or none. */
export const holdControl =
  (holds: readonly WaitingHold[]): OwnControl =>
  ({ value, onChange, values: _values, change: _change, field: _field, ...rest }) => (
    <Select
      {...rest}
      allowClear
      value={(value as number | undefined) ?? null}
      placeholder={t('kit.chooseOne')}
      style={{ width: '100%' }}
      options={holds.map(hold => ({ value: hold.id, label: wordsOf(hold) }))}
      onChange={(chosen: number | null | undefined) => onChange?.(chosen ?? undefined)}
    />
  )
