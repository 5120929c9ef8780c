import { authTokens } from '@forecourt/contract'
import { time } from '../../core/time.ts'
import { t, wordsFor } from '../../i18n/index.ts'
import { ActForm, DialogForm } from '../../kit/form/forms.tsx'
import { changes, factsOf, secretFields, type Account } from './account-form.tsx'
import { isEnding } from './certificate-end.ts'
import './merchant.css'

/** Keys and certificates are entered, and never shown again; the ones before are not kept. */
export default function SecretsDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { id, version, description } = account
  return (
    <DialogForm title={t('merchantPage.secretsOf', { name: description })} open onClose={onClose}>
      <Kept account={account} />
      <ActForm
        of={authTokens.update}
        id={id}
        version={version}
        words={authTokens.name}
        everywhere
        fields={secretFields}
        defaults={factsOf(account)}
        effect={values => secretFields.some(field => values[field]) && t('merchantPage.secretsEffect')}
        changes={changes}
        submitLabel={t('kit.save')}
        done={t('merchantPage.secretsDone')}
        onDone={onClose}
        onCancel={onClose}
      />
    </DialogForm>
  )
}

/** What is kept, by its fingerprint: it is compared with what the platform shows. */
function Kept({ account: { secrets } }: { account: Account }) {
  if (secrets.length === 0) return <p className="k-quiet">{t('merchantPage.noSecrets')}</p>
  return (
    <dl className="merchant-secrets">
      {secrets.map(({ kind, mask, fingerprint, endDate, setDate }) => (
        <div key={kind}>
          <dt>{wordsFor(`authTokens.${kind}`)}</dt>
          <dd>
            <span>{mask}</span> <span className="k-quiet">{t('merchantPage.setOn', { day: time(setDate, 'day') })}</span>
            {endDate && (
              <span className={isEnding(endDate) ? 'merchant-ending' : 'k-quiet'}>
                {t('merchantPage.endsOn', { day: time(endDate, 'day') })}
              </span>
            )}
            <code>{fingerprint.replaceAll(/(.{8})/g, '$1 ').trim()}</code>
          </dd>
        </div>
      ))}
    </dl>
  )
}
