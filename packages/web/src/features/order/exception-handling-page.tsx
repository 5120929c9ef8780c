import { stuckFuellings, type StuckFuelling } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../core/api.ts'
import { useReadWhenTold } from '../../core/live/use-live.ts'
import { inCurrency } from '../../core/money.ts'
import { useMay, useSession } from '../../core/session.ts'
import { lasting, time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Bones, Empty, Failed } from '../../kit/feedback/states.tsx'
import { ActButton } from '../../kit/form/act-button.tsx'
import type { ControlProps } from '../../kit/form/control-props.ts'
import { choiceLabel } from '../../kit/label.ts'
import { later, WhileLoading } from '../../kit/later.tsx'
import { Drill } from '../../kit/links.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { State } from '../../kit/state.tsx'
import { Segmented } from '../../kit/ui.ts'
import { reach } from './cells.tsx'
import './exception-handling.css'

const everyMs = 60_000

/**
 * 异常处理: nozzles that are stuck, orders whose payment does not end, and fuel for listed cards or beyond a hold, each with what can be
 * done about it.
 */
export default function ExceptionHandlingPage() {
  const { search, setSearch } = usePage()
  const mayCauses = useMay('order.releaseCause.read')
  const causes = mayCauses && search['tab'] === 'causes'
  const bar = mayCauses && (
    <Segmented
      className="stuck-tabs"
      aria-label={t('stuck.tabs')}
      value={causes ? 'causes' : 'open'}
      onChange={tab => setSearch({ tab: tab === 'causes' ? tab : undefined })}
      options={[
        { value: 'open', label: t('stuck.tab_open') },
        { value: 'causes', label: t('stuck.tab_causes') },
      ]}
    />
  )
  if (!causes) return <ToHandle>{bar}</ToHandle>
  return (
    <WhileLoading show={<Bones rows={6} />}>
      <CausesList>{bar}</CausesList>
    </WhileLoading>
  )
}
const CausesList = later(() => import('./release-causes-list.tsx'))

function ToHandle({ children }: { children: ReactNode }) {
  const { title, visible } = usePage()
  const station = useSession(({ atStation }) => atStation)
  const { data, error, refetch, isPending, dataUpdatedAt } = useQuery({
    queryKey: [stuckKey, station?.id],
    enabled: visible && station !== undefined,
    refetchInterval: everyMs,
    queryFn: async ({ signal }) => (await call(stuckFuellings.list, { query: { stationId: station!.id } }, { signal })).content,
  })
  useReadWhenTold(['nozzleStatus', 'orders'], () => visible && void refetch())
  return (
    <>
      <PageHeader title={title} meta={t('stuck.help')} />
      {children}
      {error && !data ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {isPending && !error && (
        <div className="stuck">
          <Bones rows={4} />
        </div>
      )}
      {data?.length === 0 && <Empty title={t('stuck.none')} hint={t('stuck.noneHelp')} />}
      {data && data.length > 0 && (
        <ul className="stuck" aria-label={title}>
          {data.map(row => (
            <Stuck key={keyOf(row)} row={row} now={dataUpdatedAt} />
          ))}
        </ul>
      )}
    </>
  )
}
const stuckKey = 'stuckFuellings'

/** An order may stand there twice: its card is on the black list, and its hold was too small. */
const keyOf = ({ listed, beyond, nozzle, orders }: StuckFuelling) =>
  `${listed ? 'listed' : beyond ? 'beyond' : ''} ${nozzle ? `nozzle ${nozzle.id}` : `order ${orders[0]!.id}`}`

function Stuck({ row, now }: { row: StuckFuelling; now: number }) {
  const { since, nozzle, listed, beyond, orders } = row
  const delivered = listed || beyond
  const name = nozzle
    ? t('stuck.nozzle', { number: nozzle.logicNo, dispenser: nozzle.dispenser })
    : listed
      ? t('stuck.listedCard', { number: listed.number })
      : beyond
        ? t('stuck.heldCard', { number: beyond.cardNumber })
        : t('stuck.shop')
  return (
    <li>
      <div className="stuck-what">
        <h2>{name}</h2>
        {nozzle && <State member={nozzle.state ?? 'offline'}>{choiceLabel('nozzleControls', 'state', nozzle.state ?? 'offline')}</State>}
      </div>
      <p>{whatIsWrong(row)}</p>
      <p className="k-quiet">{t('stuck.since', { time: time(since, 'minute'), lasts: lasting(Math.max(0, now - Date.parse(since))) })}</p>
      {orders.map(({ id, orderNo, totalCents }) => (
        <p key={id}>
          <Drill to={reach('allDetails', {}, { orderId: id })}>{orderNo}</Drill> {inCurrency(totalCents)}{' '}
          {!delivered && t('stuck.orderLocked')}
        </p>
      ))}
      <div className="stuck-acts">{nozzle ? <Release nozzle={nozzle} name={name} orders={orders.length} /> : atOrder(row)}</div>
    </li>
  )
}

function whatIsWrong({ nozzle, listed, beyond }: StuckFuelling): string {
  if (listed) return t('stuck.listed', { reason: t(`stuck.reason_${listed.reason}`) })
  if (beyond) return t(`stuck.beyond_${beyond.how}`, { held: inCurrency(beyond.heldCents) })
  return nozzle?.stuck ? t('stuck.busy') : t('stuck.locked')
}
const atOrder = ({ listed, beyond }: StuckFuelling) => (listed ? t('stuck.atRefund') : beyond ? t('stuck.atHold') : t('stuck.atOrder'))

interface ReleaseProps {
  readonly nozzle: NonNullable<StuckFuelling['nozzle']>
  readonly name: string
  readonly orders: number
}

const CauseSelect = later(() => import('./cause-select.tsx'))
const causeControl = { causeId: (props: ControlProps) => <CauseSelect {...props} /> }

/** Whether the pump hangs is seen by a person, where no device says so. */
const Release = ({ nozzle, name, orders }: ReleaseProps) => (
  <ActButton
    of={stuckFuellings.release}
    id={nozzle.id}
    words="stuck"
    changes={[stuckKey, 'orders', 'home', 'dispensers', 'nozzleControls']}
    label={t('stuck.release')}
    title={t('stuck.releaseOf', { name })}
    fields={nozzle.state === 'idle' ? ['causeId', 'reason'] : ['causeId', 'reason', 'pumpIsIdle']}
    controls={causeControl}
    effect={() => [t('stuck.effect'), orders > 0 && t('stuck.effectOrders', { count: orders })].filter(Boolean).join(' ')}
    submitLabel={t('stuck.release')}
    done={t('stuck.released', { name })}
  />
)
