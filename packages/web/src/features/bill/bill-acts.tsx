import { allows, fleetBillActs, fleetBilling, type FleetBill } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { inCurrency } from '../../core/money.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { ActButton } from '../../kit/form/act-button.tsx'
import { Button } from '../../kit/ui.ts'
import { monthWords } from './bill-words.ts'
import { changed } from './use-bill.ts'

const monthAlone = ['month']
const fleetAndMonth = ['groupId', 'month']

/** Draws up the bill of a month: of the fleet in front, or of one that is chosen. */
export const PrepareButton = ({ groupId, onDone }: { groupId?: number | undefined; onDone: (id: number) => void }) => (
  <ActButton
    of={fleetBilling.prepare}
    words="fleetBills"
    fields={groupId === undefined ? fleetAndMonth : monthAlone}
    {...(groupId !== undefined && { defaults: { groupId } })}
    changes={changed}
    label={t('fleetBill.prepare')}
    button={{ type: 'primary' }}
    done={t('fleetBill.prepared')}
    onDone={({ id }) => onDone(id)}
  />
)

/** What is done with a bill while it is open. */
export function BillActs({ bill, onGone }: { bill: FleetBill; onGone: () => void }) {
  const may = useMay('bill.issue')
  const cache = useQueryClient()
  const toast = useToast()
  const confirm = useConfirm(bill.id)
  if (!may || !allows(fleetBillActs.issue, bill.status)) return null
  const { id, groupId, month, fleetName } = bill
  const readAnew = () => Promise.all(changed.map(name => cache.invalidateQueries({ queryKey: [name] })))
  const refresh = async () => {
    try {
      await call(fleetBilling.prepare, { body: { groupId, month } }, { quiet: true })
      toast.done(t('fleetBill.prepared'))
    } catch (error) {
      toast.failed(error)
    }
    await readAnew()
  }
  const discard = async () => {
    const text = t('fleetBill.discardAsk', { fleet: fleetName, month: monthWords(month) })
    const sure = await confirm({ text, ok: t('fleetBill.discard'), danger: true, act: () => call(fleetBilling.discard, { id }) })
    if (!sure) return
    toast.done(t('fleetBill.discarded'))
    onGone()
    await readAnew()
  }
  return (
    <>
      <Button onClick={() => void discard()}>{t('fleetBill.discard')}</Button>
      <Button onClick={() => void refresh()}>{t('fleetBill.refresh')}</Button>
      <IssueButton bill={bill} />
    </>
  )
}

const nothingAsked: readonly string[] = []

/** Issues what is seen: the figures travel along, and the PIN where fees are taken. */
function IssueButton({ bill }: { bill: FleetBill }) {
  const { id, netCents, feeCents, closingCents } = bill
  return (
    <ActButton
      of={fleetBilling.issue}
      id={id}
      words="fleetBills"
      fields={nothingAsked}
      defaults={{ netCents, feeCents, closingCents }}
      changes={changed}
      label={t('fleetBill.issue')}
      title={t('fleetBill.title', { fleet: bill.fleetName, month: monthWords(bill.month) })}
      button={{ type: 'primary' }}
      submitLabel={t('fleetBill.issue')}
      done={t('fleetBill.issued')}
      {...(feeCents > 0 && { pinFor: () => ({ action: 'bill.issue' as const, subject: `fleetBills:${id}`, amountCents: feeCents }) })}
      effect={() => t('fleetBill.issueHelp') + (feeCents > 0 ? ` ${t('fleetBill.issueFee', { fee: inCurrency(feeCents) })}` : '')}
    />
  )
}
