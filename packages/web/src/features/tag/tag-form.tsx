import { tags, type BaseRow, type RecordNamed } from '@forecourt/contract'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { RecordForm } from '../../kit/form/forms.tsx'
import { Segmented } from '../../kit/ui.ts'
import { RuleControl } from './rule-control.tsx'

export type Tag = RecordNamed<'tags'>

/** What a tag is called and says, and of one by rule whom it finds. Which of both it is, is chosen once. */
export function TagForm({ record, done }: { record: BaseRow | undefined; done: () => void }) {
  const tag = record as Tag | undefined
  const [kind, setKind] = useState<Tag['kind']>(tag?.kind ?? 'hand')
  const options = (['hand', 'rule'] as const).map(value => ({ value, label: t(`tags.kind_${value}`) }))
  return (
    <>
      {!tag && (
        <p>
          <Segmented aria-label={t('tags.kind')} value={kind} options={options} onChange={chosen => setKind(chosen)} />
          <span className="k-help"> {t(`tagPage.help_${kind}`)}</span>
        </p>
      )}
      <RecordForm
        key={kind}
        of={tags}
        record={tag}
        fields={kind === 'rule' ? ['name', 'description', 'rule'] : ['name', 'description']}
        defaults={{ rule: kind === 'rule' ? '' : null }}
        controls={{ rule: ({ value, onChange }) => <RuleControl value={value} onChange={rule => onChange?.(rule)} /> }}
        onDone={done}
      />
    </>
  )
}
