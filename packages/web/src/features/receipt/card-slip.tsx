import { cardLife, userCards, type CardSlip, type RecordNamed } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { inCurrency } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { useRecord } from '../../kit/detail/use-record.ts'
import { PageFailed } from '../../kit/detail/record-failed.tsx'
import { Bones, Empty } from '../../kit/feedback/states.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { PrintPage } from '../../kit/print/print-page.tsx'
import { masked, maskedName } from './masked.ts'
import { TopUpPaper } from './top-up-paper.tsx'

type Card = RecordNamed<'userCards'>
type Fact = { label: string; value: string }

const relations = ['user', 'card']

/** What was done to a card at the counter, on the roll: its issue, a new card for it, its return; a top-up has a slip of its own. */
export function CardSlipPaper({ id }: { id: number }) {
  const { search, visible } = usePage()
  const [kind, number] = (search['slip'] ?? '').split('-')
  const card = useRecord(userCards, id, relations)
  const slips = useQuery({
    queryKey: ['userCards', 'slips', id],
    enabled: visible,
    queryFn: ({ signal }) => call(cardLife.slips, { id }, { signal }),
  })
  const failed = [card, slips].find(({ error }) => error)
  if (failed) return <PageFailed error={failed.error!} onRetry={() => void failed.refetch()} />
  if (!card.data || !slips.data) return <Bones rows={8} />
  const slip = slips.data.content.find(each => each.kind === kind && (number === undefined || each.id === Number(number)))
  if (!slip) return <Empty title={t('receipt.noSlip')} />
  return slip.kind === 'topUp' ? <TopUpPaper id={slip.id} /> : <Slip card={card.data} slip={slip} />
}

const factsOf: Record<Exclude<CardSlip['kind'], 'topUp'>, (slip: CardSlip, card: Card) => Fact[]> = {
  issue: (slip, card) => [
    { label: t('receipt.card'), value: masked(slip.number) },
    { label: t('receipt.cardKind'), value: choiceLabel('userCards', 'kind', card.kind) },
    ...(card.card ? [{ label: t('receipt.product'), value: card.card.name }] : []),
    { label: t('receipt.validUntil'), value: card.validUntil ?? t('receipt.withoutEnd') },
  ],
  reissue: slip => [
    { label: t('receipt.oldCard'), value: masked(slip.before ?? '') },
    { label: t('receipt.newCard'), value: masked(slip.number) },
    { label: t('receipt.reason'), value: choiceLabel('userCards', 'reason', slip.reason ?? 'lost') },
  ],
  cardReturn: slip => [
    { label: t('receipt.card'), value: masked(slip.number) },
    ...(slip.payType ? [{ label: t('receipt.payment'), value: choiceLabel('userCardDetails', 'payType', slip.payType) }] : []),
    ...(slip.slipNo ? [{ label: t('receipt.serial'), value: slip.slipNo }] : []),
    { label: t('receipt.chip'), value: t(`receipt.chip_${slip.chip ?? 'none'}`) },
  ],
}

function Slip({ card, slip }: { card: Card; slip: CardSlip }) {
  const kind = slip.kind as keyof typeof factsOf
  const facts = [
    { label: t('receipt.time'), value: time(slip.at) },
    ...factsOf[kind](slip, card),
    ...(card.user ? [{ label: t('receipt.holder'), value: maskedName(card.user.name) }] : []),
    ...(slip.by ? [{ label: t('receipt.cashier'), value: slip.by }] : []),
    ...(slip.remark ? [{ label: t('receipt.remark'), value: slip.remark }] : []),
  ]
  const sums: [string, number][] =
    kind === 'cardReturn'
      ? [
          [t(slip.payType ? 'receipt.paidOut' : 'receipt.toMaster'), slip.amountCents ?? 0],
          ...(slip.giftCents ? [[t('receipt.giftTaken'), slip.giftCents] as [string, number]] : []),
        ]
      : []
  return (
    <PrintPage
      back={{ page: 'cardCostHistory', params: { userCardId: card.id } }}
      title={t(`receipt.slip_${kind}`)}
      paper="80"
      facts={facts}
      {...(slip.station && { place: { station: slip.station } })}
      signatures={[t('receipt.customer')]}>
      {sums.length > 0 && (
        <dl className="k-sheet-sums">
          {sums.map(([label, cents]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{inCurrency(cents)}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="k-sheet-thanks">{t(kind === 'cardReturn' ? 'receipt.closed' : 'receipt.keepSafe')}</p>
    </PrintPage>
  )
}
