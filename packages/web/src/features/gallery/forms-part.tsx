import { Cents, Centilitres, Instant, LocalDate, LongText, Mobile, Name, Ref, SixDigits, TaxRate } from '@forecourt/contract/schemas'
import { useState } from 'react'
import { z } from 'zod'
import { money } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { FieldsForm } from '../../kit/form/fields-form.tsx'
import { NumberInput } from '../../kit/form/number-input.tsx'
import { useFields } from '../../kit/form/use-fields.ts'
import { bodyFields, type Values } from '../../kit/form/values.ts'
import { filledRecord } from './samples.ts'
import { State, States } from './state.tsx'

/** Every kind of field a contract may ask for. */
const body = z.strictObject({
  name: Name(20),
  mobile: Mobile,
  pin: SixDigits,
  productId: Ref('products'),
  amountCents: Cents.min(1).max(1_000_000),
  volumeCl: Centilitres.nullable(),
  nozzles: z.int().min(1).max(8),
  taxRate: TaxRate,
  kind: z.enum(['gasoline', 'diesel']),
  level: z.enum(['a', 'b', 'c', 'd']).nullable(),
  active: z.boolean(),
  printed: z.boolean().nullable(),
  startTime: Instant,
  birthday: LocalDate.nullable(),
  tags: z.array(z.string()),
  lines: z.array(z.object({ name: Name(20), priceCents: Cents.min(1) })).min(1),
  config: z.record(z.string(), z.unknown()).nullable(),
  remark: LongText(200).nullable(),
})
export default function FormsPart() {
  return (
    <States>
      <State title={t('gallery.empty')}>
        <Form words="galleryForm" />
      </State>
      <State title={t('gallery.filled')}>
        <Form words="galleryForm" of={filledRecord} />
      </State>
      <State title={t('gallery.readOnly')}>
        <Form words="galleryForm" of={filledRecord} locked />
      </State>
      <Numbers />
    </States>
  )
}

function Form({ of, words, locked = false }: { of?: Values; words: string; locked?: boolean }) {
  const [sent, setSent] = useState<Values>()
  const [fields] = useState(() => bodyFields(words, body))
  const state = useFields({ fields, body, record: of, send: async entered => entered, done: setSent })
  return (
    <>
      <FieldsForm
        state={state}
        locked={locked ? fields.map(({ name }) => name) : undefined}
        effect={({ amountCents }) =>
          typeof amountCents === 'number' && amountCents > 0 && t('gallery.after', { amount: money(amountCents + 100_00) })
        }
      />
      <pre className="gallery-sent">{sent ? JSON.stringify(sent, null, 1) : t('gallery.nothingSent')}</pre>
    </>
  )
}

/** A number is kept to digits while it is typed, and within its bounds when it is left. */
function Numbers() {
  const [nozzle, setNozzle] = useState<number | string | undefined>(1)
  const [rate, setRate] = useState<number | string | undefined>()
  return (
    <State title={t('gallery.numbers')}>
      <label className="k-field">
        {t('gallery.nozzle')}
        <NumberInput value={nozzle} onChange={setNozzle} min={1} max={8} />
      </label>
      <label className="k-field">
        {t('gallery.rate')}
        <NumberInput value={rate} onChange={setRate} places={2} min={-5} max={5} />
      </label>
    </State>
  )
}
