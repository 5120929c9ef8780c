import {
  deliveryCalls,
  deliveryCorrectionProof,
  deliveryCorrections,
  oilInfos,
  wordsOf,
  type DeliveryForeseen,
  type RecordNamed,
} from '@forecourt/contract'
import { useMemo } from 'react'
import { call } from '../../core/api.ts'
import { language, t } from '../../i18n/index.ts'
import { ActForm } from '../../kit/form/forms.tsx'
import type { Preview } from '../../kit/form/act-form.tsx'
import type { Values } from '../../kit/form/values.ts'
import { volumesByChart } from './chart-volume.tsx'
import { DeliverySums } from './delivery-sums.tsx'
import { chooseSupplier } from './supplier-choice.tsx'
import { chooseTank } from './tank-choice.tsx'
import './delivery.css'

export type Delivery = RecordNamed<'oilInfos'>

const ofLoad = [
  'tankId',
  'docNo',
  'fuelSupplierId',
  'plate',
  'deliveryVolumeCl',
  'weightKg',
  'density',
  'densityKind',
  'temperature',
  'productId',
]
const before = ['beginTime', 'beforeVolumeCl', 'beforeOilHeightMm', 'beforeWaterHeightMm', 'beforeTemperature']
const after = ['endTime', 'afterVolumeCl', 'afterOilHeightMm', 'afterWaterHeightMm', 'afterTemperature']
const rest = ['incident', 'reason', 'certificateId', 'remark']
const fields = [...ofLoad, ...before, ...after, ...rest]
const changes = ['oilInfos', 'foundDeliveries', 'classSettles', 'auditLogs']

const isLess = ({ beforeVolumeCl: had, afterVolumeCl: has }: Values) => typeof had === 'number' && typeof has === 'number' && has < had
const endsEarly = ({ beginTime, endTime }: Values) =>
  typeof beginTime === 'string' && typeof endTime === 'string' && Date.parse(endTime) <= Date.parse(beginTime)
const when = {
  reason: (values: Values) => Boolean(values['incident']) || isLess(values),
  densityKind: ({ density }: Values) => typeof density === 'number',
}

interface DeliveryFormProps {
  stationId: number
  /** The one to edit; a new one when absent. */
  delivery?: Delivery
  /** It was settled: what is saved corrects it. */
  correct?: boolean
  /** What a new one begins with. */
  known?: Values
  onDone: (delivery: Pick<Delivery, 'id'>) => void
  onCancel: () => void
}

/** 进油: what the note says, what was measured before and after, and what it comes to while one types. */
export function DeliveryForm({ stationId, delivery, correct = false, known = {}, onDone, onCancel }: DeliveryFormProps) {
  const headings = useMemo(
    () => ({
      tankId: t('delivery.ofLoad'),
      beginTime: t('delivery.before'),
      endTime: t('delivery.after'),
      incident: t('delivery.rest'),
    }),
    [],
  )
  const form = {
    words: 'oilInfos',
    fields,
    changes,
    when,
    headings,
    controls: {
      tankId: chooseTank,
      fuelSupplierId: chooseSupplier(delivery?.fuelSupplierId === null ? delivery.supplier : ''),
      ...volumesByChart,
    },
    preview: (values: Values) => previewOf({ ...values, stationId }),
    rules: (values: Values) => ({
      required: isLess(values) || values['incident'] ? ['reason'] : [],
      wrong: { endTime: endsEarly(values) ? wordsOf('delivery.endsBeforeBegin', language()) : undefined },
    }),
    effect: (values: Values, foreseen: DeliveryForeseen | undefined) => (
      <DeliverySums of={foreseen} noteCl={noteOf(values)} at={foreseen?.atReference} allowed={foreseen} />
    ),
    onDone,
    onCancel,
  }
  return (
    <div className="delivery-form">
      {delivery && correct ? (
        <ActForm
          {...form}
          of={deliveryCorrections.correct}
          id={delivery.id}
          fields={[...fields, 'correctionReason']}
          defaults={{ ...recordedOf(delivery), stationId }}
          pinFor={values => deliveryCorrectionProof(delivery.id, noteOf(values))}
          submitLabel={t('correction.correct')}
          done={t('correction.corrected')}
        />
      ) : delivery ? (
        <ActForm
          {...form}
          of={oilInfos.update}
          id={delivery.id}
          version={delivery.version}
          defaults={{ ...delivery, stationId }}
          done={t('kit.saved')}
        />
      ) : (
        <ActForm {...form} of={oilInfos.create} defaults={{ stationId, densityKind: 'observed', ...known }} done={t('delivery.recorded')} />
      )}
    </div>
  )
}

/** What is entered of a delivery, without what the product says of it; with what its supplier was called. */
const recordedOf = (delivery: Delivery): Values =>
  Object.fromEntries(Object.entries(delivery).filter(([name]) => name === 'supplier' || fields.includes(name)))

const noteOf = ({ deliveryVolumeCl }: Values): number | null => (typeof deliveryVolumeCl === 'number' ? deliveryVolumeCl : null)

const figures = ['stationId', ...ofLoad, ...before, ...after].filter(name => !['docNo', 'fuelSupplierId', 'plate'].includes(name))
/** Asked once it is known which tank it is, since when, and what the tank held. */
function previewOf(values: Values): Preview<DeliveryForeseen> | undefined {
  const { tankId, beginTime, beforeVolumeCl } = values
  if (!tankId || !beginTime || typeof beforeVolumeCl !== 'number' || Number.isNaN(beforeVolumeCl)) return undefined
  const known = figures.flatMap(name => (isKnown(values[name]) ? [[name, values[name]] as const] : []))
  const body = Object.fromEntries(known)
  return {
    key: ['oilInfos', 'preview', body],
    read: signal => call(deliveryCalls.preview, { body: body as never }, { signal }),
  }
}
const isKnown = (value: unknown) => value !== undefined && value !== null && value !== '' && !Number.isNaN(value)
