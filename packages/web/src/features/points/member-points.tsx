import { points, pointsDetails, type MemberPoints as Had, type RowOf } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { count } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Figures, Section } from '../../kit/detail/descriptions.tsx'
import { Related } from '../../kit/detail/related.tsx'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { ActButton } from '../../kit/form/act-button.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { changes, Lacking, Offer, useHad } from './join-offer.tsx'
import { pointsRules } from './points-rules.ts'
import './points.css'

const columns: readonly ColumnInput<RowOf<typeof pointsDetails>>[] = [
  'createdDate',
  'type',
  'points',
  'pointsAfter',
  'orderId',
  'topUpId',
  'operatorId',
  'remark',
]

/** 积分与等级 of a member: what they hold and when it expires, how far the next level is, and how it came to that. */
export default function MemberPoints({ userId }: { userId: number }) {
  const { data, error, refetch } = useHad(userId)
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Bones rows={4} />
  const { score, level } = data
  return (
    <Held had={data}>
      {score && <Offer userId={userId} of={score} name="score" />}
      {level && <Offer userId={userId} of={level} name="level" />}
    </Held>
  )
}

/** What is held, and how it came to that; beneath it what is to be said of accounts that are not there. */
export function Held({ had: { score, level }, children }: { had: Had; children: ReactNode }) {
  const mayRead = useMay('points.read')
  return (
    <>
      <Section title={t('memberPoints.title')} actions={score?.userCardId && <Acts score={score} userCardId={score.userCardId} />}>
        {!score && !level && <Lacking words={t('memberPoints.noService')} />}
        <Figures of={[...figuresOf(score), ...levelFigures(level)]} />
        {score && score.lots.length > 0 && <Lots lots={score.lots} />}
        {children}
      </Section>
      {score?.userCardId && mayRead && (
        <Section title={t('memberPoints.history')}>
          <Related
            of={pointsDetails}
            title={t('memberPoints.history')}
            where={[equals('userCard.id', score.userCardId)]}
            columns={columns}
            sort="createdDate,desc"
          />
        </Section>
      )}
    </>
  )
}

function figuresOf(score: Had['score']) {
  if (!score?.userCardId) return []
  const owed = score.owedPoints > 0 ? [{ label: t('memberPoints.owed'), value: count(score.owedPoints) }] : []
  return [{ label: t('memberPoints.balance'), value: count(score.points) }, ...owed]
}

function levelFigures(level: Had['level']) {
  if (!level?.userCardId) return []
  const { name, next, growth } = level
  const way = next ? t('memberPoints.next', { name: next.name, missing: count(next.missing) }) : name ? t('memberPoints.top') : ''
  return [
    { label: t('memberPoints.level'), value: name ?? t('memberPoints.noLevel') },
    { label: t('memberPoints.growth'), value: way ? `${count(growth)} · ${way}` : count(growth) },
  ]
}

const Lots = ({ lots }: { lots: NonNullable<Had['score']>['lots'] }) => (
  <>
    <h3>{t('memberPoints.lots')}</h3>
    <ul className="p-lots">
      {lots.map(({ endsOn, points: left }) => (
        <li key={endsOn}>
          {endsOn === null
            ? t('memberPoints.lotNever', { points: count(left) })
            : t('memberPoints.lotEnds', { points: count(left), date: endsOn })}
        </li>
      ))}
    </ul>
  </>
)

function Acts({ score, userCardId }: { score: NonNullable<Had['score']>; userCardId: number }) {
  const shared = { id: userCardId, changes, fields: ['points', 'remark'] }
  const pin = (action: 'points.give' | 'points.deduct') => (values: Record<string, unknown>) => ({
    action,
    subject: `userCards:${userCardId}`,
    amountCents: values['points'] as number,
  })
  return (
    <>
      {score.state !== 'expired' && (
        <ActButton
          of={points.reward}
          {...shared}
          words="points"
          label={t('memberPoints.give')}
          rules={values => pointsRules(score, 1, values)}
          pinFor={pin('points.give')}
          done={t('memberPoints.given')}
        />
      )}
      {score.points > 0 && (
        <ActButton
          of={points.deduct}
          {...shared}
          words="points"
          label={t('memberPoints.deduct')}
          rules={values => pointsRules(score, -1, values)}
          pinFor={pin('points.deduct')}
          done={t('memberPoints.deducted')}
        />
      )}
    </>
  )
}
