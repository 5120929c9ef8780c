import type { CompanyConfig } from '@forecourt/contract'
import { useToast } from '../../kit/feedback/toast.ts'
import { ScriptForm, type ScriptFormProps } from '../../kit/script-form/script-form.tsx'
import { t } from '../../i18n/index.ts'
import { configOf, descriptionOf, valuesOf, type Details, type Place, type SettingKey } from './setting-form.ts'
import './org.css'

export interface ConfigFormProps {
  label: string
  keys: readonly SettingKey[]
  /** Where this form stands. What comes from elsewhere is shown with where it comes from. */
  here: Place
  own: CompanyConfig
  details: Details
  readOnly: boolean
  /** What stands beneath the choice of a setting, and may enter what it says. */
  beside?: ScriptFormProps['beside']
  onSave: (config: CompanyConfig) => Promise<unknown>
}

/** Settings, each set here or left to what stands above. */
export function ConfigForm({ label, keys, here, own, details, readOnly, beside, onSave }: ConfigFormProps) {
  const toast = useToast()
  return (
    <div className="org-form">
      <ScriptForm
        key={JSON.stringify(own)}
        label={label}
        description={descriptionOf(keys, details, here)}
        values={valuesOf(keys, own, details)}
        readOnly={readOnly}
        {...(beside && !readOnly && { beside })}
        onSubmit={async values => {
          await onSave(configOf(keys, values))
          toast.done(t('kit.saved'))
        }}
      />
    </div>
  )
}

/** What was set here, out of what is known of each setting. */
export const ownOf = (details: Details): CompanyConfig =>
  Object.fromEntries(Object.entries(details).flatMap(([key, { own }]) => (own === null ? [] : [[key, own]])))
