import { lowBalances, type LowBalance } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { inCurrency } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { ActForm } from '../../kit/form/forms.tsx'
import type { Values } from '../../kit/form/values.ts'
import { choiceLabel } from '../../kit/label.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import { actsFor } from './card-acts.tsx'
import type { LifeShared } from './life-shared.ts'
import type { Card } from './whole-card.ts'
import './card.css'

const keyOf = (id: number) => ['lowBalance', id] as const

function useLowBalance({ id, version, value }: Card) {
  const { visible } = usePage()
  return useQuery({
    // Each payment may bring it below its level.
    queryKey: [...keyOf(id), version, value],
    enabled: visible,
    refetchOnWindowFocus: true,
    queryFn: ({ signal }) => call(lowBalances.get, { id }, { signal }),
  })
}

/** 余额提醒 of one card: the level, who is told, and the last notices. */
export default function LowBalanceSection({ card, onSet }: { card: Card; onSet: () => void }) {
  const { data, error, refetch } = useLowBalance(card)
  return (
    <Section
      title={t('lowBalance.title')}
      actions={actsFor(card).includes('lowBalance') && <Button onClick={onSet}>{t('cardPage.lowBalance')}</Button>}>
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : data ? <Said of={data} /> : <Bones rows={3} />}
    </Section>
  )
}

function Said({ of }: { of: LowBalance }) {
  const { levelCents, lowSince, notices } = of
  return (
    <dl className="card-limits-said">
      <dt>{t('lowBalances.levelCents')}</dt>
      <dd>
        {levelCents === null ? t('lowBalance.none') : inCurrency(levelCents)}
        {lowSince && ` · ${t('lowBalance.lowSince', { time: time(lowSince, 'minute') })}`}
      </dd>
      {levelCents !== null && <dt>{t('lowBalance.told')}</dt>}
      {levelCents !== null && <dd>{whom(of)}</dd>}
      <dt>{t('lowBalance.notices')}</dt>
      <dd>
        {notices.length === 0 && t('lowBalance.noNotices')}
        {notices.length > 0 && (
          <ul aria-label={t('lowBalance.notices')}>
            {notices.map(notice => (
              <li key={notice.id}>{noticeWords(notice)}</li>
            ))}
          </ul>
        )}
      </dd>
    </dl>
  )
}

/** Who is told, or why nobody is. */
function whom({ on, person }: LowBalance): string {
  if (!on) return t('lowBalance.off')
  if (!person) return t('lowBalance.nobody')
  const { name, channel } = person
  return channel ? t('lowBalance.by', { name, channel: choiceLabel('outboxMessages', 'channel', channel) }) : t('lowBalance.noAddress', { name })
}

function noticeWords({ lowSince, balanceCents, levelCents, outcome, channel, recipient }: LowBalance['notices'][number]): string {
  const fell = t('lowBalance.fell', {
    time: time(lowSince, 'minute'),
    balance: inCurrency(balanceCents),
    level: inCurrency(levelCents),
  })
  const became = channel
    ? t('lowBalance.sent', { channel: choiceLabel('outboxMessages', 'channel', channel), recipient: recipient ?? '' })
    : t(`lowBalance.outcome_${outcome ?? 'waiting'}`)
  return `${fell} · ${became}`
}

const fields = ['levelCents', 'language']

/** What is entered: the level, in words what counts, and who would be told. */
export function LowBalanceForm({ card, shared }: { card: Card; shared: LifeShared }) {
  const { data, error, refetch } = useLowBalance(card)
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Bones rows={4} />
  const { version, levelCents, offeredCents, language } = data
  const offered = version === 0 ? offeredCents : levelCents
  return (
    <ActForm
      of={lowBalances.set}
      {...shared}
      changes={[...shared.changes, 'lowBalance']}
      version={version}
      words="lowBalances"
      fields={fields}
      defaults={{ levelCents: offered, language }}
      effect={values => effectOf(data, values)}
      submitLabel={t('kit.save')}
      done={({ levelCents: set }) => t(set === null ? 'lowBalance.cleared' : 'lowBalance.set')}
    />
  )
}

function effectOf(of: LowBalance, { levelCents }: Values): string {
  if (typeof levelCents !== 'number') return t('lowBalance.none')
  const isLow = levelCents > of.balanceCents && of.lowSince === null
  return `${whom(of)} ${t(isLow ? 'lowBalance.lowNow' : 'lowBalance.balanceNow', { balance: inCurrency(of.balanceCents) })}`
}
