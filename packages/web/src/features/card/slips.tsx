import { cardLife, type CardSlip } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { inCurrency } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Timeline, type Happening } from '../../kit/detail/timeline.tsx'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { grouped } from '../../kit/show.ts'
import { slipLink } from './slip-link.tsx'

/** 凭证: what was done to the card at the counter, each to be printed again. */
export function Slips({ cardId }: { cardId: number }) {
  const { visible } = usePage()
  const { data, error, refetch } = useQuery({
    queryKey: ['userCards', 'slips', cardId],
    enabled: visible,
    queryFn: ({ signal }) => call(cardLife.slips, { id: cardId }, { signal }),
  })
  return (
    <Section title={t('cardPage.slips')}>
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : !data && <Bones rows={3} />}
      {data?.content.length === 0 && <p className="k-quiet">{t('cardPage.noSlips')}</p>}
      {data && data.content.length > 0 && <Timeline label={t('cardPage.slips')} of={data.content.map(each => happening(cardId, each))} />}
    </Section>
  )
}

const happening = (cardId: number, slip: CardSlip): Happening => ({
  key: `${slip.kind}-${slip.id}`,
  at: slip.at,
  title: (
    <>
      {t(`cardPage.slip_${slip.kind}`)} {slipLink(cardId, slip)}
    </>
  ),
  text: [detailOf(slip), slip.station, slip.by].filter(Boolean).join(' · '),
})

const detailOf = ({ kind, amountCents, number }: CardSlip) =>
  kind === 'topUp' || kind === 'cardReturn' ? inCurrency(amountCents ?? 0) : grouped(number, 'cardNumber')
