import {
  loadSignatureProof,
  transportCalls,
  type incomingTransports,
  type RowOf,
  type SignatureForeseen,
  type SignatureProposal,
} from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../core/api.ts'
import { litres, percent, tons, unknown } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Figures } from '../../kit/detail/descriptions.tsx'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { ActForm } from '../../kit/form/forms.tsx'
import type { Preview } from '../../kit/form/act-form.tsx'
import { DialogButton } from '../../kit/form/dialog-button.tsx'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import type { Values } from '../../kit/form/values.ts'
import { useMay } from '../../core/session.ts'
import { Checkbox, Modal, Select } from '../../kit/ui.ts'
import './delivery.css'

export type Incoming = RowOf<typeof incomingTransports>

const changes = ['incomingTransports', 'transports', 'oilInfos', 'auditLogs']

/** 签收: the delivery that was recorded proposes what was unloaded; a person says so. */
export function SignAct({ load }: { load: Incoming }) {
  const may = useMay(transportCalls.sign.permission)
  if (!may) return null
  const title = t('incoming.signTitle', { billNo: load.billNo || t('incoming.noBill') })
  return (
    <DialogButton label={t('incoming.sign')} button={{ type: 'link', size: 'small' }}>
      {({ open, onClose }) => (
        <Modal open={open} onCancel={onClose} title={title} footer={null} destroyOnHidden width={640}>
          <Sign load={load} onClose={onClose} />
        </Modal>
      )}
    </DialogButton>
  )
}

function Sign({ load, onClose }: { load: Incoming; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['incomingTransports', 'proposal', load.id, load.version],
    queryFn: ({ signal }) => call(transportCalls.proposal, { id: load.id }, { signal }),
    gcTime: 0,
    meta: { saidOnPage: true },
  })
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Bones rows={6} />
  return <Form load={load} proposed={data} onClose={onClose} />
}

function Form({ load, proposed, onClose }: { load: Incoming; proposed: SignatureProposal; onClose: () => void }) {
  const chosen = proposed.intakes.filter(each => each.chosen)
  const last = useRef<SignatureForeseen>(undefined)
  const isUnclear = proposed.products.length > 1
  const fields = ['oilInfoIds', 'offloadTime', 'signedKg', 'signedCl', ...(isUnclear ? ['productId'] : []), 'reason']
  const defaults = {
    oilInfoIds: chosen.map(({ id }) => id),
    ...(proposed.offloadTime && { offloadTime: proposed.offloadTime }),
    ...(proposed.signedCl !== null && { signedCl: proposed.signedCl }),
    ...(isUnclear && chosen[0] && { productId: chosen[0].productId }),
  }
  return (
    <ActForm
      of={transportCalls.sign}
      id={load.id}
      words="incomingTransports"
      fields={fields}
      changes={changes}
      defaults={defaults}
      controls={{ oilInfoIds: intakesOf(proposed), productId: productsOf(proposed) }}
      preview={(values: Values) => previewOf(load.id, values, foreseen => void (last.current = foreseen))}
      rules={(values, foreseen: SignatureForeseen | undefined) => ({ required: foreseen?.over ? ['reason'] : [], ...unfinished(values) })}
      when={{ reason: (values: Values) => isOver(load, values) }}
      effect={(_values: Values, foreseen: SignatureForeseen | undefined) => <Says of={foreseen} load={load} />}
      pinFor={() => (last.current?.measured?.asksPin ? loadSignatureProof(load.id, last.current.signedCl!) : undefined)}
      submitLabel={t('incoming.sign')}
      done={t('incoming.signed')}
      onDone={onClose}
      onCancel={onClose}
    />
  )
}

const figure = (value: unknown): number | undefined => (typeof value === 'number' && !Number.isNaN(value) ? value : undefined)
const unfinished = ({ signedKg, signedCl }: Values) =>
  figure(signedKg) === undefined && figure(signedCl) === undefined ? { unfinished: ['signedKg'] } : {}
/** More than was loaded, as far as that is seen without the engine. */
const isOver = ({ loadedKg, loadedCl }: Incoming, { signedKg, signedCl }: Values) => {
  const [kg, cl] = [figure(signedKg), figure(signedCl)]
  if (kg !== undefined && loadedKg !== null) return kg > loadedKg
  return cl !== undefined && loadedCl !== null && cl > loadedCl
}

