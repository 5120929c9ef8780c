import { authTokens, unfitFields, type BaseRow, type Channel, type RecordNamed } from '@forecourt/contract'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { ActForm } from '../../kit/form/forms.tsx'
import type { Rules } from '../../kit/form/rules.ts'
import type { Values } from '../../kit/form/values.ts'

export type Account = RecordNamed<'authTokens'>

export const changes = ['authTokens', 'stationAuthTokens', 'companies', 'auditLogs']
const facts = [
  'description',
  'channel',
  'type',
  'billType',
  'appId',
  'merchantNo',
  'terminalNo',
  'terminalType',
  'orderPrefix',
  'priority',
  'ratio',
] as const
export const secretFields = [
  'appSecret',
  'merchantKey',
  'merchantPrivateKey',
  'merchantCertificate',
  'platformKey',
  'rootCertificate',
] as const

/** What is sent as it was read. */
export const factsOf = (account: Account) => ({
  ...Object.fromEntries(facts.map(name => [name, account[name]])),
  disabled: account.disabled,
})

const isMoved = (account: Account, { channel, appId, merchantNo }: Values) =>
  account.secrets.length > 0 && (channel !== account.channel || appId !== account.appId || merchantNo !== account.merchantNo)

/** The form of a merchant account; of one that is there, keys and certificates have a form of their own. */
export function AccountForm({ record, done }: { record: BaseRow | undefined; done: () => void }) {
  const account = record as Account | undefined
  const runsAll = useSession(({ profile }) => profile?.defaultRole === 'superAdmin')
  const company = useSession(({ profile, atStation }) => atStation?.company.id ?? profile?.company.id)
  const fields = account ? facts : [...facts, ...secretFields]
  return (
    <ActForm
      of={account ? authTokens.update : authTokens.create}
      {...(account && { id: account.id, version: account.version })}
      words={authTokens.name}
      everywhere
      fields={runsAll && !account ? ['companyId', ...fields] : fields}
      defaults={account ? factsOf(account) : { type: 0, ...(runsAll && { companyId: company }) }}
      rules={rulesOf}
      effect={values => account && isMoved(account, values) && t('merchantPage.secretsGo')}
      changes={changes}
      submitLabel={t('kit.save')}
      done={t(account ? 'kit.saved' : 'kit.added')}
      onDone={done}
      onCancel={done}
    />
  )
}

/** Each platform has numbers of its own. */
function rulesOf({ channel, appId, merchantNo }: Values): Rules {
  if (typeof channel !== 'string') return {}
  const entered = { appId: textOf(appId), merchantNo: textOf(merchantNo) }
  const unfit = unfitFields({ channel: channel as Channel, ...entered })
  return {
    required: unfit.filter(field => entered[field] === ''),
    wrong: {
      appId: unfit.includes('appId') && entered.appId ? t('merchantPage.appIdUnfit') : undefined,
      merchantNo: unfit.includes('merchantNo') && entered.merchantNo ? t('merchantPage.merchantNoUnfit') : undefined,
    },
  }
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
