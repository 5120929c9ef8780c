import { stationAccounts, stationAuthTokens, type RecordNamed } from '@forecourt/contract'
import { useState } from 'react'
import { useMay, useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { laterDialog } from '../../kit/later.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { State } from '../../kit/state.tsx'
import { Button } from '../../kit/ui.ts'
import { NextAccounts } from './next-accounts.tsx'

const AssignForm = laterDialog(() => import('./assign-form.tsx'))

type Line = RecordNamed<'stationAuthTokens'>
const isOff = (line: Line) => line.disabled || line.authToken?.disabled === true
const stateWord = (line: Line): string => t(isOff(line) ? 'merchantPage.off' : 'merchantPage.on')

const columns: readonly ColumnInput<Line>[] = [
  { path: 'authTokenId', width: 240 },
  { path: 'channel', width: 130, phone: 'what' },
  { path: 'type', width: 90, phone: 'what' },
  { path: 'billType', width: 90, phone: 'more' },
  { path: 'authToken.merchantNo', width: 170, phone: 'more' },
  { path: 'authToken.terminalNo', width: 120, phone: 'more' },
  { path: 'priority', width: 90, phone: 'more' },
  { path: 'ratio', width: 110, phone: 'amount' },
  {
    path: 'disabled',
    width: 90,
    phone: 'state',
    cell: row => <State member={isOff(row) ? 'disabled' : 'enabled'}>{stateWord(row)}</State>,
    text: stateWord,
  },
  { path: 'createdDate', hidden: true },
]
const filters: readonly FilterInput<Line>[] = ['authTokenId', 'channel', 'type', 'billType', 'disabled']

/** 油站支付授权: what a station takes payments by. @source requirement PAY-016 */
export default function StationAccountsPage() {
  const station = useSession(({ atStation }) => atStation)
  const mayAssign = useMay(stationAccounts.set.permission)
  const [assigning, setAssigning] = useState(false)
  return (
    <>
      <ListPage<Line>
        of={stationAuthTokens}
        columns={columns}
        filters={filters}
        periodBar={false}
        emptyHint={t('merchantPage.noneAssigned')}
        tools={
          mayAssign &&
          station && (
            <Button type="primary" onClick={() => setAssigning(true)}>
              {t('merchantPage.assign')}
            </Button>
          )
        }>
        {station && <NextAccounts stationId={station.id} />}
      </ListPage>
      {assigning && station && <AssignForm stationId={station.id} name={station.name} onClose={() => setAssigning(false)} />}
    </>
  )
}