const intakesOf =
  ({ intakes }: SignatureProposal): OwnControl =>
  ({ value, change, onChange }) =>
    intakes.length === 0 ? (
      <p className="k-quiet">{t('incoming.noIntakes')}</p>
    ) : (
      <Checkbox.Group
        className="incoming-intakes"
        value={(value ?? []) as number[]}
        onChange={ids => {
          onChange?.(ids)
          const ticked = intakes.filter(intake => ids.includes(intake.id))
          const volumes = ticked.map(({ totalRefCl, totalCl }) => totalRefCl ?? totalCl)
          // The litres and the time are those of what is ticked; what a person typed before is typed for other deliveries.
          if (ticked.length > 0 && volumes.every(volume => volume !== null)) {
            change(
              'signedCl',
              volumes.reduce<number>((sum, volume) => sum + volume, 0),
            )
            change(
              'offloadTime',
              ticked
                .map(({ endTime }) => endTime)
                .toSorted()
                .at(-1),
            )
          }
        }}
        options={intakes.map(({ id, tankNumber, docNo, beginTime, totalRefCl, totalCl, sameDocument, samePlate }) => ({
          value: id,
          label: [
            t('incoming.intake', { tank: tankNumber, docNo: docNo || '—', time: time(beginTime), litres: litres(totalRefCl ?? totalCl) }),
            ...(sameDocument ? [t('incoming.byDocument')] : samePlate ? [t('incoming.byPlate')] : []),
          ].join(' · '),
        }))}
      />
    )
const productsOf =
  ({ products }: SignatureProposal): OwnControl =>
  ({ id, value, onChange, disabled }) => (
    <Select
      id={id}
      value={value as number | undefined}
      disabled={disabled}
      onChange={chosen => onChange?.(chosen)}
      options={products.map(product => ({ value: product.id, label: product.name }))}
    />
  )

const inTons = (kg: number | null | undefined) => (kg == null ? unknown : `${tons(kg)} ${t('kit.unitTon')}`)
const inLitres = (cl: number | null | undefined) => (cl == null ? unknown : `${litres(cl)} ${t('kit.unitLitre')}`)

function Says({ of, load }: { of: SignatureForeseen | undefined; load: Incoming }) {
  const isByTon = load.loadedKg !== null
  const figures = [
    {
      label: t('incomingTransports.signedKg'),
      value: inTons(of?.signedKg),
      note: t('incoming.of', { loaded: inTons(load.loadedKg) }),
    },
    {
      label: t('incomingTransports.signedCl'),
      value: inLitres(of?.signedCl),
      note: t('incoming.of', { loaded: inLitres(load.loadedCl) }),
    },
    { label: t('incoming.lost'), value: isByTon ? inTons(of?.lossKg) : inLitres(of?.lossCl) },
    { label: t('incoming.allowed'), value: isByTon ? inTons(of?.allowedKg) : inLitres(of?.allowedCl) },
    { label: t('incoming.claimed'), value: isByTon ? inTons(of?.claimedKg) : inLitres(of?.claimedCl) },
  ]
  return (
    <div aria-live="polite">
      <Figures of={figures} />
      {of?.over && <p className="k-bad">{t('incoming.over')}</p>}
      {of?.measured?.asksPin && (
        <p className="k-bad">
          {t('incoming.apart', {
            measured: litres(of.measured.measuredCl),
            apart: percent(of.measured.apartBasisPoints / 100, 2),
            limit: percent(of.measured.limitBasisPoints / 100, 2),
          })}
        </p>
      )}
    </div>
  )
}

/** Asked once the time and one of the quantities are known. */
function previewOf(
  id: number,
  { offloadTime, signedKg, signedCl, oilInfoIds }: Values,
  seen: (foreseen: SignatureForeseen) => void,
): Preview<SignatureForeseen> | undefined {
  const [kg, cl] = [figure(signedKg), figure(signedCl)]
  if (typeof offloadTime !== 'string' || (kg === undefined && cl === undefined)) return undefined
  const body = { offloadTime, signedKg: kg ?? null, signedCl: cl ?? null, oilInfoIds: (oilInfoIds ?? []) as number[] }
  return {
    key: ['incomingTransports', 'preview', id, body],
    read: async signal => {
      const foreseen = await call(transportCalls.foresee, { id, body }, { signal })
      seen(foreseen)
      return foreseen
    },
  }
}
