import { miniprograms } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { ActForm, DialogForm } from '../../kit/form/forms.tsx'
import { changes, factsOf, type Program } from './program-form.tsx'

/** The secret is entered, and never shown again; the one before is not kept. */
export default function SecretDialog({ program, onClose }: { program: Program; onClose: () => void }) {
  const { id, version, name, secretDate } = program
  return (
    <DialogForm title={t(secretDate ? 'programPage.replaceSecret' : 'programPage.setSecret', { name })} open onClose={onClose}>
      <ActForm
        of={miniprograms.update}
        id={id}
        version={version}
        words={miniprograms.name}
        everywhere
        fields={['secret']}
        defaults={factsOf(program)}
        rules={() => ({ required: ['secret'] })}
        effect={() => secretDate && t('programPage.secretEffect')}
        changes={changes}
        submitLabel={t('kit.save')}
        done={t('programPage.secretDone')}
        onDone={onClose}
        onCancel={onClose}
      />
    </DialogForm>
  )
}
