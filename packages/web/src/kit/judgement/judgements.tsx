import { cardJudgements, type RowOf } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { searchText, type Term } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { Descriptions, Section, type Fact } from '../detail/descriptions.tsx'
import { Related } from '../detail/related.tsx'
import { choiceLabel } from '../label.ts'
import type { ColumnInput } from '../list/columns.ts'
import { Drawer } from '../overlays.tsx'
import { usePage } from '../page/use-page.ts'
import { ruleWords } from './line-words.ts'
import { Reckoning } from './reckoning.tsx'
import './judgement.css'

type Judgement = RowOf<typeof cardJudgements>

export interface JudgementsProps {
  /** What ties them to the record in front: of a card, or of an order. */
  where: readonly Term[]
  /** Whose: a card's say which order, an order's which card. */
  of: 'card' | 'order'
}

const tones = { paid: 'good', alerted: 'wait', refused: 'bad', held: 'busy' } as const
const outcome = (row: Judgement) => (
  <span className={`k-tag k-${tones[row.outcome]}`}>{choiceLabel('cardJudgements', 'outcome', row.outcome)}</span>
)
/** The first rule that refused or alerted, by its name. */
const ruleIn = ({ outcome: came, lines }: Judgement): string => {
  const line =
    came === 'paid' || came === 'held' ? undefined : lines.find(({ verdict }) => verdict === (came === 'refused' ? 'refused' : 'alerted'))
  return line ? ruleWords(line) : '—'
}

const columnsOf = (of: JudgementsProps['of']): readonly ColumnInput<Judgement>[] => [
  { path: 'createdDate', width: 180 },
  { path: 'outcome', width: 190, cell: outcome, phone: 'state' },
  { key: 'rule', title: t('judgement.rule'), cell: ruleIn, text: ruleIn, width: 180, phone: 'what' },
  { path: 'amountCents', width: 120 },
  { path: 'volumeCl', width: 120 },
  of === 'card' ? 'orderId' : 'userCardId',
  { path: 'stationId' },
]
const facts: readonly Fact<Judgement>[] = ['createdDate', 'amountCents', 'volumeCl', 'plate', 'stationId']
const newest = 20

/** 判定记录: how payments were judged, the newest first; each opens its reckoning. Of an order, only where a card was judged. */
export default function Judgements({ where, of }: JudgementsProps) {
  const isAny = useAny(where, of === 'order')
  return isAny ? <List where={where} of={of} /> : null
}

/** Most orders are not paid by card: they say nothing of it. */
function useAny(where: JudgementsProps['where'], asked: boolean): boolean {
  const { visible } = usePage()
  const query = { size: 1, search: searchText(where) }
  const { data } = useQuery({
    queryKey: ['cardJudgements', 'any', query],
    enabled: asked && visible,
    queryFn: ({ signal }) => call(cardJudgements.list, { query }, { signal, company: true }),
  })
  return !asked || (data?.totalElements ?? 0) > 0
}

function List({ where, of }: JudgementsProps) {
  const [shown, setShown] = useState<Judgement>()
  const [columns] = useState(() => columnsOf(of))
  return (
    <Section title={t('judgement.judged')}>
      <Related<Judgement>
        of={cardJudgements}
        title={t('judgement.judged')}
        where={where}
        columns={columns}
        size={newest}
        onOpen={setShown}
        empty={t('judgement.nothing')}
      />
      <Drawer title={t('judgement.opened')} open={shown !== undefined} onClose={() => setShown(undefined)} size={520} destroyOnHidden>
        {shown && (
          <div className="k-reckoning">
            <Descriptions of={cardJudgements} row={shown} facts={facts} />
            <Reckoning lines={shown.lines} kept />
          </div>
        )}
      </Drawer>
    </Section>
  )
}
