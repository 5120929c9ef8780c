import { users, type RowOf } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { ActForm } from '../../kit/form/forms.tsx'
import { Twice } from '../../kit/form/twice.tsx'

const repeated = { password: Twice }

/** A new password for somebody who has forgotten theirs. */
export default function PasswordReset({ user, onDone }: { user: RowOf<typeof users>; onDone: () => void }) {
  return (
    <ActForm
      of={users.password}
      id={user.id}
      words="passwordReset"
      changes={[]}
      fields={['password']}
      controls={repeated}
      done={t('staff.resetDone')}
      onDone={onDone}
    />
  )
}
