import { nearMinutes, priceChanges } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { useMay } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Time } from '../../kit/detail/figures.tsx'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button, Drawer } from '../../kit/ui.ts'
import { PriceChangeDetails, PriceChangeTitle } from './price-change-details.tsx'
import { pricesWords, Standing, standingWords, type Change } from './price-change-words.tsx'
import { priceChanges as changed } from './set-back.tsx'
import './price-change.css'

const stationWords = ({ stationNames = [] }: Change) => stationNames.join(t('kit.comma'))
const statusWords = ({ status = 'wait', unconfirmed = 0 }: Change) =>
  status === 'wait' && unconfirmed > 0 ? t('priceChange.unconfirmed', { count: unconfirmed }) : standingWords(status, false)

function Status({ of: change }: { of: Change }) {
  const { status = 'wait', unconfirmed = 0 } = change
  if (status !== 'wait' || unconfirmed === 0) return <Standing status={status} inForce={false} />
  return <span className="k-tag k-busy">{statusWords(change)}</span>
}

const columns: readonly ColumnInput<Change>[] = [
  {
    key: 'fromAt',
    get title() {
      return t('priceChanges.fromAt')
    },
    width: 160,
    cell: ({ fromAt }) => <Time at={fromAt} precision="minute" />,
    text: ({ fromAt }) => time(fromAt, 'minute'),
    phone: 'when',
  },
  {
    key: 'status',
    get title() {
      return t('priceChange.status')
    },
    width: 190,
    cell: change => <Status of={change} />,
    text: statusWords,
    phone: 'state',
  },
  { path: 'strategy', width: 110 },
  {
    key: 'stationNames',
    get title() {
      return t('priceChanges.stations')
    },
    width: 240,
    cell: stationWords,
    text: stationWords,
  },
  {
    key: 'prices',
    get title() {
      return t('priceChange.prices')
    },
    width: 260,
    cell: pricesWords,
    text: pricesWords,
    phone: 'what',
  },
  { path: 'createdDate', width: 170 },
  { path: 'createdById', width: 130 },
]
const filters: readonly FilterInput<Change>[] = ['stations.status', 'stations.fromAt', 'strategy', 'stations.stationId']

/** Stations answer one after the other, and a page hears of its own one alone. */
const againMs = 10_000

/** 油品调价: changes that were ordered, what each station made of them, and the two ways to order one. One that is open is in the address. */
export default function ChangePricePage() {
  const go = useGo()
  const may = useMay(priceChanges.add.permission)
  const { search, setSearch } = usePage()
  const show = (record: number | undefined) => setSearch(now => ({ ...now, record: record === undefined ? undefined : String(record) }))
  const wanted = Number(search['record'])
  const isOpen = Number.isSafeInteger(wanted) && wanted > 0
  // It is drawn on while it closes.
  const [shown, setShown] = useState(0)
  if (isOpen && wanted !== shown) setShown(wanted)
  return (
    <>
      <ListPage<Change>
        of={priceChanges}
        columns={columns}
        filters={filters}
        periodBar={false}
        againMs={againMs}
        emptyHint={t('priceChange.none')}
        onOpen={change => show(change.id)}
        rowActions={change => (
          <>
            <Button type="link" size="small" onClick={() => show(change.id)}>
              {t('priceChange.details')}
            </Button>
            {may && change.open && <Cancel change={change} />}
          </>
        )}
        tools={
          may && (
            <>
              <Button onClick={() => go('nowPrice')}>{t('priceChange.immediate')}</Button>
              <Button type="primary" onClick={() => go('afterPrice')}>
                {t('priceChange.scheduled')}
              </Button>
            </>
          )
        }
      />
      <Drawer
        title={shown > 0 && <PriceChangeTitle id={shown} />}
        open={isOpen}
        onClose={() => show(undefined)}
        size="min(760px, 100vw)"
        destroyOnHidden>
        {shown > 0 && <PriceChangeDetails id={shown} />}
      </Drawer>
    </>
  )
}

/** Before the time of a change; shortly before it, with the warning that it may come too late. @source requirements FUE-008, FUE-010 */
function Cancel({ change }: { change: Change }) {
  const confirm = useConfirm()
  const toast = useToast()
  const cache = useQueryClient()
  const cancel = async () => {
    const near = Date.parse(change.fromAt ?? '') - Date.now() <= nearMinutes * 60_000
    const text = t('priceChange.cancelAsk', { time: time(change.fromAt, 'minute'), prices: pricesWords(change) })
    const act = () => call(priceChanges.cancel, { id: change.id, body: {} })
    const warned = (
      <>
        <p>{text}</p>
        {near && <p role="alert">{t('priceChange.cancelNear', { minutes: nearMinutes })}</p>}
      </>
    )
    const words = { title: t('priceChange.cancelOf'), ok: t('priceChange.cancelOf'), keep: t('priceChange.keep') }
    if (await confirm({ ...words, text: warned, act })) toast.done(t('priceChange.cancelled'))
    await Promise.all([priceChanges.name, ...changed].map(name => cache.invalidateQueries({ queryKey: [name] })))
  }
  return (
    <Button type="link" size="small" onClick={() => void cancel()}>
      {t('priceChange.cancel')}
    </Button>
  )
}
