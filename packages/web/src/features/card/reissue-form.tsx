import { cardLife, userCards, wordsOf } from '@forecourt/contract'
import { useMemo, useState } from 'react'
import { useMay } from '../../core/session.ts'
import { language, t } from '../../i18n/index.ts'
import { useRecord } from '../../kit/detail/use-record.ts'
import { BeforeAfter } from '../../kit/form/before-after.tsx'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { ActForm } from '../../kit/form/forms.tsx'
import { fieldLabel } from '../../kit/label.ts'
import { ReaderPanel } from '../../kit/reader/reader-panel.tsx'
import { useReader } from '../../kit/reader/use-reader.ts'
import { Alert, Checkbox } from '../../kit/ui.ts'
import { ChipIssue } from './chip-issue.tsx'
import { ChipNumber } from './chip-number.tsx'
import { soughtOf, useFoundCard, type Chip, type Found } from './found-card.ts'
import type { LifeShared } from './life-shared.ts'
import { useSaidOnce, whyNotIssued, wordsOfLookUp } from './say-card.ts'
import { shownNumber } from './shown-number.ts'
import { slipLink } from './slip-link.tsx'
import type { Card } from './whole-card.ts'
import './card.css'

const fields = ['number', 'reason', 'remark']
const withNumber = () => ({ required: ['number'] })

/** 补卡: the account stays and gets other plastic, with the new chip on the reader or known by its number alone. */
export function ReissueForm({ card, shared }: { card: Card; shared: LifeShared }) {
  const reader = useReader()
  const sought = soughtOf(reader.card)
  const lookUp = useFoundCard(sought)
  const found = sought ? lookUp.data : undefined
  const mayWrite = useMayWrite()
  const usable = found?.chip && !whyNotIssued(found.chip, card.id) ? found.chip : undefined
  const [chosen, setChosen] = useState<boolean>()
  const withChip = mayWrite && reader.state !== 'off' && (chosen ?? (card.physicalNumber !== null || usable !== undefined))
  // A chip that was asked about stays the one that is meant, also while it is lifted for a look.
  const [kept, setKept] = useState<Chip>()
  if (usable && usable.id !== kept?.id) setKept(usable)
  const [job, setJob] = useState<Chip>()
  const fault = withChip && !job && sought ? faultOf(card, found, lookUp.error) : undefined
  useSaidOnce(fault)
  const number = withChip ? kept?.number : undefined
  const controls = useNumberOfChip(withChip, number)
  if (job)
    return (
      <ChipIssue
        way="reissue"
        account={{ id: card.id, number: job.number }}
        chip={job}
        reader={reader}
        result={<Stayed before={card} />}
        onClose={shared.onDone}
      />
    )
  return (
    <>
      {mayWrite && reader.state !== 'off' && (
        <>
          {withChip && <ReaderPanel reader={reader} />}
          <Checkbox className="card-issue-way" checked={withChip} onChange={({ target }) => setChosen(target.checked)}>
            {t('chipIssue.newOnReader')}
          </Checkbox>
        </>
      )}
      {fault && <Alert type="error" showIcon title={fault} />}
      <ActForm
        key={String(withChip)}
        of={cardLife.reissue}
        {...shared}
        words="cardLife"
        fields={fields}
        controls={controls}
        defaults={withChip ? { awaitsChip: true, number } : {}}
        {...(withChip && { rules: withNumber })}
        effect={() => t(`cardLife.${withChip ? 'reissueNewChipHelp' : card.physicalNumber === null ? 'reissueHelp' : 'reissueChipHelp'}`)}
        pinFor={() => ({ action: 'card.reissue', subject: `userCards:${card.id}` })}
        submitLabel={t(withChip ? 'chipIssue.askReissue' : 'cardPage.reissue')}
        danger
        done={t(withChip ? 'chipIssue.reissueAsked' : 'cardLife.reissued')}
        {...(!withChip && { offer: () => slipLink(card.id, { kind: 'reissue' }) })}
        onDone={() => (withChip && kept ? setJob(kept) : shared.onDone())}
      />
    </>
  )
}

/** The number of a card with a chip is read, that of another one is typed. */
const useNumberOfChip = (withChip: boolean, number: string | undefined) =>
  useMemo(
    (): Record<string, OwnControl> => (withChip ? { number: props => <ChipNumber {...props} given={number} /> } : {}),
    [withChip, number],
  )

const useMayWrite = () => [useMay('chip.write'), useMay('card.issue')].every(Boolean)

/** The old card itself may still lie there. */
const faultOf = (card: Card, found: Found | undefined, error: unknown) =>
  found?.chip
    ? found.chip.userCardId === card.id && found.chip.issueTime !== null
      ? wordsOf('cardInfo.issued', language())
      : whyNotIssued(found.chip, card.id)
    : error
      ? wordsOfLookUp(error)
      : undefined

/** What the account holds, before and now, and what the old card is good for. */
function Stayed({ before }: { before: Card }) {
  const { data: now } = useRecord(userCards, before.id)
  const figures = (['principalCents', 'giftCents', 'debtCents'] as const).map(purse => ({
    label: fieldLabel('userCards', purse),
    unit: 'money' as const,
    before: before[purse],
    after: now?.[purse],
  }))
  return (
    <>
      <BeforeAfter of={figures} label={t('cardPage.balance')} />
      <Alert type="info" showIcon title={t('chipIssue.oldNumber', { number: shownNumber(before) })} />
    </>
  )
}
