import { members, points, redemptions, rewards } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { contains, either, equals, startsWith, type Term } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { ActForm, DialogForm } from '../../kit/form/forms.tsx'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { ReferenceSelect } from '../../kit/reference.tsx'
import { redeemRules } from './redeem-rules.ts'
import type { Reward } from './shelf.tsx'
import './reward.css'

/** An account of points, whose it is, and what it holds. */
export interface Payer {
  readonly userCardId: number
  readonly name: string
  readonly points: number
}
interface RedeemDialogProps {
  /** Chosen in the dialog when it is absent. */
  reward?: Reward
  payer?: Payer
  onClose: () => void
}

/** 兑换: points of a member for a reward, with what is left of both before it is done. */
export default function RedeemDialog({ reward, payer, onClose }: RedeemDialogProps) {
  const title = payer ? t('store.redeemFor', { name: payer.name }) : reward ? t('store.redeemOf', { name: reward.name }) : t('store.redeem')
  return (
    <DialogForm title={title} open onClose={onClose} width={560}>
      {payer ? <Form payer={payer} reward={reward} onClose={onClose} /> : <OfMember reward={reward} onClose={onClose} />}
    </DialogForm>
  )
}

/** A name in part, or how a mobile number begins. */
const findMembers = (keyword: string): Term[] => [either([contains('name', keyword), startsWith('mobile', keyword)])]
const called = (row: object) => {
  const { name, mobile } = row as { name: string; mobile: string | null }
  return mobile ? `${name} · ${mobile}` : name
}

/** First the member, then what they take; who has no account of points is told so. */
function OfMember({ reward, onClose }: { reward: Reward | undefined; onClose: () => void }) {
  const [userId, setUserId] = useState<number>()
  const label = useId()
  return (
    <>
      <div className="store-member">
        <label htmlFor={label}>{t('store.member')}</label>
        <ReferenceSelect
          id={label}
          resource={members.name}
          value={userId}
          find={findMembers}
          label={called}
          placeholder={t('store.findMember')}
          onChange={setUserId}
        />
      </div>
      {userId !== undefined && <Account key={userId} userId={userId} reward={reward} onClose={onClose} />}
    </>
  )
}

function Account({ userId, reward, onClose }: { userId: number; reward: Reward | undefined; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['pointsCards', 'ofMember', userId],
    queryFn: ({ signal }) => call(points.ofMember, { id: userId }, { signal }),
  })
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Bones rows={4} />
  if (!data.score?.userCardId) return <p role="status">{t('store.noAccount')}</p>
  const { userCardId, points: held } = data.score
  return <Form payer={{ userCardId, name: '', points: held }} reward={reward} onClose={onClose} />
}

const offered = [equals('hidden', false), equals('category.hidden', false)]
const withPoints = (row: object) => {
  const { name, points: price, stock } = row as Reward
  return t(stock === -1 ? 'store.choiceEndless' : 'store.choice', { name, points: count(price), left: count(stock) })
}
const rewardControl: OwnControl = ({ id, value, onChange, disabled }) => (
  <ReferenceSelect
    {...{ id, value, disabled }}
    resource={rewards.name}
    conditions={offered}
    label={withPoints}
    onChange={chosen => onChange?.(chosen)}
  />
)
const changes = ['redemptions', 'rewards', 'pointsCards', 'pointsDetails', 'userDeals', 'deals', 'users', 'auditLogs']

function Form({ payer, reward, onClose }: { payer: Payer; reward: Reward | undefined; onClose: () => void }) {
  return (
    <ActForm
      of={redemptions.redeem}
      words="redeem"
      fields={[...(reward ? [] : ['rewardId']), 'pieces', 'received', 'remark']}
      controls={{ rewardId: rewardControl }}
      defaults={{ userCardId: payer.userCardId, pieces: 1, received: true, ...(reward && { rewardId: reward.id }) }}
      changes={changes}
      preview={({ rewardId }) =>
        typeof rewardId === 'number'
          ? { key: ['rewards', 'get', rewardId], read: signal => call(rewards.get, { id: rewardId }, { signal }) }
          : undefined
      }
      rules={(values, known: Reward | undefined) => redeemRules(payer, known ?? reward, values)}
      submitLabel={t('store.redeem')}
      done={({ rewardName, points: paid }) => t('store.redeemed', { name: rewardName, points: count(paid) })}
      onDone={onClose}
      onCancel={onClose}
    />
  )
}
