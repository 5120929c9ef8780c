import { goodsDocumentLines, goodsDocuments, type RowOf } from '@forecourt/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Figures, Section } from '../../kit/detail/descriptions.tsx'
import { Related } from '../../kit/detail/related.tsx'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { Bones, Empty, Failed } from '../../kit/feedback/states.tsx'
import { ActButton } from '../../kit/form/act-button.tsx'
import type { Preview } from '../../kit/form/act-form.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { Button } from '../../kit/ui.ts'
import { Scanner } from './count-scanner.tsx'
import './shop.css'

type Line = RowOf<typeof goodsDocumentLines>
const changes = ['goodsDocuments', 'goodsDocumentLines', 'goodsMoves', 'goodsValues', 'items', 'auditLogs']
/** Its head says difference, for that is what the pieces of a count are. */
const columnsNow = (): readonly ColumnInput<Line>[] => [
  { path: 'itemId', width: 260 },
  { path: 'bookPieces', width: 110 },
  { path: 'countedPieces', width: 110 },
  {
    path: 'pieces',
    title: t('shop.difference'),
    width: 110,
    phone: 'amount',
    cell: ({ pieces }) => (
      <span className={pieces < 0 ? 'k-number k-minus' : 'k-number'}>{pieces > 0 ? `+${count(pieces)}` : count(pieces)}</span>
    ),
  },
  { path: 'scannedDate', width: 170 },
]

/** 盘点: what is scanned, what the book says at that moment, and what they differ by. Sales go on meanwhile. */
export function CountDesk({ stationId, children }: { stationId: number; children: ReactNode }) {
  const mayCount = useMay('goods.stock.write')
  const running = useQuery({
    queryKey: ['goodsDocuments', 'running', stationId],
    queryFn: ({ signal }) =>
      call(
        goodsDocuments.list,
        { query: { search: [equals('station.id', stationId), equals('kind', 'stocktake'), equals('status', 'open')].join(','), size: 1 } },
        { signal },
      ),
  })
  const open = running.data?.content[0]
  return (
    <>
      <PageHeader />
      {children}
      {running.error && !running.data ? (
        <Failed error={running.error} onRetry={() => void running.refetch()} />
      ) : !running.data ? (
        <>
          <Bones rows={6} />
          <HoldBelow />
        </>
      ) : open ? (
        <Desk id={open.id} may={mayCount} />
      ) : (
        <>
          <Empty title={t('shop.noCount')} hint={t('shop.noCountHint')} />
          <div className="shop-begin">
            <ActButton
              of={goodsDocuments.count}
              words="goodsDocuments"
              fields={['remark']}
              defaults={{ stationId }}
              changes={changes}
              label={t('shop.beginCount')}
              submitLabel={t('shop.beginCount')}
              done={t('shop.countBegun')}
              button={{ type: 'primary' }}
            />
          </div>
        </>
      )}
    </>
  )
}

function Desk({ id, may }: { id: number; may: boolean }) {
  const pinFor = () => ({ action: 'goods.stocktake' as const, subject: `goodsDocuments:${id}` })
  const shared = { id, words: 'goodsDocuments', changes } as const
  return (
    <>
      {may && <Scanner id={id} />}
      <Section
        title={t('shop.countedGoods')}
        actions={
          <>
            <ActButton
              {...shared}
              of={goodsDocuments.book}
              pinFor={pinFor}
              label={t('shop.bookCount')}
              preview={() => differencesOf(id)}
              effect={(_values, found: Differences | undefined) => <Effect of={found} />}
              submitLabel={t('shop.bookCount')}
              done={t('shop.countBooked')}
              button={{ type: 'primary' }}
            />
            <CancelCount id={id} />
          </>
        }>
        <Related<Line>
          of={goodsDocumentLines}
          title={t('shop.countedGoods')}
          where={[equals('goodsDocument.id', id)]}
          columns={columnsNow()}
          size={200}
          sort="scannedDate,desc"
          empty={t('shop.nothingScanned')}
        />
      </Section>
    </>
  )
}

/** How many articles were counted, and what their counts differ from the book by. */
interface Differences {
  readonly articles: number
  readonly over: number
  readonly short: number
}
function differencesOf(id: number): Preview<Differences> {
  const where = equals('goodsDocument.id', id)
  const sums = (signal: AbortSignal, ...terms: string[]) =>
    call(goodsDocumentLines.totals, { query: { search: [where, ...terms].join(',') } }, { signal })
  return {
    key: ['goodsDocumentLines', 'differences', id],
    read: async signal => {
      const [all, over, short] = await Promise.all([sums(signal), sums(signal, 'pieces>0'), sums(signal, 'pieces<0')])
      return { articles: all.count, over: over['pieces'] ?? 0, short: short['pieces'] ?? 0 }
    },
  }
}

const Effect = ({ of }: { of: Differences | undefined }) => (
  <>
    <Figures
      of={[
        { label: t('shop.countedArticles'), value: count(of?.articles) },
        { label: t('shop.countOver'), value: of ? `${of.over > 0 ? '+' : ''}${count(of.over)} ${t('shop.piece')}` : count(undefined) },
        { label: t('shop.countShort'), value: of ? `${count(of.short)} ${t('shop.piece')}` : count(undefined) },
      ]}
    />
    <p>{t('shop.bookCountEffect')}</p>
  </>
)

/** What was scanned goes with it: asked before. */
function CancelCount({ id }: { id: number }) {
  const may = useMay('goods.stock.write')
  const confirm = useConfirm()
  const cache = useQueryClient()
  const toast = useToast()
  if (!may) return null
  const cancel = async () => {
    const act = () => call(goodsDocuments.cancel, { id })
    if (!(await confirm({ text: t('shop.askCancelCount'), ok: t('shop.cancelCount'), danger: true, act }))) return
    toast.done(t('shop.countCancelled'))
    await Promise.all(changes.map(name => cache.invalidateQueries({ queryKey: [name] })))
  }
  return <Button onClick={() => void cancel()}>{t('shop.cancelCount')}</Button>
}
