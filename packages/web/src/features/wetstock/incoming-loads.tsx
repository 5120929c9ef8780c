import { incomingActs, incomingTransports, transportCalls, allows } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { litres, tons } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { ActButton } from '../../kit/form/act-button.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { SignAct, type Incoming } from './sign-load.tsx'

/** What is expected in each compartment of the truck. */
const inCompartments = ({ compartments }: Incoming): string =>
  compartments.map(({ number, volumeCl }) => t('incoming.compartment', { number, litres: litres(volumeCl) })).join(t('kit.comma')) || '—'

const columns: readonly ColumnInput<Incoming>[] = [
  { path: 'billNo', width: 130 },
  { path: 'status', width: 100 },
  { path: 'baseFuelId', width: 110 },
  'offloadTime',
  'loadedKg',
  'loadedCl',
  { path: 'compartments', cell: inCompartments, width: 220 },
  'signedKg',
  { path: 'lossKg', cell: ({ lossKg }) => (lossKg !== null && lossKg < 0 ? <span className="k-bad">{tons(lossKg)}</span> : tons(lossKg)) },
  'deliveryTime',
  { path: 'plate', width: 110 },
  { path: 'carrierId', width: 130 },
  { path: 'depotId', hidden: true },
  { path: 'supplierId', hidden: true },
  { path: 'density', hidden: true },
  { path: 'signedCl', hidden: true },
  { path: 'lossCl', hidden: true },
  { path: 'claimedKg', hidden: true },
  { path: 'signedDate', hidden: true },
  { path: 'signedById', hidden: true },
  { path: 'signReason', hidden: true },
]
const filters: readonly FilterInput<Incoming>[] = ['deliveryTime', 'status', 'baseFuelId', 'billNo', 'plate']
const changes = ['incomingTransports', 'transports', 'auditLogs']

/** 到货预告: what comes to the station and when, by compartment; here it is signed for. No price is in it. */
export default function IncomingLoads({ children }: { children: ReactNode }) {
  const list = useList<Incoming>(incomingTransports, { columns, filters })
  return (
    <ListView
      list={list}
      label={t('incoming.tab')}
      called={({ billNo }) => billNo || t('incoming.noBill')}
      emptyHint={t('incoming.empty')}
      rowActions={load => (
        <>
          {allows(incomingActs.sign, load.status) && <SignAct load={load} />}
          {allows(incomingActs.takeBack, load.status) && (
            <ActButton
              of={transportCalls.takeBack}
              id={load.id}
              words="incomingTransports"
              fields={['reason']}
              changes={changes}
              label={t('incoming.takeBack')}
              title={`${t('incoming.takeBack')}${t('kit.colon')}${load.billNo || t('incoming.noBill')}`}
              submitLabel={t('incoming.takeBack')}
              done={t('incoming.tookBack')}
              button={{ type: 'link', size: 'small' }}
            />
          )}
        </>
      )}>
      {children}
    </ListView>
  )
}
