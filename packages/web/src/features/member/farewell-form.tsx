import { memberFarewell, type Returned } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { count, inCurrency } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { ActForm } from '../../kit/form/forms.tsx'
import { grouped } from '../../kit/show.ts'
import { Alert, Button } from '../../kit/ui.ts'
import type { Member } from './member-row.ts'

type Holding = Returned<typeof memberFarewell.preview>['cards'][number]

interface FarewellProps {
  member: Member
  onDone: () => void
  onCancel: () => void
}

/** 注销会员: what still stands against it is said first; then what it does, which cannot be undone. */
export function FarewellForm({ member: { id }, onDone, onCancel }: FarewellProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['members', 'farewell', id],
    staleTime: 0,
    retry: false,
    queryFn: ({ signal }) => call(memberFarewell.preview, { id }, { signal }),
  })
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Bones rows={4} />
  const standing = data.cards.filter(({ stands }) => stands !== null)
  if (standing.length > 0) return <Standing cards={standing} onCancel={onCancel} />
  const points = data.cards.reduce((sum, card) => sum + card.points, 0)
  const numbers = data.cards.map(({ number }) => grouped(number, 'cardNumber')).join(t('kit.comma'))
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={t('memberEnd.farewellHelp', { date: data.keepUntil })}
        description={[
          ...(numbers ? [t('memberEnd.ends', { cards: numbers })] : []),
          ...(points > 0 ? [t('memberEnd.pointsEnd', { points: count(points) })] : []),
        ].join('')}
      />
      <ActForm
        of={memberFarewell.farewell}
        id={id}
        words="memberEnd"
        changes={['members', 'userCards', 'auditLogs']}
        pinFor={() => ({ action: 'member.farewell', subject: `members:${id}` })}
        submitLabel={t('memberEnd.farewell')}
        danger
        done={t('memberEnd.left')}
        onDone={onDone}
        onCancel={onCancel}
      />
    </>
  )
}

function Standing({ cards, onCancel }: { cards: readonly Holding[]; onCancel: () => void }) {
  return (
    <>
      <Alert
        type="warning"
        showIcon
        role="alert"
        title={t('memberEnd.standing')}
        description={
          <ul>
            {cards.map(card => (
              <li key={card.id}>{standsWords(card)}</li>
            ))}
          </ul>
        }
      />
      <div className="k-form-end">
        <Button onClick={onCancel}>{t('kit.cancel')}</Button>
      </div>
    </>
  )
}

function standsWords({ number, stands, valueCents, lockCents, debtCents }: Holding): string {
  const amounts = { money: valueCents, frozen: lockCents, debt: -debtCents, chip: 0, fleet: 0, lost: 0 }
  return t(`memberEnd.stands_${stands!}`, { number: grouped(number, 'cardNumber'), amount: inCurrency(amounts[stands!]) })
}
