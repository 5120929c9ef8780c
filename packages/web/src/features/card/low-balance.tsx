import type { LowBalance } from '@forecourt/contract'
import { inCurrency } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { Button } from '../../kit/ui.ts'
import { actsFor } from './card-acts.tsx'
import { useLowBalance, whom } from './low-balance-form.tsx'
import type { Card } from './whole-card.ts'
import './card.css'

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
