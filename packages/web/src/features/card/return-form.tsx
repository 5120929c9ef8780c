import { cardLife, userCards, wordsOf } from '@forecourt/contract'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { count, inCurrency } from '../../core/money.ts'
import { language, t } from '../../i18n/index.ts'
import { useRecord } from '../../kit/detail/use-record.ts'
import { confirmWhen } from '../../kit/form/confirmed.ts'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { ActForm } from '../../kit/form/forms.tsx'
import type { Values } from '../../kit/form/values.ts'
import { ReaderPanel } from '../../kit/reader/reader-panel.tsx'
import { useReader } from '../../kit/reader/use-reader.ts'
import { Alert, Button, Checkbox, Segmented } from '../../kit/ui.ts'
import type { LifeShared } from './life-shared.ts'
import { describing } from './describing.ts'
import { soughtOf, useFoundCard } from './found-card.ts'
import { returnRules } from './life-rules.ts'
import { slipLink } from './slip-link.tsx'
import { frozenOf, type Card } from './whole-card.ts'

/** 退卡: the principal is paid out, the gift taken back, the card closed for good. */
export function ReturnForm({ card: asked, shared }: { card: Card; shared: LifeShared }) {
  // What is paid out is what it holds now: after a refusal it is read anew.
  const card = useRecord(userCards, asked.id).data ?? asked
  const { number } = card
  if (card.lockValue > 0)
    return (
      <>
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={wordsOf(frozenOf(card) > 0 ? 'card.frozen' : 'card.held', language(), { number })}
        />
        <div className="k-form-end">
          <Button onClick={shared.onCancel}>{t('kit.cancel')}</Button>
        </div>
      </>
    )
  return <Return card={card} shared={shared} />
}

function Return({ card, shared }: { card: Card; shared: LifeShared }) {
  const { principalCents, kind } = card
  const [isHere, setHere] = useState(card.physicalNumber !== null)
  const chip = useOwnChip(card)
  const overCounter = principalCents > 0 && kind !== 'sub'
  const defaults = {
    amountCents: principalCents,
    chipPresent: card.physicalNumber !== null,
    payType: 'cash',
    ...(isHere && chip.own && { uuid: chip.own.uuid, supplier: chip.own.supplier }),
  }
  return (
    <>
      {card.physicalNumber !== null && isHere && <ReaderPanel reader={chip.reader} />}
      <ActForm
        of={cardLife.cardReturn}
        {...shared}
        words="cardLife"
        fields={returnFields}
        defaults={defaults}
        when={{
          payType: () => overCounter,
          slipNo: ({ payType }: Values) => overCounter && payType !== 'cash',
          ...confirmWhen(() => principalCents),
        }}
        controls={{ chipPresent: controlOf(card, setHere) }}
        rules={values => returnRules(card, { overCounter: kind !== 'sub', wrong: faultOf(card, values, chip) }, values)}
        preview={() => ({
          key: ['userCards', 'returnPreview', card.id],
          read: signal => call(cardLife.returnPreview, { id: card.id }, { signal }),
        })}
        effect={(_, preview: { points: number } | undefined) =>
          t(kind === 'sub' ? 'cardLife.returnSubHelp' : 'cardLife.returnHelp', { amount: inCurrency(principalCents) }) +
          (preview?.points ? t('cardLife.returnPoints', { points: count(preview.points) }) : '')
        }
        pinFor={() => ({ action: 'card.return', subject: `userCards:${card.id}`, amountCents: principalCents })}
        submitLabel={t('cardPage.cardReturn')}
        danger
        done={t('cardLife.returned', { amount: inCurrency(principalCents) })}
        offer={() => slipLink(card.id, { kind: 'cardReturn' })}
      />
    </>
  )
}

const returnFields = ['chipPresent', 'payType', 'slipNo', 'confirmAmountCents', 'remark']

/** The chip on the reader, where it is the one of this card; `other` where another one lies there. */
function useOwnChip({ id }: Card) {
  const reader = useReader()
  const sought = soughtOf(reader.card)
  const { data } = useFoundCard(sought)
  const chip = sought && data?.chip
  const own = chip && chip.userCardId === id && chip.issueTime !== null ? chip : undefined
  return { reader, own, other: sought !== undefined && data !== undefined && !own }
}

type OwnChip = ReturnType<typeof useOwnChip>
/** What stands against it as the card lies here, or does not. */
function faultOf({ number, kind, physicalNumber }: Card, { chipPresent }: Values, { own, other }: OwnChip): string | undefined {
  if (physicalNumber === null) return kind === 'anonymous' && !chipPresent ? t('cardLife.mustHandIn') : undefined
  if (!chipPresent) return kind === 'anonymous' ? wordsOf('card.chipAbsent', language()) : undefined
  if (other) return wordsOf('card.otherChip', language(), { number })
  return own ? undefined : t('cardLife.place')
}

/** Where the card is: on the reader now, or not here; a bearer card without a chip was handed in by hand. */
function controlOf({ kind, physicalNumber }: Card, setHere: (isHere: boolean) => void): OwnControl {
  return ({ id, value, onChange, disabled, ...rest }) =>
    physicalNumber === null ? (
      <Checkbox {...describing(rest)} {...{ id, disabled }} checked={value === true} onChange={({ target }) => onChange?.(target.checked)}>
        {t('cardLife.handedIn')}
      </Checkbox>
    ) : (
      <Segmented
        {...describing(rest)}
        {...{ id, disabled }}
        value={value === true}
        options={[
          { value: true, label: t('cardLife.onReader') },
          ...(kind === 'anonymous' ? [] : [{ value: false, label: t('cardLife.notHere') }]),
        ]}
        onChange={next => {
          setHere(next)
          onChange?.(next)
        }}
      />
    )
}
