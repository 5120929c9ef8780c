import { cardInfos, cardKeys } from '@forecourt/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../core/api.ts'
import { count, percent } from '../../core/money.ts'
import { session } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Failed } from '../../kit/feedback/states.tsx'
import { ActButton } from '../../kit/form/act-button.tsx'
import { Drill } from '../../kit/links.ts'
import { mayOpen } from '../../kit/page/access.ts'
import { addressOf } from '../../kit/page/address.ts'
import { usePage } from '../../kit/page/use-page.ts'

/** The key that signs cards: set here, known by its fingerprint, read by nobody; and how many cards still bear an older one. */
export function CardKey({ id }: { id: number }) {
  const { visible } = usePage()
  const cache = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['cardKey', id],
    enabled: visible,
    queryFn: async ({ signal }) => {
      const [key, use] = await Promise.all([call(cardKeys.get, { id }, { signal }), call(cardInfos.keyUse, { id }, { signal })])
      return { ...key, ...use }
    },
  })
  // They are listed for anyone who may see cards; each is written when it lies on a reader.
  const older = mayOpen('cardQuery', session().profile) ? addressOf('cardQuery', {}, { toWrite: 'true' }) : undefined
  return (
    <Section
      title={t('cardKey.title')}
      actions={
        <ActButton
          of={cardKeys.set}
          id={id}
          words="cardKey"
          changes={[]}
          label={t(data?.fingerprint ? 'cardKey.replace' : 'cardKey.set')}
          danger={!!data?.fingerprint}
          effect={() => t('cardKey.help')}
          done={t('cardKey.done')}
          onDone={() => void cache.invalidateQueries({ queryKey: ['cardKey', id] })}
        />
      }>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {data && (
        <dl className="k-facts">
          <Fact label={t('cardKey.key')} value={data.mask ?? t('cardKey.none')} />
          {data.fingerprint && data.setDate && (
            <>
              <Fact label={t('cardKey.fingerprint')} value={data.fingerprint.replace(/(....)(....)/, '$1 $2')} />
              <Fact label={t('cardKey.version')} value={String(data.version)} />
              <Fact label={t('cardKey.setDate')} value={time(data.setDate, 'minute')} />
              <Fact label={t('cardKey.current')} value={count(data.current)} />
              <Fact label={t('cardKey.older')} value={<Drill to={older}>{count(data.older)}</Drill>} />
              {data.current + data.older > 0 && <Fact label={t('cardKey.progress')} value={<Progress {...data} />} />}
            </>
          )}
        </dl>
      )}
    </Section>
  )
}

/** How far the cards have been written with the key in force. */
function Progress({ current, older }: { current: number; older: number }) {
  const all = current + older
  const share = t('cardKey.progressOf', { current: count(current), all: count(all), percent: percent((current / all) * 100, 0) })
  return (
    <>
      <progress className="org-key-progress" max={all} value={current} aria-label={t('cardKey.progress')} /> {share}
    </>
  )
}

const Fact = ({ label, value }: { label: string; value: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)
