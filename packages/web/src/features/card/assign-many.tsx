import { assignMost, cardShares, type Returned } from '@forecourt/contract'
import { useMemo } from 'react'
import { call } from '../../core/api.ts'
import { count, inCurrency } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Amount } from '../../kit/form/amount.tsx'
import { allRules, confirmAmount, isLarge } from '../../kit/form/confirmed.ts'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { ActForm, DialogForm } from '../../kit/form/forms.tsx'
import type { Rules } from '../../kit/form/rules.ts'
import type { Values } from '../../kit/form/values.ts'
import { Alert } from '../../kit/ui.ts'
import { calledCard } from './called-card.ts'
import { figure } from './card-rules.ts'
import { shownNumber } from './shown-number.ts'
import type { Card } from './whole-card.ts'

type Preview = Returned<typeof cardShares.preview>
/** What one card is to receive; what is no amount yet stays, so that the check can say so. */
interface Row {
  readonly toId: number
  readonly amountCents: number
}

interface AssignManyProps {
  master: Card
  /** The sub cards that were chosen, or all that are in use. */
  to: readonly Card[] | 'all' | undefined
  onClose: () => void
}

/** 批量划拨: the same to all sub cards in use, or an amount for each that was chosen; all of it in one act, or nothing. */
export function AssignMany({ master, to, onClose }: AssignManyProps) {
  const title = to === undefined ? undefined : to === 'all' ? t('fleet.assignAll') : t('fleet.assignTo', { count: count(to.length) })
  return (
    <DialogForm title={title} open={to !== undefined} onClose={onClose}>
      {to === undefined ? null : to !== 'all' && to.length > assignMost ? (
        <Alert type="warning" showIcon title={t('massCards.tooMany', { most: count(assignMost) })} />
      ) : (
        <Ask master={master} to={to} close={onClose} />
      )}
    </DialogForm>
  )
}

const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0
const entered = (rows: unknown): Row[] => ((rows ?? []) as Row[]).filter(({ amountCents }) => isAmount(amountCents))

function Ask({ master, to, close }: { master: Card; to: readonly Card[] | 'all'; close: () => void }) {
  const each = to === 'all'
  const controls = useMemo((): Record<string, OwnControl> => (to === 'all' ? {} : { rows: rowsControl(to) }), [to])
  const wanted = (values: Values) => {
    const eachCents = values['eachCents']
    if (each) return isAmount(eachCents) ? { eachCents } : undefined
    const rows = entered(values['rows'])
    return rows.length > 0 ? { rows } : undefined
  }
  return (
    <ActForm<typeof cardShares.assign, Preview>
      of={cardShares.assign}
      id={master.id}
      words="assignMany"
      fields={[each ? 'eachCents' : 'rows', 'confirmAmountCents', 'remark']}
      controls={controls}
      when={{ confirmAmountCents: values => isLarge(sumOf(values, each ? master.childCardNum : 0)) }}
      preview={values => {
        const body = wanted(values)
        return (
          body && {
            key: ['userCards', 'assignMany', master.id, body],
            read: signal => call(cardShares.preview, { id: master.id, body }, { signal }),
          }
        )
      }}
      rules={(values, preview) => assignRules(master, each, values, preview)}
      effect={(_, preview) => preview && <Effect preview={preview} each={each} />}
      changes={['userCards', 'userCardDetails', 'groups']}
      submitLabel={t('fleet.assign')}
      done={t('fleet.assignDone')}
      onDone={close}
      onCancel={close}
    />
  )
}

/** Before the server has answered: of so many cards at most. */
const sumOf = ({ eachCents, rows }: Values, subs: number): number =>
  isAmount(eachCents) ? eachCents * subs : entered(rows).reduce((sum, { amountCents }) => sum + amountCents, 0)

function assignRules(master: Card, each: boolean, values: Values, preview: Preview | undefined): Rules {
  const field = each ? 'eachCents' : 'rows'
  const against = preview?.refusal?.message ?? (each ? undefined : preview?.rows.find(({ message }) => message !== null)?.message)
  const sum = preview?.amountCents
  const left = sum === undefined || sum > master.principalCents ? undefined : -sum
  return allRules(sum === undefined ? undefined : confirmAmount(values, sum), {
    required: [field],
    wrong: { [field]: against ?? undefined },
    figures: [figure(t('fleet.principalOf', { card: t('fleet.masterCard') }), master.principalCents, left)],
  })
}

/** Who would receive, and who would be passed over and why. */
function Effect({ preview, each }: { preview: Preview; each: boolean }) {
  const against = preview.rows.filter(({ message }) => message !== null)
  return (
    <>
      {t('fleet.assignManyEffect', { count: count(preview.count), amount: inCurrency(preview.amountCents) })}
      {against.length > 0 && (
        <>
          <br />
          {t(each ? 'fleet.passedOver' : 'fleet.standsAgainst', { count: count(against.length) })}
          <ul className="card-against">
            {against.slice(0, shownMost).map(({ toId, name, number, message }) => (
              <li key={toId}>
                {name || number}: {message}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
const shownMost = 20

/** A line for each card that was chosen, and one that gives all of them the same. */
function rowsControl(cards: readonly Card[]): OwnControl {
  return function Rows({ value, onChange, id, disabled = false }) {
    const rows = new Map(((value ?? []) as Row[]).map(({ toId, amountCents }) => [toId, amountCents]))
    const set = (changed: readonly Card[], amount: number | null | undefined) => {
      for (const card of changed) rows.set(card.id, amount ?? 0)
      const kept = [...rows].flatMap(([toId, amountCents]) => (amountCents === 0 ? [] : [{ toId, amountCents }]))
      onChange?.(kept.length > 0 ? kept : undefined)
    }
    return (
      <ul className="card-amounts" id={id}>
        {cards.length > 1 && (
          <li>
            <strong>{t('fleet.assignSame')}</strong>
            <Amount aria-label={t('fleet.assignSame')} disabled={disabled} onChange={amount => set(cards, amount)} />
          </li>
        )}
        {cards.map(card => (
          <li key={card.id}>
            <span>
              {calledCard(card)} {card.name && <small className="k-quiet">{shownNumber(card)}</small>}
            </span>
            <Amount
              aria-label={t('fleet.assignOf', { name: calledCard(card) })}
              disabled={disabled}
              value={rows.get(card.id)}
              onChange={amount => set([card], amount)}
            />
          </li>
        ))}
      </ul>
    )
  }
}
