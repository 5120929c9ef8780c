import { cars, issueUserCard } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../core/api.ts'
import { inCurrency } from '../../core/money.ts'
import { equals, isNull, searchText } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { driverControl } from '../../kit/driver-select.tsx'
import { allRules, confirmAmount, confirmWhen } from '../../kit/form/confirmed.ts'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { ActForm } from '../../kit/form/forms.tsx'
import type { Rules } from '../../kit/form/rules.ts'
import type { Values } from '../../kit/form/values.ts'
import { Select } from '../../kit/ui.ts'
import { amountWithin, figure } from './card-rules.ts'
import { describing } from './describing.ts'
import type { Card } from './whole-card.ts'

const usual = [
  'number',
  'userId',
  'name',
  'fuelType',
  'payPassword',
  'passwordFromCents',
  'paymentCentsMax',
  'dayCentsMax',
  'validUntil',
  'remark',
]
const when = confirmWhen(({ assignCents }) => assignCents)
const changes = ['userCards', 'userCardDetails', 'groups', 'fleetEmployees']

interface NewSubProps {
  master: Card
  /** What the master card holds is spent by its sub cards: nothing is allocated. */
  shares: boolean
  /** No sub card is issued to an employee. */
  ofVehicles: boolean
  close: () => void
}

/** Issued at the counter: of the product of its master, to an employee of the fleet or for a vehicle, with its first money. */
export function NewSub({ master, shares, ofVehicles, close }: NewSubProps) {
  const { groupId } = master
  const controls = useMemo(() => ({ userId: driverControl(groupId), plates: platesControl(groupId) }), [groupId])
  const mayLimit = useMay('card.terms')
  const mayAssign = useMay('card.assign') && !shares
  const fields = useMemo(
    () => [
      ...usual.filter(field => !(ofVehicles && field === 'userId')),
      ...(mayLimit ? ['plates'] : []),
      ...(mayAssign ? ['assignCents', 'confirmAmountCents'] : []),
    ],
    [ofVehicles, mayLimit, mayAssign],
  )
  return (
    <ActForm
      of={issueUserCard}
      words="userCards"
      fields={fields}
      controls={controls}
      when={when}
      rules={values => firstMoney(master, values)}
      defaults={{ kind: 'sub', cardId: master.cardId, parentId: master.id }}
      changes={changes}
      submitLabel={t('fleet.addSub')}
      done={t('cardPage.issued')}
      onDone={close}
      onCancel={close}
    />
  )
}

/** What the master card gives is bounded by what it has. */
function firstMoney({ principalCents: most }: Card, values: Values): Rules {
  const { assignCents } = values
  if (typeof assignCents !== 'number' || assignCents <= 0) return {}
  const of = t('fleet.principalOf', { card: t('fleet.masterCard') })
  const words = t('act.atMostOf', { most: inCurrency(most), of })
  const by = amountWithin(assignCents, most)
  return allRules(confirmAmount(values, assignCents), {
    limits: { assignCents: words },
    wrong: { assignCents: assignCents > most ? words : undefined },
    figures: [figure(of, most, by === undefined ? undefined : -by)],
  })
}

const shown = 500

/** The vehicles of the fleet to choose from; another plate is typed. */
function Plates({ fleetId, id, value, onChange, onBlur, disabled, ...rest }: Parameters<OwnControl>[0] & { fleetId: number | null }) {
  const search = searchText([equals('group.id', fleetId ?? 0), isNull('removedDate')])
  const { data } = useQuery({
    queryKey: ['cars', 'options', search],
    queryFn: ({ signal }) => call(cars.list, { query: { page: 0, size: shown, search } }, { signal }),
  })
  return (
    <Select
      {...describing(rest)}
      {...{ id, onBlur, disabled }}
      mode="tags"
      value={(value as string[] | undefined) ?? []}
      options={(data?.content ?? []).map(({ plate }) => ({ value: plate, label: plate }))}
      placeholder={t('kit.chooseOne')}
      style={{ width: '100%' }}
      onChange={(chosen: string[]) => onChange?.(chosen.length > 0 ? chosen : undefined)}
    />
  )
}

const platesControl =
  (fleetId: number | null): OwnControl =>
  props => <Plates {...props} fleetId={fleetId} />
