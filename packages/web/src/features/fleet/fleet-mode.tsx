import { fleetActs, type FleetValueMode, type Returned } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { count, inCurrency } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { confirmRules, confirmSetting, isLarge } from '../../kit/form/confirmed.ts'
import { ActForm } from '../../kit/form/forms.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { grouped } from '../../kit/show.ts'
import { Alert, Button } from '../../kit/ui.ts'
import { fleetActChanges, type FleetFormProps } from './fleet-row.ts'

type Change = Returned<typeof fleetActs.modePreview>

/** 资金方式: what a change would move is asked first; cards that stand against it are named with their reasons. @source decisions FL4 */
export function ModeForm({ fleet, close }: FleetFormProps) {
  const valueMode: FleetValueMode = fleet.valueMode === 'share' ? 'assign' : 'share'
  const { data, error, refetch } = useQuery({
    queryKey: ['groups', 'modePreview', fleet.id, valueMode],
    queryFn: ({ signal }) => call(fleetActs.modePreview, { id: fleet.id, body: { valueMode } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Bones rows={4} />
  return data.refused > 0 ? <Against change={data} close={close} /> : <Ask fleet={fleet} change={data} close={close} />
}

function Ask({ fleet, change, close }: FleetFormProps & { change: Change }) {
  const { valueMode, principalCents, giftCents } = change
  const sum = principalCents + giftCents
  const wanted = choiceLabel('groups', 'valueMode', valueMode)
  const words = {
    mode: wanted,
    count: count(change.count),
    principal: inCurrency(principalCents),
    gift: inCurrency(giftCents),
  }
  return (
    <ActForm
      of={fleetActs.mode}
      id={fleet.id}
      words="groups"
      fields={['confirmAmountCents', 'remark']}
      defaults={{ valueMode }}
      when={{ confirmAmountCents: () => isLarge(sum) }}
      rules={({ confirmAmountCents: again }) => ({
        ...(isLarge(sum) &&
          confirmRules('confirmAmountCents', again, sum, t('act.again', { limit: inCurrency(confirmSetting().amountCents) }))),
        ...(sum > 0 &&
          fleet.balanceCents !== null && {
            figures: [
              { label: t('groups.balanceCents'), unit: 'money' as const, before: fleet.balanceCents, after: fleet.balanceCents + sum },
            ],
          }),
      })}
      effect={() => t(valueMode === 'assign' ? 'fleetMode.toAssign' : sum > 0 ? 'fleetMode.toShare' : 'fleetMode.toShareEmpty', words)}
      changes={fleetActChanges}
      submitLabel={t('fleetMode.go', words)}
      done={t('fleetMode.done', words)}
      onDone={close}
      onCancel={close}
    />
  )
}

/** Nothing can be done before these cards are clear: which they are, and why. */
const Against = ({ change: { refused, rows }, close }: { change: Change; close: () => void }) => (
  <>
    <Alert type="warning" showIcon title={t('fleetMode.against', { count: count(refused) })} />
    <ul className="fleet-against">
      {rows.map(({ id, number, message }) => (
        <li key={id}>
          <strong>{grouped(number, 'cardNumber')}</strong> {message}
        </li>
      ))}
    </ul>
    {refused > rows.length && <p className="k-quiet">{t('kit.firstOf', { shown: count(rows.length), count: count(refused) })}</p>}
    <div className="k-form-end">
      <Button type="primary" onClick={close}>
        {t('kit.close')}
      </Button>
    </div>
  </>
)
