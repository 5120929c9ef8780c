import { lowBalances, type LowBalance } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { inCurrency } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { ActForm } from '../../kit/form/forms.tsx'
import type { Values } from '../../kit/form/values.ts'
import { choiceLabel } from '../../kit/label.ts'
import { usePage } from '../../kit/page/use-page.ts'
import type { LifeShared } from './life-shared.ts'
import type { Card } from './whole-card.ts'

/** The level of a card, who is told, and the last notices. */
export function useLowBalance({ id, version, value }: Card) {
  const { visible } = usePage()
  return useQuery({
    // Each payment may bring it below its level.
    queryKey: ['lowBalance', id, version, value],
    enabled: visible,
    refetchOnWindowFocus: true,
    queryFn: ({ signal }) => call(lowBalances.get, { id }, { signal }),
  })
}

/** Who is told, or why nobody is. */
export function whom({ on, person }: LowBalance): string {
  if (!on) return t('lowBalance.off')
  if (!person) return t('lowBalance.nobody')
  const { name, channel } = person
  return channel
    ? t('lowBalance.by', { name, channel: choiceLabel('outboxMessages', 'channel', channel) })
    : t('lowBalance.noAddress', { name })
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
