import { miniprograms } from '@forecourt/contract'
import { useState } from 'react'
import { useMay, useSession } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import { laterDialog } from '../../kit/later.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { Button } from '../../kit/ui.ts'
import { State } from '../../kit/state.tsx'
import { ProgramForm, type Program } from './program-form.tsx'
import { ToggleAct } from './toggle-act.tsx'

const SecretDialog = laterDialog(() => import('./secret-dialog.tsx'))

const stateWord = ({ disabled }: Program): string => t(disabled ? 'programPage.disabled' : 'programPage.enabled')
const secretWord = ({ secretDate }: Program): string => (secretDate ? time(secretDate, 'day') : t('programPage.noSecret'))
/** Where its codes lead; the whole address stands in its form. */
const prefixWord = ({ linkPrefix }: Program): string => (linkPrefix ? new URL(linkPrefix).host : t('programPage.noPrefix'))
const quiet = (unset: boolean, words: string) => <span className={unset ? 'k-quiet' : ''}>{words}</span>

const [name, ...others]: readonly ColumnInput<Program>[] = [
  { path: 'name', width: 190 },
  { path: 'type', width: 190, phone: 'what' },
  { path: 'appId', width: 170, phone: 'more' },
  {
    path: 'disabled',
    width: 90,
    phone: 'state',
    cell: row => <State member={row.disabled ? 'disabled' : 'enabled'}>{stateWord(row)}</State>,
    text: stateWord,
  },
  { path: 'linkPrefix', width: 160, phone: 'more', cell: row => quiet(row.linkPrefix === '', prefixWord(row)), text: prefixWord },
  { path: 'secretDate', width: 120, phone: 'more', cell: row => quiet(row.secretDate === null, secretWord(row)), text: secretWord },
  { path: 'createdDate', hidden: true },
]
const columns: readonly ColumnInput<Program>[] = [name!, ...others]
const ofAllCompanies: readonly ColumnInput<Program>[] = [name!, { path: 'companyId', width: 160 }, ...others]
const filters: readonly FilterInput<Program>[] = ['name', 'type', 'appId', 'disabled']

/** 小程序/公众号. @source requirements MKT-007, MKT-031 */
export default function MiniProgramsPage() {
  const runsAll = useSession(({ profile }) => profile?.defaultRole === 'superAdmin')
  const mayWrite = useMay(miniprograms.update.permission)
  const [keyed, setKeyed] = useState<Program>()
  const acts = (row: Program) => (
    <>
      <Button type="link" size="small" onClick={() => setKeyed(row)}>
        {t('programPage.secret')}
      </Button>
      <ToggleAct program={row} />
    </>
  )
  return (
    <>
      <CrudPage<Program>
        of={miniprograms}
        everywhere
        columns={runsAll ? ofAllCompanies : columns}
        filters={runsAll ? ['companyId', ...filters] : filters}
        inline={false}
        periodBar={false}
        emptyHint={t('programPage.none')}
        form={{ draw: ({ record, done }) => <ProgramForm record={record} done={done} /> }}
        {...(mayWrite && { rowActions: acts })}
      />
      {keyed && <SecretDialog program={keyed} onClose={() => setKeyed(undefined)} />}
    </>
  )
}
