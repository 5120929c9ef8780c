import { measurements } from '@forecourt/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { call } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { askedAnew } from '../../kit/asked-anew.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import '../../kit/form/form.css'
import { NumberInput } from '../../kit/form/number-input.tsx'
import { MeasuredValue } from '../../kit/measure/measured-value.tsx'
import { quantityWords, type Measured } from '../../kit/measure/measured.ts'
import { Button, Modal, Segmented } from '../../kit/ui.ts'
import { useSettled } from '../../kit/use-settled.ts'
import './forecourt.css'

interface Entered {
  litres?: number
  temperature?: number
  observed: boolean
  density?: number
  sampleTemperature?: number
  instrument: 'hydrometer' | 'densitometer'
  /** As the company measures, until another one is chosen. */
  reference?: 15 | 20
}

/** What is asked of an entry, in the order in which it is answered. */
function casesOf({ litres, temperature, observed, density, sampleTemperature, instrument, reference }: Entered) {
  const oil = observed
    ? { observedDensity: density ?? null, observedTemperature: sampleTemperature ?? null, instrument }
    : { density: density ?? null }
  const volumeCl = litres === undefined ? null : Math.round(litres * 100)
  const given = { ...oil, temperature: temperature ?? null, volumeCl, ...(reference && { reference }) }
  const methods = [...(observed ? (['standardDensity'] as const) : []), 'vcf', 'volumeAtReference', 'mass'] as const
  return methods.map(method => ({ method, ...given }))
}
const quantities = { standardDensity: 'density', vcf: 'vcf', volumeAtReference: 'volumeAtReference', mass: 'mass' } as const

/** 换算: observed litres to litres at the reference temperature, and to kilograms. A figure opens to how it was reached; nothing is kept. */
export default function ConvertDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [entered, setEntered] = useState<Entered>({ observed: false, instrument: 'hydrometer' })
  const cases = casesOf(useSettled(entered))
  const { data, error, refetch } = useQuery({
    queryKey: ['measurements', cases],
    queryFn: ({ signal }) => call(measurements, { body: { cases } }, { signal }),
    placeholderData: keepPreviousData,
    ...askedAnew,
  })
  const reference = entered.reference ?? data?.settings.reference ?? 20
  const change = (part: Partial<Entered>) => setEntered(now => ({ ...now, ...part }))
  return (
    <Modal
      title={t('forecourt.convert')}
      open={open}
      onCancel={onClose}
      width={520}
      footer={<Button onClick={onClose}>{t('kit.close')}</Button>}
      style={{ top: '8vh' }}
      destroyOnHidden>
      <Fields entered={entered} reference={reference} change={change} />
      <div className="fc-converted" aria-live="polite">
        {error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <Results methods={cases.map(({ method }) => method)} reference={reference} content={data.content} />
        ) : (
          <Bones rows={3} />
        )}
      </div>
    </Modal>
  )
}

function Fields({ entered, reference, change }: { entered: Entered; reference: 15 | 20; change: (part: Partial<Entered>) => void }) {
  const { observed, instrument } = entered
  const number = (name: 'litres' | 'temperature' | 'density' | 'sampleTemperature', places: number, min: number, max: number) => ({
    value: entered[name],
    places,
    min,
    max,
    onChange: (value: number | string | undefined) => change({ [name]: typeof value === 'number' ? value : undefined }),
  })
  return (
    <div className="k-form fc-convert">
      <Field label={t('forecourt.convertLitres')}>{id => <NumberInput id={id} {...number('litres', 2, 0, 100_000_000)} />}</Field>
      <Field label={t('forecourt.convertTemperature')}>{id => <NumberInput id={id} {...number('temperature', 1, -100, 300)} />}</Field>
      <Segmented
        aria-label={t('measure.reference')}
        value={reference}
        options={[
          { value: 20, label: t('forecourt.at20') },
          { value: 15, label: t('forecourt.at15') },
        ]}
        onChange={chosen => change({ reference: chosen as 15 | 20 })}
      />
      <Segmented
        aria-label={t('forecourt.densityKind')}
        value={observed ? 'observed' : 'standard'}
        options={[
          { value: 'standard', label: quantityWords('density', { reference }) },
          { value: 'observed', label: t('measure.quantity_observedDensity') },
        ]}
        onChange={kind => change({ observed: kind === 'observed' })}
      />
      <Field label={t('forecourt.convertDensity')}>{id => <NumberInput id={id} {...number('density', 1, 1, 2000)} />}</Field>
      {observed && (
        <>
          <Field label={t('forecourt.sampleTemperature')}>
            {id => <NumberInput id={id} {...number('sampleTemperature', 1, -100, 300)} />}
          </Field>
          <Segmented
            aria-label={t('measure.instrument')}
            value={instrument}
            options={[
              { value: 'hydrometer', label: t('forecourt.hydrometer') },
              { value: 'densitometer', label: t('forecourt.densitometer') },
            ]}
            onChange={chosen => change({ instrument: chosen as Entered['instrument'] })}
          />
        </>
      )}
    </div>
  )
}

function Field({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="k-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

type Method = keyof typeof quantities
function Results({ methods, reference, content }: { methods: readonly Method[]; reference: 15 | 20; content: readonly Measured[] }) {
  return (
    <dl>
      {content.length === methods.length &&
        methods.map((method, at) => (
          <div key={method}>
            <dt>{quantityWords(quantities[method], { reference })}</dt>
            <dd>
              <MeasuredValue of={content[at]!} />
            </dd>
          </div>
        ))}
    </dl>
  )
}
