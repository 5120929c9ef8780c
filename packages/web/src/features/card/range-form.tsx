import {
  cardLimits,
  rangeOfScript,
  scriptOfRange,
  type CardRangeOfUse,
  type ScriptDescription,
  type ScriptValues,
} from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { session } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { referencesOf } from '../../kit/judgement/line-words.ts'
import type { NameOf } from '../../kit/judgement/range-words.ts'
import { useNamed } from '../../kit/judgement/use-named.ts'
import { ScriptForm } from '../../kit/script-form/script-form.tsx'
import { limitsOf, phrasesOf } from './limit-words.ts'

interface RangeFormProps {
  label: string
  range: CardRangeOfUse | null | undefined
  /** Of a profile, which is entered with it. */
  name?: string
  /** What the card has from its profile: its own limits are entered beside it. */
  profile?: CardRangeOfUse | undefined
  onSave: (range: CardRangeOfUse, name: string) => Promise<unknown>
}

const model = 'CardRangeOfUseDTO'

/** The form of a range of use, drawn from the description that the server gives of it. @source requirement CRD-063 */
export default function RangeForm({ label, range, name, profile, onSave }: RangeFormProps) {
  const station = session().atStation?.id
  const { data, error, refetch } = useQuery({
    queryKey: ['description', model, station],
    queryFn: ({ signal }) => call(cardLimits.description, { query: { model } }, { signal, company: true }),
  })
  const nameOf = useNamed(referencesOf([...(range ? limitsOf(range, 'card') : []), ...(profile ? limitsOf(profile, 'profile') : [])]))
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Bones rows={8} />
  const given = range ?? {}
  const description = withProfile(withCurrency(withOthers(data, given, nameOf)), profile, nameOf)
  const fields = {
    ...(name !== undefined && { name: { name: t('limits.name'), type: 'text' as const, required: true } }),
    ...description.fields,
  }
  return (
    <ScriptForm
      label={label}
      description={{ fields }}
      values={{ ...(name !== undefined && { name }), ...usual(data), ...scriptOfRange(given, data) }}
      onSubmit={({ name: called, ...values }) => onSave(rangeOfScript(withoutUsual(values), data), String(called ?? ''))}
    />
  )
}

/** Unless it is said otherwise, what is beyond a limit is refused; that is understood, and not kept. */
const usual = ({ fields }: ScriptDescription): ScriptValues =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) => (field.enum?.some(({ id }) => id === 'refuse') ? [[key, 'refuse']] : [])),
  )
const withoutUsual = (values: ScriptValues): ScriptValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== 'refuse'))

/** Amounts bear the sign of the company's money. */
const withCurrency = ({ fields }: ScriptDescription): ScriptDescription => ({
  fields: Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, /Cents(Max)?$/.test(key) ? { ...field, unit: t('kit.unitMoney') } : field]),
  ),
})

/** Stations that are named already stay to be chosen, though the caller may not see them. */
function withOthers(description: ScriptDescription, { stationIds = [] }: CardRangeOfUse, nameOf: NameOf): ScriptDescription {
  const field = description.fields['stationIds']
  const known = field?.enum ?? []
  const others = stationIds.filter(id => !known.some(choice => choice.id === id))
  if (!field || others.length === 0) return description
  const more = others.map(id => ({ id, label: nameOf('stations', id) ?? t('judgement.unnamed', { id }) }))
  return { fields: { ...description.fields, stationIds: { ...field, enum: [...known, ...more] } } }
}

/** What the profile says stands under each field that narrows it. */
function withProfile(description: ScriptDescription, profile: CardRangeOfUse | undefined, nameOf: NameOf): ScriptDescription {
  if (!profile) return description
  const fields = Object.entries(description.fields).map(([key, field]) => {
    const only = { [key]: profile[key as keyof CardRangeOfUse] } as CardRangeOfUse
    const said = phrasesOf(limitsOf(only, 'profile'), nameOf).map(({ text }) => text)
    return [key, said.length > 0 ? { ...field, help: t('limits.ofProfile', { limit: said.join(t('limits.comma')) }) } : field] as const
  })
  return { fields: Object.fromEntries(fields) }
}
