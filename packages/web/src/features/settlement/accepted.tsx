import type { ClassSettle } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { differenceWithUnit, withUnit } from './amounts.ts'
import { figureName } from './confirm-figures.tsx'
import './confirm.css'

type Settled = Pick<ClassSettle, 'beyond' | 'reason'>

const lineOf = (figure: Settled['beyond'][number]): string =>
  t('settle.acceptedFigure', {
    what: figureName(figure),
    amount: differenceWithUnit(figure.unit, figure.amount),
    allowed: withUnit(figure.unit, figure.allowed),
  })

export const acceptedWords = ({ beyond, reason }: Settled): string =>
  [...beyond.map(lineOf), `${t('settle.reason')}${t('kit.colon')}${reason}`].join(t('settle.semicolon'))

/** Which differences were beyond tolerance when it was settled, and the reason that was given. */
export function AcceptedSection({ of }: { of: Settled }) {
  if (of.beyond.length === 0) return null
  return (
    <Section title={t('settle.accepted')}>
      <ul className="settle-accepted">
        {of.beyond.map(figure => (
          <li key={figure.about}>{lineOf(figure)}</li>
        ))}
      </ul>
      <p className="settle-p">
        {t('settle.reason')}
        {t('kit.colon')}
        {of.reason}
      </p>
    </Section>
  )
}
