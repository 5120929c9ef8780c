import { purchaseCalls, purchaseContracts, type Returned, type RowOf } from '@forecourt/contract'
import { call } from '../../core/api.ts'
import { equals } from '../../core/search.ts'
import { inCurrency } from '../../core/money.ts'
import { today } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Figures } from '../../kit/detail/descriptions.tsx'
import type { Preview } from '../../kit/form/act-form.tsx'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { ActForm } from '../../kit/form/forms.tsx'
import type { Values } from '../../kit/form/values.ts'
import { ReferenceSelect } from '../../kit/reference.tsx'
import './supply.css'

export type Purchase = RowOf<typeof purchaseContracts>
type Amounts = Returned<typeof purchaseCalls.preview>

const fields = ['day', 'number', 'depotId', 'baseFuelId', 'supplierId', 'density', 'priceCentsPerT', 'taxRate', 'weightKg', 'description']
const changes = ['purchaseContracts', 'depots', 'depotTransfers', 'auditLogs']

const active = 'endedDate:null'
const sellsFuel = [equals('sellsFuel', true), active]
/** What is bought has a supplier that sells fuel and has not ended; the density of the fuel stands there to be put right. */
const chooseSupplier: OwnControl = ({ field: _field, values: _values, change: _change, onChange, ...rest }) => (
  <ReferenceSelect {...rest} resource="suppliers" conditions={sellsFuel} onChange={id => onChange?.(id)} />
)
const chooseFuel: OwnControl = ({ field: _field, values, change, onChange, ...rest }) => (
  <ReferenceSelect
    {...rest}
    resource="baseFuels"
    onChange={(id, row) => {
      onChange?.(id)
      const usual = (row as { densityKgM3?: number | null } | undefined)?.densityKgM3
      if (usual != null && values['density'] == null) change('density', usual)
    }}
  />
)
const chooseDepot: OwnControl = ({ field: _field, values: _values, change: _change, onChange, ...rest }) => (
  <ReferenceSelect {...rest} resource="depots" conditions={[active]} onChange={id => onChange?.(id)} />
)
const controls = { supplierId: chooseSupplier, baseFuelId: chooseFuel, depotId: chooseDepot }

/** What fuel bears. */
const usualTaxRate = 13

interface PurchaseFormProps {
  /** The one to edit; a new one when absent. */
  contract?: Purchase
  onDone: () => void
  onCancel: () => void
}

/** 采购合同: what was bought, and what it comes to while one types, as the server reckons it. */
export function PurchaseForm({ contract, onDone, onCancel }: PurchaseFormProps) {
  const form = {
    words: 'purchaseContracts',
    fields,
    changes,
    controls,
    preview: previewOf,
    effect: (_values: Values, amounts: Amounts | undefined) => <Sums of={amounts} />,
    onDone,
    onCancel,
    done: t('kit.saved'),
    submitLabel: t('kit.save'),
  }
  return (
    <div className="supply-form">
      {contract ? (
        <ActForm {...form} of={purchaseContracts.update} id={contract.id} version={contract.version} defaults={enteredOf(contract)} />
      ) : (
        <ActForm {...form} of={purchaseContracts.create} defaults={{ day: today(), taxRate: usualTaxRate }} />
      )}
    </div>
  )
}

/** What is entered of a contract, without what the product says of it. */
const enteredOf = (contract: Purchase): Values => Object.fromEntries(Object.entries(contract).filter(([name]) => fields.includes(name)))

const Sums = ({ of }: { of: Amounts | undefined }) => (
  <div className="supply-amounts" aria-live="polite">
    <Figures
      of={[
        { label: t('purchaseContracts.amountCents'), value: inCurrency(of?.amountCents) },
        { label: t('purchaseContracts.netCents'), value: inCurrency(of?.netCents) },
      ]}
    />
  </div>
)

function previewOf({ priceCentsPerT, taxRate, weightKg }: Values): Preview<Amounts> | undefined {
  if (![priceCentsPerT, taxRate, weightKg].every(value => typeof value === 'number' && !Number.isNaN(value))) return undefined
  const body = { priceCentsPerT, taxRate, weightKg } as { priceCentsPerT: number; taxRate: number; weightKg: number }
  if (body.weightKg < 1 || body.priceCentsPerT < 0 || body.taxRate < 0 || body.taxRate >= 100) return undefined
  return {
    key: ['purchaseContracts', 'preview', body],
    read: signal => call(purchaseCalls.preview, { body }, { signal }),
  }
}
