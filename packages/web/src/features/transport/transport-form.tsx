import { transportCalls, transports, type RowOf, type TransportForeseen } from '@forecourt/contract'
import { useMemo } from 'react'
import { call } from '../../core/api.ts'
import { inCurrency, litres, tons, unknown } from '../../core/money.ts'
import { equals, type Term } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { Figures } from '../../kit/detail/descriptions.tsx'
import type { Preview } from '../../kit/form/act-form.tsx'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { ActForm } from '../../kit/form/forms.tsx'
import type { Values } from '../../kit/form/values.ts'
import { MeasuredValue } from '../../kit/measure/measured-value.tsx'
import { ReferenceSelect } from '../../kit/reference.tsx'
import './transport.css'

export type Transport = RowOf<typeof transports>

const route = ['billNo', 'depotId', 'supplierId', 'stationId', 'baseFuelId', 'deliveryTime', 'offloadTime']
const quantity = ['density', 'deliveredKg', 'typedCl']
const price = ['pricedBy', 'priceCents', 'taxRate', 'ownAmountCents', 'freightPriceCents', 'freightOn', 'freightTaxRate']
const truck = ['carrierId', 'truckId', 'plate', 'compartments', 'allowedLossPercent', 'remark']
const fields = [...route, ...quantity, ...price, ...truck]
const changes = ['transports', 'incomingTransports', 'depots', 'auditLogs']

const choice =
  (resource: string, conditions: readonly Term[]): OwnControl =>
  ({ field: _field, values: _values, change: _change, onChange, ...rest }) => (
    <ReferenceSelect {...rest} resource={resource} conditions={conditions} onChange={id => onChange?.(id)} />
  )
/** The density of the fuel stands there to be put right. */
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
const active = 'endedDate:null'
/** A truck of the carrier; it brings its plate along, and its carrier where none was chosen. */
const chooseTruck: OwnControl = ({ field: _field, values, change, onChange, ...rest }) => {
  const carrier = values['carrierId']
  return (
    <ReferenceSelect
      {...rest}
      resource="trucks"
      conditions={[active, ...(typeof carrier === 'number' ? [equals('carrier.id', carrier)] : [])]}
      onChange={(id, row) => {
        onChange?.(id)
        const truck = row as { plate?: string; carrierId?: number } | undefined
        if (truck?.plate) change('plate', truck.plate)
        if (truck?.carrierId && typeof carrier !== 'number') change('carrierId', truck.carrierId)
      }}
    />
  )
}
// What has ended is offered no more; where it was chosen before, it stays.
const controls = {
  baseFuelId: chooseFuel,
  depotId: choice('depots', [active]),
  carrierId: choice('suppliers', [equals('carries', true), active]),
  supplierId: choice('suppliers', [equals('sellsFuel', true), active]),
  truckId: chooseTruck,
}
const isDirect = ({ depotId }: Values) => depotId === undefined || depotId === null || depotId === ''
const when = { ownAmountCents: isDirect, pricedBy: isDirect, freightTaxRate: paysFreight, freightOn: paysFreight }
function paysFreight({ freightPriceCents }: Values): boolean {
  return typeof freightPriceCents === 'number' && freightPriceCents > 0
}

/** Most loads: fuel bears 13 % of tax, its freight 9 %. */
const usual = { pricedBy: 'ton', freightOn: 'signed', allowedLossPercent: 0, taxRate: 13, freightTaxRate: 9 }

interface TransportFormProps {
  /** The one to edit; a new one when absent. */
  transport?: Transport
  /** What a new one begins with. */
  known?: Values
  onDone: (done: Pick<Transport, 'id'>) => void
  onCancel: () => void
}

