import { reverseTankEntry, tankBook, tankEntries, tankEntryProof, type Returned, type RowOf, type tanks } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { litres } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Figures } from '../../kit/detail/descriptions.tsx'
import { Time } from '../../kit/detail/figures.tsx'
import { Related } from '../../kit/detail/related.tsx'
import { Failed } from '../../kit/feedback/states.tsx'
import { ActButton } from '../../kit/form/act-button.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { Adjust, ChangeProduct, OpenBook, Transfer } from './tank-book-acts.tsx'
import { bookChanges } from './tank-book-changes.ts'

type Tank = RowOf<typeof tanks>
type Entry = RowOf<typeof tankEntries>
type Book = Returned<typeof tankBook>

const plus = (cl: number) => `${cl > 0 ? '+' : ''}${litres(cl)}`
const signed = (cl: number | null | undefined) => (cl == null ? '—' : `${plus(cl)} ${t('kit.unitLitre')}`)
const inLitres = (cl: number | null | undefined) => (cl == null ? '—' : `${litres(cl)} ${t('kit.unitLitre')}`)

/** What an entry is, with the tank that it goes to or comes from, and whether it takes another back or was taken back. */
function kindOf({ kind, reversesId, reversedById, otherTank, oilInfoId }: Entry): string {
  const words = {
    opening: 'kind_opening',
    transfer: 'kind_transfer',
    adjustment: 'kind_adjustment',
    productChange: 'kind_productChange',
  } as const
  const name = t(`tankEntries.${words[kind]}`)
  const place = otherTank ? `${name} · ${t('forecourt.tankNo', { number: otherTank.number })}` : name
  const what = oilInfoId === null ? place : t('tankEntries.signedOf', { what: place })
  if (reversesId !== null) return t('tankEntries.reversalOf', { what })
  return reversedById === null ? what : t('tankEntries.reversedOf', { what })
}
const columns: readonly ColumnInput<Entry>[] = [
  { path: 'at', cell: entry => <Time at={entry.at} precision="minute" /> },
  { path: 'kind', cell: kindOf, text: kindOf, width: 220 },
  { path: 'volumeCl', cell: ({ volumeCl }) => plus(volumeCl), text: ({ volumeCl }) => plus(volumeCl) },
  'reason',
  {
    path: 'belongsDay',
    cell: ({ belongsDay, bookedAt }) =>
      belongsDay === null ? (
        <span className="k-dash">—</span>
      ) : (
        t('tankEntries.correction', { day: belongsDay, counted: time(bookedAt, 'minute') })
      ),
    text: ({ belongsDay }) => belongsDay ?? '',
  },
  'enteredById',
]

/** A change of product is undone by another one, and an opening only in its own shift: the server says so where it is settled. */
const isReversible = ({ kind, reversesId, reversedById }: Entry) => kind !== 'productChange' && reversesId === null && reversedById === null

const useBook = (tankId: number) =>
  useQuery({
    queryKey: [tankEntries.name, 'book', tankId],
    queryFn: ({ signal }) => call(tankBook, { id: tankId, query: {} }, { signal }),
    refetchInterval: 30_000,
  })

/** 账存: what should be in a tank by its opening, deliveries, transfers, adjustments and sales, beside what was measured. */
export default function TankBook({ tank }: { tank: Tank }) {
  const { data, error, refetch } = useBook(tank.id)
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  return (
    <>
      <Acts tank={tank} book={data} />
      <div className="fc-book">
        <Figures of={figuresOf(data)} />
      </div>
      <Related
        of={tankEntries}
        title={t('tankEntries.one')}
        where={[equals('tank.id', tank.id)]}
        columns={columns}
        expand={['otherTank']}
        size={30}
        rowActions={entry => isReversible(entry) && <Reverse entry={entry} />}
        empty={t('tankEntries.none')}
      />
    </>
  )
}

/** The figures stand in their places before they are known. */
function figuresOf(book: Book | undefined) {
  const measured = book?.measuredAt ? t('tankEntries.measuredAt', { time: time(book.measuredAt, 'minute') }) : t('tankEntries.notMeasured')
  const since =
    book && !book.openedAt
      ? t('tankEntries.notOpened')
      : book?.openedAt
        ? t('tankEntries.since', { time: time(book.openedAt, 'minute') })
        : ' '
  return [
    { label: t('tankEntries.book'), value: inLitres(book?.bookCl), note: since },
    { label: t('tankEntries.measured'), value: inLitres(book?.measuredCl), note: book ? measured : ' ' },
    { label: t('tankEntries.variance'), value: signed(book?.varianceCl), note: t('tankEntries.varianceNote') },
  ]
}

/** What may be done now: a book begins once; everything else goes into one that has begun. */
function Acts({ tank, book }: { tank: Tank; book: Book | undefined }) {
  const open = book !== undefined && book.openedAt !== null
  return (
    <div className="fc-tab-acts">
      {book && !open && <OpenBook tank={tank} />}
      {open && <Transfer tank={tank} bookCl={book.bookCl} />}
      {open && <Adjust tank={tank} bookCl={book.bookCl} />}
      <ChangeProduct tank={tank} />
    </div>
  )
}

const Reverse = ({ entry }: { entry: Entry }) => (
  <ActButton
    of={reverseTankEntry}
    id={entry.id}
    words={tankEntries.name}
    fields={['reason']}
    changes={bookChanges}
    pinFor={() => tankEntryProof(entry.tankId, entry.volumeCl)}
    label={t('tankEntries.reverse')}
    title={t('tankEntries.reverseTitle', { what: kindOf(entry), volume: signed(entry.volumeCl) })}
    submitLabel={t('tankEntries.reverse')}
    done={t('tankEntries.reverseDone')}
    danger
    button={{ type: 'link', size: 'small', danger: true }}
  />
)
