import { allows, cardInfos, chipActs, type RowOf } from '@forecourt/contract'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { ActButton } from '../../kit/form/act-button.tsx'
import { grouped } from '../../kit/show.ts'

type Chip = RowOf<typeof cardInfos>
const shared = { changes: ['cardInfos'], everywhere: true } as const

/**
 * What is done with a chip outside of an account: scrapped, unless an account has it or is about to; one that is no customer's is handed
 * over, and comes back. @source decisions CD7, CD8
 */
export function ChipActs({ chip }: { chip: Chip }) {
  const { id, state, handedTo } = chip
  return (
    <>
      {allows(chipActs.handOver, state) && handedTo === '' && (
        <ActButton
          {...shared}
          words="chipSearch"
          of={cardInfos.handOver}
          id={id}
          label={t('chipSearch.handOver')}
          submitLabel={t('chipSearch.handOver')}
          done={t('chipSearch.handedOver')}
        />
      )}
      {allows(chipActs.handBack, state) && handedTo !== '' && (
        <ActButton
          {...shared}
          words="chipSearch"
          of={cardInfos.handBack}
          id={id}
          label={t('chipSearch.handBack')}
          effect={() => t('chipSearch.handBackAsk', { to: handedTo })}
          submitLabel={t('chipSearch.handBack')}
          done={t('chipSearch.handedBack')}
        />
      )}
      <Scrap chip={chip} />
    </>
  )
}

function Scrap({ chip: { id, number, companyId, status, state } }: { chip: Chip }) {
  // Of a company its leaders say so; of nobody, who may see those.
  const may = useMay(companyId === null ? 'chip.unassigned' : 'chip.stock')
  if (!may || status === 'disable' || !allows(chipActs.scrap, state)) return null
  return (
    <ActButton
      {...shared}
      words="chipSearch"
      of={cardInfos.scrap}
      id={id}
      label={t('chipSearch.scrap')}
      button={{ danger: true }}
      danger
      effect={() => t('chipSearch.scrapAsk', { number: grouped(number, 'cardNumber') })}
      submitLabel={t('chipSearch.scrap')}
      done={t('chipSearch.scrapped')}
    />
  )
}
