import { authTokens, channelPayments, connectedChannels } from '@forecourt/contract'
import { useState } from 'react'
import { useMay, useSession } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import { laterDialog } from '../../kit/later.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { State } from '../../kit/state.tsx'
import { Button } from '../../kit/ui.ts'
import { AccountForm, type Account } from './account-form.tsx'
import { isEnding } from './certificate-end.ts'
import { ToggleAct } from './toggle-act.tsx'
import './merchant.css'

const TestDialog = laterDialog(() => import('./test-dialog.tsx'))
const SecretsDialog = laterDialog(() => import('./secrets-dialog.tsx'))

const stateWord = ({ disabled }: Account): string => t(disabled ? 'merchantPage.disabled' : 'merchantPage.enabled')

/** How many keys and certificates it has, and when the first certificate ends. */
function secretsWord({ secrets }: Account): string {
  if (secrets.length === 0) return t('merchantPage.none')
  const [end] = endsOf(secrets)
  const many = t('merchantPage.secretsKept', { count: secrets.length })
  return end ? `${many} · ${t('merchantPage.endsOn', { day: time(end, 'day') })}` : many
}
const endsOf = (secrets: Account['secrets']) => secrets.flatMap(({ endDate }) => endDate ?? []).sort()
const endsSoon = ({ secrets }: Account) => endsOf(secrets).some(isEnding)

const [description, ...others]: readonly ColumnInput<Account>[] = [
  { path: 'description', width: 220 },
  { path: 'channel', width: 130, phone: 'what' },
  { path: 'type', width: 90, phone: 'what' },
  { path: 'billType', width: 90, phone: 'more' },
  { path: 'appId', width: 180, phone: 'more', hidden: true },
  { path: 'merchantNo', width: 170, phone: 'more' },
  { path: 'terminalNo', width: 120, phone: 'more', hidden: true },
  { path: 'terminalType', width: 120, phone: 'more', hidden: true },
  { path: 'orderPrefix', width: 100, phone: 'more', hidden: true },
  { path: 'priority', width: 90, phone: 'more' },
  { path: 'ratio', width: 110, phone: 'more' },
  {
    key: 'kept',
    get title() {
      return t('authTokens.secrets')
    },
    width: 200,
    phone: 'more',
    cell: row => <span className={endsSoon(row) ? 'merchant-ending' : row.secrets.length > 0 ? '' : 'k-quiet'}>{secretsWord(row)}</span>,
    text: secretsWord,
  },
  {
    path: 'disabled',
    width: 90,
    phone: 'state',
    cell: row => <State member={row.disabled ? 'disabled' : 'enabled'}>{stateWord(row)}</State>,
    text: stateWord,
  },
  { path: 'createdDate', hidden: true },
]
const columns: readonly ColumnInput<Account>[] = [description!, ...others]
const ofAllCompanies: readonly ColumnInput<Account>[] = [description!, { path: 'companyId', width: 160 }, ...others]
const filters: readonly FilterInput<Account>[] = ['description', 'channel', 'type', 'billType', 'merchantNo', 'appId', 'disabled']

/** 支付授权. @source requirements PAY-001, PAY-017 */
export default function AccountsPage() {
  const runsAll = useSession(({ profile }) => profile?.defaultRole === 'superAdmin')
  const mayWrite = useMay(authTokens.update.permission)
  const mayTest = useMay(channelPayments.test.permission)
  const [keyed, setKeyed] = useState<Account>()
  const [tested, setTested] = useState<Account>()
  const acts = (row: Account) => (
    <>
      <Button type="link" size="small" onClick={() => setKeyed(row)}>
        {t('merchantPage.secrets')}
      </Button>
      <ToggleAct account={row} />
      {mayTest && connectedChannels.includes(row.channel) && (
        <Button type="link" size="small" onClick={() => setTested(row)}>
          {t('merchantTest.act')}
        </Button>
      )}
    </>
  )
  return (
    <>
      <CrudPage<Account>
        of={authTokens}
        everywhere
        columns={runsAll ? ofAllCompanies : columns}
        filters={runsAll ? ['companyId', ...filters] : filters}
        inline={false}
        periodBar={false}
        called={row => row.description}
        emptyHint={t('merchantPage.noAccounts')}
        form={{ draw: ({ record, done }) => <AccountForm record={record} done={done} /> }}
        {...(mayWrite && { rowActions: acts })}
      />
      {tested && <TestDialog account={tested} onClose={() => setTested(undefined)} />}
      {keyed && <SecretsDialog account={keyed} onClose={() => setKeyed(undefined)} />}
    </>
  )
}
