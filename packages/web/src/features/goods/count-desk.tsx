import { goodsDocumentLines, goodsDocuments, type Returned, type RowOf } from '@forecourt/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { call } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Related } from '../../kit/detail/related.tsx'
import { Bones, Empty, Failed } from '../../kit/feedback/states.tsx'
import { ActButton } from '../../kit/form/act-button.tsx'
import { NumberInput } from '../../kit/form/number-input.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { Alert, Button, Input, type InputRef } from '../../kit/ui.ts'
import './shop.css'

type Line = RowOf<typeof goodsDocumentLines>
type Scan = Returned<typeof goodsDocuments.scan>
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
              effect={() => t('shop.bookCountEffect')}
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

function CancelCount({ id }: { id: number }) {
  const may = useMay('goods.stock.write')
  const cache = useQueryClient()
  const toast = useToast()
  if (!may) return null
  const cancel = async () => {
    try {
      await call(goodsDocuments.cancel, { id })
      toast.done(t('shop.countCancelled'))
      await Promise.all(changes.map(name => cache.invalidateQueries({ queryKey: [name] })))
    } catch (error) {
      toast.failed(error)
    }
  }
  return <Button onClick={() => void cancel()}>{t('shop.cancelCount')}</Button>
}

/** A scanner types the code and presses Enter; a number may be given before, and a count that is wrong is replaced. */
function Scanner({ id }: { id: number }) {
  const [code, setCode] = useState('')
  const [pieces, setPieces] = useState<number>(1)
  const [last, setLast] = useState<Scan>()
  const field = useRef<InputRef>(null)
  const cache = useQueryClient()
  const toast = useToast()
  const scan = async (replace: boolean, of = code.trim()) => {
    if (of === '') return
    try {
      setLast(await call(goodsDocuments.scan, { id, body: { code: of, pieces, replace } }))
      setCode('')
      setPieces(1)
      await cache.invalidateQueries({ queryKey: ['goodsDocumentLines'] })
    } catch (error) {
      toast.failed(error)
    }
    field.current?.focus()
  }
  return (
    <Section title={t('shop.scan')}>
      <form
        className="shop-scan"
        onSubmit={event => {
          event.preventDefault()
          void scan(false)
        }}>
        <label>
          {t('shop.scanCode')}
          <Input ref={field} value={code} autoFocus autoComplete="off" onChange={event => setCode(event.target.value)} />
        </label>
        <label>
          {t('shop.scanPieces')}
          <NumberInput value={pieces} min={0} onChange={next => setPieces(typeof next === 'number' ? next : 0)} />
        </label>
        <Button type="primary" htmlType="submit">
          {t('shop.addCounted')}
        </Button>
        <Button onClick={() => void scan(true)}>{t('shop.replaceCounted')}</Button>
      </form>
      <div aria-live="polite">
        {last && (
          <p>
            <b>{last.name}</b> {t('shop.scanned', { book: count(last.bookPieces), counted: count(last.countedPieces) })}
          </p>
        )}
        {last && last.changedPieces !== 0 && (
          <Alert type="warning" showIcon title={t('shop.countAgain', { name: last.name, count: count(Math.abs(last.changedPieces)) })} />
        )}
      </div>
    </Section>
  )
}
