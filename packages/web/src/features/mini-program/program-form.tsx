import { isAppIdOf, miniprograms, type BaseRow, type RecordNamed } from '@forecourt/contract'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { ActForm } from '../../kit/form/forms.tsx'
import type { Rules } from '../../kit/form/rules.ts'
import type { Values } from '../../kit/form/values.ts'

export type Program = RecordNamed<'miniprograms'>

export const changes = ['miniprograms', 'companies', 'qrcodes', 'auditLogs']
const fields = ['name', 'type', 'appId', 'linkPrefix', 'secret']

/** What is sent as it was read. */
export const factsOf = ({ name, type, appId, linkPrefix, disabled }: Program) => ({ name, type, appId, linkPrefix, disabled })

/** The form of a mini program. Of one that is there, the secret is asked for only where its AppID is another one. */
export function ProgramForm({ record, done }: { record: BaseRow | undefined; done: () => void }) {
  const program = record as Program | undefined
  const runsAll = useSession(({ profile }) => profile?.defaultRole === 'superAdmin')
  const company = useSession(({ profile, atStation }) => atStation?.company.id ?? profile?.company.id)
  const isOther = ({ appId }: Values) => program === undefined || appId !== program.appId
  return (
    <ActForm
      of={program ? miniprograms.update : miniprograms.create}
      {...(program && { id: program.id, version: program.version })}
      words={miniprograms.name}
      everywhere
      fields={runsAll && !program ? ['companyId', ...fields] : fields}
      defaults={program ? factsOf(program) : { ...(runsAll && { companyId: company }) }}
      when={{ secret: isOther }}
      rules={rulesOf}
      effect={values => program?.secretDate && isOther(values) && t('programPage.appIdChanged')}
      changes={changes}
      submitLabel={t('kit.save')}
      done={t(program ? 'kit.saved' : 'kit.added')}
      onDone={done}
      onCancel={done}
    />
  )
}

/** An AppID is of the platform that the type says. */
function rulesOf({ type, appId }: Values): Rules {
  const entered = typeof type === 'string' && typeof appId === 'string' && appId.length >= 16
  return { wrong: { appId: entered && !isAppIdOf(type, appId.trim()) ? t('programPage.appIdUnfit') : undefined } }
}
