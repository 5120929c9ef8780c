import { depotCalls, depots, takeBackTransfer, transferDepot, type depotTransfers, type RowOf } from '@forecourt/contract'
import { call } from '../../core/api.ts'
import { tons } from '../../core/money.ts'
import { today } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { ActButton } from '../../kit/form/act-button.tsx'
import type { Preview } from '../../kit/form/act-form.tsx'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import type { Rules } from '../../kit/form/rules.ts'
import type { Values } from '../../kit/form/values.ts'
import { anyOf } from '../../core/search.ts'
import { ReferenceSelect } from '../../kit/reference.tsx'

type Depot = Pick<RowOf<typeof depots>, 'id' | 'name' | 'baseFuels'>
/** What may leave, and what lies at the other end: of the fuel and the day that are chosen. */
interface Held {
  readonly mostKg: number
  readonly stockKg: number
  readonly thereKg: number | undefined
}

const fields = ['baseFuelId', 'toDepotId', 'day', 'weightKg', 'remark']
const changes = ['depots', 'depotTransfers', 'auditLogs']

/** 调拨: fuel to another depot. The form says how much may go: what lies there on that day and is not needed on a later one. */
export function TransferAct({ depot, inRow = false }: { depot: Depot; inRow?: boolean }) {
  const ids = depot.baseFuels.map(({ baseFuelId }) => baseFuelId)
  const ofDepot = [anyOf('id', ids)]
  const chooseFuel: OwnControl = ({ field: _field, values: _values, change: _change, onChange, ...rest }) => (
    <ReferenceSelect {...rest} resource="baseFuels" conditions={ofDepot} onChange={id => onChange?.(id)} />
  )
  const others = [`id<>${depot.id}`, 'endedDate:null']
  const chooseOther: OwnControl = ({ field: _field, values: _values, change: _change, onChange, ...rest }) => (
    <ReferenceSelect {...rest} resource="depots" conditions={others} onChange={id => onChange?.(id)} />
  )
  return (
    <ActButton
      of={transferDepot}
      words="depotTransfers"
      label={t('supply.transfer')}
      title={t('supply.transferFrom', { name: depot.name })}
      button={inRow ? { type: 'link', size: 'small' } : { type: 'primary' }}
      fields={fields}
      changes={changes}
      controls={{ baseFuelId: chooseFuel, toDepotId: chooseOther }}
      defaults={{ depotId: depot.id, day: today(), ...(ids.length === 1 && { baseFuelId: ids[0] }) }}
      preview={(values: Values) => previewOf(depot.id, values)}
      rules={(values, held) => rulesOf(depot.id, values, held)}
      submitLabel={t('supply.transfer')}
      done={t('supply.transferred')}
    />
  )
}

/** 撤回调拨: of either leg; the fuel lies again where it came from. */
export function TakeBackTransfer({ of }: { of: RowOf<typeof depotTransfers> }) {
  const { transferId, isTakenBack, isReversal, weightKg, day } = of
  if (transferId === null || isTakenBack || isReversal) return null
  return (
    <ActButton
      of={takeBackTransfer}
      id={transferId}
      words="depotTransfers"
      label={t('supply.takeBackTransfer')}
      title={t('supply.takeBackTransferOf', { day, tons: tons(weightKg) })}
      button={{ type: 'link', size: 'small' }}
      changes={changes}
      effect={() => t('supply.takeBackTransferHelp')}
      submitLabel={t('supply.takeBackTransfer')}
      done={t('supply.tookBackTransfer')}
      danger
    />
  )
}

function previewOf(id: number, { baseFuelId, toDepotId, day }: Values): Preview<Held> | undefined {
  if (typeof baseFuelId !== 'number' || typeof day !== 'string') return undefined
  const of = async (depotId: number, signal: AbortSignal) =>
    (await call(depotCalls.book, { id: depotId, query: { from: day, to: day } }, { signal })).fuels.find(
      fuel => fuel.baseFuelId === baseFuelId,
    )
  return {
    key: ['depots', 'held', id, baseFuelId, toDepotId, day],
    read: async signal => {
      const [here, there] = await Promise.all([of(id, signal), typeof toDepotId === 'number' ? of(toDepotId, signal) : undefined])
      return { mostKg: here?.mostKg ?? 0, stockKg: here?.stockKg ?? 0, thereKg: there?.stockKg }
    },
  }
}

function rulesOf(id: number, { weightKg, toDepotId }: Values, held: Held | undefined): Rules {
  const moved = typeof weightKg === 'number' && !Number.isNaN(weightKg) ? weightKg : undefined
  const most = held && t('supply.mostTransfer', { most: tons(held.mostKg) })
  const after = (before: number | undefined, by: number | undefined) => (before === undefined || by === undefined ? undefined : before + by)
  return {
    limits: { weightKg: most },
    wrong: {
      ...(toDepotId === id && { toDepotId: t('supply.sameDepot') }),
      ...(held && moved !== undefined && moved > held.mostKg && { weightKg: most }),
    },
    ...(held && {
      figures: [
        { label: t('supply.stockHere'), unit: 'tons', before: held.stockKg, after: after(held.stockKg, moved && -moved) },
        { label: t('supply.stockThere'), unit: 'tons', before: held.thereKg, after: after(held.thereKg, moved) },
      ],
    }),
  }
}
