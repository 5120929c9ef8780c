import { t } from '../../i18n/index.ts'
import { Figures, Section } from '../../kit/detail/descriptions.tsx'
import { Money } from '../../kit/detail/figures.tsx'
import { netOf } from './card-acts.tsx'
import { frozenOf, type Card } from './whole-card.ts'

/** What it holds, purse by purse. */
export const Balance = ({ card }: { card: Card }) => (
  <Section title={t('cardPage.balance')}>
    <Figures
      of={[
        { label: t('cardPage.now'), value: <Money cents={netOf(card)} unit /> },
        { label: t('userCards.principalCents'), value: <Money cents={card.principalCents} unit /> },
        { label: t('userCards.giftCents'), value: <Money cents={card.giftCents} unit /> },
        { label: t('cardPage.frozenNow'), value: <Money cents={frozenOf(card)} unit /> },
        { label: t('userCards.heldCents'), value: <Money cents={card.heldCents} unit /> },
        { label: t('userCards.debtCents'), value: <Money cents={card.debtCents} unit /> },
      ]}
    />
  </Section>
)
