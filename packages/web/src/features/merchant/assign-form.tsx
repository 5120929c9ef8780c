import { authTokens, sharesNotWhole, stationAccounts, stationAuthTokens } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { percent } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { saidOnPage } from '../../kit/detail/use-record.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { ActForm, SideForm } from '../../kit/form/forms.tsx'
import type { Rules } from '../../kit/form/rules.ts'
import type { Values } from '../../kit/form/values.ts'
import type { Account } from './account-form.tsx'

interface AssignProps {
  stationId: number
  name: string
  onClose: () => void
}

/** Assigns, removes, and changes order and shares, in one save. */
export default function AssignForm({ stationId, name, onClose }: AssignProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [stationAuthTokens.name, 'whole', stationId],
    queryFn: ({ signal }) => call(stationAccounts.get, { id: stationId }, { signal }),
    meta: saidOnPage,
    staleTime: 0,
    gcTime: 0,
  })
  const accounts = useAccounts()
  return (
    <SideForm title={t('merchantPage.assignTo', { name })} open onClose={onClose} width={720}>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Bones />}
      {data && (
        <ActForm
          key={data.version}
          of={stationAccounts.set}
          id={stationId}
          version={data.version}
          words={stationAuthTokens.name}
          fields={['accounts']}
          defaults={{ accounts: data.accounts }}
          rules={values => rulesOf(values, accounts)}
          changes={['stationAuthTokens', 'authTokens', 'auditLogs']}
          submitLabel={t('kit.save')}
          done={t('merchantPage.assigned')}
          onDone={onClose}
          onCancel={onClose}
        />
      )}
    </SideForm>
  )
}

/** What is known of the accounts of the company, for the shares of those that are alike. */
export function useAccounts(): ReadonlyMap<number, Account> {
  const { data } = useQuery({
    queryKey: [authTokens.name, 'shares'],
    queryFn: ({ signal }) => call(authTokens.list, { query: { size: 500 } }, { signal, company: true }),
    meta: saidOnPage,
  })
  return new Map((data?.content ?? []).map(account => [account.id, account]))
}

interface Line {
  readonly authTokenId?: number
  readonly priority?: number
  readonly ratio?: number
  readonly disabled?: boolean
}

/** Each account stands once, and shares of accounts that are alike come to 100. */
export function rulesOf({ accounts }: Values, known: ReadonlyMap<number, Account>): Rules {
  const lines = (accounts ?? []) as readonly Line[]
  const ids = lines.flatMap(({ authTokenId }) => authTokenId ?? [])
  if (new Set(ids).size < ids.length) return { wrong: { accounts: t('merchantPage.twice') } }
  const whole = lines.flatMap(({ authTokenId, priority = 0, ratio = 0, disabled = false }) => {
    const account = authTokenId === undefined ? undefined : known.get(authTokenId)
    return account ? [{ ...account, priority, ratio, disabled }] : []
  })
  const [wrong] = sharesNotWhole(whole)
  if (!wrong) return {}
  const said = { name: wrong.of.description, sum: percent(wrong.sum) }
  return { wrong: { accounts: t('merchantPage.sharesNotWhole', said) } }
}