/** 运输合同: what is agreed of a load, and what it comes to while one types, as the server reckons it. */
export function TransportForm({ transport, known, onDone, onCancel }: TransportFormProps) {
  const headings = useMemo(
    () => ({
      billNo: t('transport.route'),
      density: t('transport.quantity'),
      pricedBy: t('transport.price'),
      ...(transport?.depotId != null && { priceCents: t('transport.price') }),
      carrierId: t('transport.truck'),
    }),
    [transport?.depotId],
  )
  const form = {
    words: 'transports',
    fields,
    changes,
    controls,
    when,
    headings,
    preview: previewOf,
    rules: (values: Values) => ({ required: isDirect(values) ? ['supplierId'] : [] }),
    effect: (_values: Values, foreseen: TransportForeseen | undefined) => <Sums of={foreseen} />,
    onDone: (done: Pick<Transport, 'id'>) => onDone(done),
    onCancel,
    done: t('kit.saved'),
    submitLabel: t('kit.save'),
  }
  return (
    <div className="transport-form">
      {transport ? (
        <ActForm {...form} of={transports.update} id={transport.id} version={transport.version} defaults={enteredOf(transport)} />
      ) : (
        <ActForm {...form} of={transports.create} defaults={{ ...usual, ...known }} />
      )}
    </div>
  )
}

/** What is entered of a load, without what follows from it. */
const enteredOf = (transport: Transport): Values => Object.fromEntries(Object.entries(transport).filter(([name]) => fields.includes(name)))

/** What is not known has no unit. */
const withUnit = (figure: string, unit: string) => (figure === unknown ? figure : `${figure} ${unit}`)
const isShort = ({ depotStockKg, loadedKg }: TransportForeseen) => depotStockKg !== null && loadedKg !== null && depotStockKg < loadedKg

function Sums({ of }: { of: TransportForeseen | undefined }) {
  const stock = of?.depotStockKg ?? null
  return (
    <div className="transport-sums" aria-live="polite">
      <Figures
        of={[
          {
            label: t('transports.loadedKg'),
            value: of?.weight ? <MeasuredValue of={of.weight} /> : withUnit(tons(of?.loadedKg), t('kit.unitTon')),
            ...(of && { note: t(of.weight ? 'transport.reckoned' : 'transport.typed') }),
          },
          {
            label: t('transports.loadedCl'),
            value: of?.volume ? <MeasuredValue of={of.volume} /> : withUnit(litres(of?.loadedCl), t('kit.unitLitre')),
            ...(of && { note: t(of.volume ? 'transport.reckoned' : 'transport.typed') }),
          },
          { label: t('transports.amountCents'), value: inCurrency(of?.amountCents) },
          { label: t('transports.netCents'), value: inCurrency(of?.netCents) },
          { label: t('transport.freightForeseen'), value: inCurrency(of?.freightForeseenCents) },
          { label: t('transport.freightNetForeseen'), value: inCurrency(of?.freightNetForeseenCents) },
          ...(stock === null ? [] : [{ label: t('transport.stockNow'), value: `${tons(stock)} ${t('kit.unitTon')}` }]),
        ]}
      />
      {of && isShort(of) && <p className="k-bad">{t('transport.short')}</p>}
    </div>
  )
}

const isKnown = (value: unknown) => value !== undefined && value !== null && value !== '' && !Number.isNaN(value)
/** Asked once it is known what goes where, and for how much. */
function previewOf(values: Values): Preview<TransportForeseen> | undefined {
  const known = Object.fromEntries(fields.flatMap(name => (isKnown(values[name]) ? [[name, values[name]] as const] : [])))
  const needed = ['stationId', 'baseFuelId', 'deliveryTime', 'priceCents', 'taxRate'].every(name => name in known)
  const isComplete = needed && ('deliveredKg' in known || 'typedCl' in known) && ('depotId' in known || 'supplierId' in known)
  if (!isComplete) return undefined
  const { compartments: _compartments, ...body } = known
  return {
    key: ['transports', 'preview', body],
    read: signal => call(transportCalls.preview, { body: body as never }, { signal }),
  }
}
