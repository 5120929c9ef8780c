import { cardInfos, type Returned, type RowOf } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../core/api.ts'
import { t, wordsFor } from '../../i18n/index.ts'
import { Descriptions, type Fact } from '../../kit/detail/descriptions.tsx'
import { Timeline, type Happening } from '../../kit/detail/timeline.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { grouped } from '../../kit/show.ts'
import { Drawer } from '../../kit/ui.ts'
import { ChipActs } from './chip-acts.tsx'
import { Owner } from './owner.tsx'
import { useSuppliers } from '../../kit/reader/suppliers.ts'
import './chip.css'

type Chip = RowOf<typeof cardInfos>
type Life = Returned<typeof cardInfos.life>['content']
const relations = ['company', 'userCard']

export interface ChipDrawerProps {
  /** The chip that is shown; closed while there is none. */
  id: number | undefined
  onClose: () => void
  /** What is done with it on the page around; what is done with any chip when absent. */
  acts?: (chip: Chip) => ReactNode
}

/** A chip beside its list: all that is known of it, and what has happened to it. */
export function ChipDrawer({ id, onClose, acts = chip => <ChipActs chip={chip} /> }: ChipDrawerProps) {
  const { data, error, refetch } = useRecord<Chip>(cardInfos, id, relations, true)
  return (
    <Drawer
      open={id !== undefined}
      onClose={onClose}
      title={data ? t('chipSearch.title', { number: grouped(data.number, 'cardNumber') }) : ''}
      size="min(640px, 100vw)"
      destroyOnHidden>
      {data ? (
        <div className="chip-drawer">
          <div className="chip-acts">{acts(data)}</div>
          <ChipFacts chip={data} />
          <ChipLife id={data.id} />
        </div>
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Bones />
      )}
    </Drawer>
  )
}

function ChipFacts({ chip }: { chip: Chip }) {
  const { nameOf } = useSuppliers()
  const facts: readonly Fact<Chip>[] = [
    'number',
    'uuid',
    'state',
    'status',
    { path: 'supplier', value: row => nameOf(row.supplier) },
    'cardType',
    'issueType',
    'code',
    { path: 'companyId', value: row => <Owner chip={row} /> },
    'userCardId',
    'createdDate',
    'productionTime',
    'issueTime',
    { path: 'keyVersion', value: row => (row.keyVersion === 0 ? t('chipSearch.noKey') : (row.keyVersion ?? '—')) },
    ...(chip.state === 'reserved' ? (['reservedUntil'] as const) : []),
    ...(chip.state === 'special' || chip.handedTo ? (['handedTo'] as const) : []),
  ]
  return <Descriptions of={cardInfos} row={chip} facts={facts} />
}

const happening = ({ at, act, by, detail }: Life[number], turn: number): Happening => ({
  key: turn,
  at,
  title: wordsFor(`cardInfos.act_${act}`),
  text: [by ?? '—', detail].filter(Boolean).join(' · '),
  ...(act === 'scrap' && { tone: 'bad' as const }),
})

/** The life of a chip, from its maker's file on. */
function ChipLife({ id }: { id: number }) {
  const { visible } = usePage()
  const { data, error, refetch } = useQuery({
    queryKey: ['cardInfos', 'life', id],
    queryFn: ({ signal }) => call(cardInfos.life, { id }, { signal, everywhere: true }),
    enabled: visible,
  })
  return (
    <section className="chip-part" aria-label={t('chipSearch.life')}>
      <h2>{t('chipSearch.life')}</h2>
      {data ? (
        <Timeline label={t('chipSearch.life')} of={data.content.map(happening)} />
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Bones rows={3} />
      )}
    </section>
  )
}
