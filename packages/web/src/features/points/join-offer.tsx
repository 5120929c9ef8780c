import { points, services, type MemberPoints as Had } from '@forecourt/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, newAct } from '../../core/api.ts'
import { session, useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { saidOnPage } from '../../kit/detail/use-record.ts'
import { useToast } from '../../kit/feedback/toast.ts'
import { Drill } from '../../kit/links.ts'
import { mayOpen } from '../../kit/page/access.ts'
import { addressOf } from '../../kit/page/address.ts'
import { Button } from '../../kit/ui.ts'
import './points.css'

export const changes: readonly string[] = ['points', 'pointsDetails', 'services', 'userCards', 'users']

/** What a member has of the services of the company; asked for once by all who show it. */
export const useHad = (userId: number) =>
  useQuery({
    queryKey: ['points', 'ofMember', userId],
    queryFn: ({ signal }) => call(points.ofMember, { id: userId }, { signal }),
    enabled: userId > 0,
    meta: saidOnPage,
  })

/** Whether it is known what is offered to a member: it is asked for together with them, so that their page does not move when it comes. */
export const useOffersKnown = (userId: number): boolean => !useHad(userId).isLoading

/** On the page of a member who has no account of a service that is open: it is offered there and then. @source MEM-026 */
export function JoinOffers({ userId }: { userId: number }) {
  const { score, level } = useHad(userId).data ?? {}
  const lacking = (of: Had['score'] | Had['level'] | undefined) => (of && of.userCardId === null && of.state !== 'expired' ? of : undefined)
  const [noPoints, noLevel] = [lacking(score), lacking(level)]
  if (!noPoints && !noLevel) return null
  return (
    <div className="p-offers">
      {noPoints && <Offer userId={userId} of={noPoints} name="score" />}
      {noLevel && <Offer userId={userId} of={noLevel} name="level" />}
    </div>
  )
}

/** Where the member has no account, one is offered; where the service is not open, opening it is, to those who may. */
export function Offer({ userId, of, name }: { userId: number; of: NonNullable<Had['score'] | Had['level']>; name: 'score' | 'level' }) {
  const mayJoin = useMay('card.issue')
  const toast = useToast()
  const cache = useQueryClient()
  if (of.state === 'expired') return <Lacking words={t(name === 'score' ? 'memberPoints.notOpened' : 'memberPoints.levelNotOpened')} />
  if (of.userCardId !== null) return null
  const join = async () => {
    try {
      await call(services.join, { id: of.id, body: { userId } }, { act: newAct() })
      await Promise.all(changes.map(key => cache.invalidateQueries({ queryKey: [key] })))
      toast.done(t('memberPoints.opened'))
    } catch (error) {
      toast.failed(error)
    }
  }
  return (
    <p className="p-offer">
      {t(name === 'score' ? 'memberPoints.noAccount' : 'memberPoints.noLevelAccount')}
      {mayJoin && <Button onClick={() => void join()}>{t(name === 'score' ? 'memberPoints.openPoints' : 'memberPoints.openLevel')}</Button>}
    </p>
  )
}

export function Lacking({ words }: { words: string }) {
  const isOffered = useMay('card.product.write') && mayOpen('addedValueServices', session().profile)
  return (
    <p className="p-offer">
      {words}
      {isOffered && <Drill to={addressOf('addedValueServices')}>{t('memberPoints.services')}</Drill>}
    </p>
  )
}
