import { t } from '../../i18n/index.ts'
import { StatusTag } from '../../kit/detail/figures.tsx'
import { awaitsChip } from './awaits-chip.ts'
import type { Card } from './whole-card.ts'

/** 待写卡 comes before any other state: it is not used before. 已退卡 is for good, whatever the status behind it is. */
export const CardStatus = ({ card }: { card: Pick<Card, 'status' | 'issueTime'> & Partial<Pick<Card, 'closedTime' | 'toWrite'>> }) =>
  card.closedTime ? (
    <span className="k-tag k-off">{t('cardPage.returned')}</span>
  ) : awaitsChip(card) ? (
    <span className="k-tag k-wait">{t('cardPage.awaitsChip')}</span>
  ) : (
    <>
      <StatusTag of="userCards" field="status" value={card.status} />
      {card.toWrite && (
        <>
          {' '}
          <span className="k-tag k-wait">{t('cardPage.toWrite')}</span>
        </>
      )}
    </>
  )
