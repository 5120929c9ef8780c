import { auditLogs } from '@forecourt/contract'
import { useMay, useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Descriptions, type Fact } from '../../kit/detail/descriptions.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { Drill, pathTo } from '../../kit/links.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Drawer } from '../../kit/ui.ts'
import { Changes, ChangesLine, changesLine } from '../../kit/history/changes-table.tsx'
import {
  actorWords,
  actionWords,
  everyAction,
  learnActions,
  subjectOf,
  subjectReference,
  subjectWords,
  type Entry,
} from '../../kit/history/action-words.ts'
import { useNames } from '../../kit/history/use-names.ts'
import { changeSaying, actionSaying, recordSaying } from './file-words.ts'
import { useVerify, VerificationOf } from './verify-button.tsx'

learnActions()

/** The way to the record itself, where it has a page of its own. */
function Subject({ row }: { row: Entry }) {
  const { of, id } = subjectOf(row)
  useNames(subjectReference(row))
  return <Drill to={of && id ? pathTo(of.name, id) : undefined}>{subjectWords(row)}</Drill>
}
const action = (row: Entry) => actionWords(row.action)

const columns: readonly ColumnInput<Entry>[] = [
  { path: 'at', width: 170 },
  { path: 'userId', width: 140, cell: actorWords, text: actorWords },
  { path: 'action', width: 170, cell: action, text: action, words: actionSaying },
  { path: 'subject', width: 200, cell: row => <Subject row={row} />, text: subjectWords, file: 'record', words: recordSaying },
  {
    path: 'detail',
    width: 380,
    cell: row => <ChangesLine row={row} className="audit-line" />,
    text: changesLine,
    file: 'changes',
    moments: true,
    words: changeSaying,
  },
  { path: 'stationId', width: 150 },
  { path: 'source', width: 130 },
  { path: 'requestId', width: 130, hidden: true },
]
const filters: readonly FilterInput<Entry>[] = [
  { path: 'at', time: true },
  { path: 'action', options: everyAction },
  'user.name',
  'subject',
  'stationId',
  'source',
  'requestId',
]
/** For anyone who may read the list of staff. */
const withUser: readonly FilterInput<Entry>[] = filters.map(filter => (filter === 'user.name' ? 'userId' : filter))
const alsoSent = ['device']

/** 操作日志: who did what to which record, before and after, when and from where; and whether the log is still what was written. */
export default function AuditLogsPage() {
  const { setSearch } = usePage()
  const mayChoose = useMay('access.user.read')
  const { button, shown, verifyWhole, pending, cancel, close } = useVerify()
  const open = (record: string | undefined) => setSearch(now => ({ ...now, record }))
  return (
    <>
      <ListPage
        of={auditLogs}
        columns={columns}
        filters={mayChoose ? withUser : filters}
        expand={alsoSent}
        onOpen={row => open(String(row.id))}
        tools={button}
        emptyHint={t('auditLogs.emptyHint')}>
        {pending && <HoldBelow />}
        {shown && (
          <VerificationOf
            of={shown}
            onCancel={() => cancel(shown.id)}
            onClose={() => close(shown.id)}
            onOpen={id => open(String(id))}
            onWhole={verifyWhole}
          />
        )}
      </ListPage>
      <One onClose={() => open(undefined)} />
    </>
  )
}

/** The entry as it was written, for administrators who follow up a fault. */
function Technical({ row }: { row: Entry }) {
  const administers = useSession(({ profile }) => profile?.defaultRole === 'superAdmin' || profile?.defaultRole === 'admin')
  if (!administers) return null
  const { action, subject, actor, detail, requestId } = row
  return (
    <details className="audit-technical">
      <summary>{t('auditLogs.technical')}</summary>
      <pre>{JSON.stringify({ action, subject, actor, requestId, detail }, null, 2)}</pre>
    </details>
  )
}

const facts: readonly Fact<Entry>[] = [
  'at',
  { path: 'userId', value: actorWords },
  { path: 'subject', value: row => <Subject row={row} /> },
  'stationId',
  'source',
  'requestId',
]
const relations = ['user', 'device', 'station']

function One({ onClose }: { onClose: () => void }) {
  const id = Number(usePage().search['record'])
  const wanted = Number.isSafeInteger(id) && id > 0 ? id : undefined
  const { data, error, refetch } = useRecord(auditLogs, wanted, relations)
  return (
    <Drawer open={wanted !== undefined} onClose={onClose} title={data ? action(data) : ''} size="large" destroyOnHidden>
      {data ? (
        <>
          <Descriptions of={auditLogs} row={data} facts={facts} />
          <Changes row={data} />
          <Technical row={data} />
        </>
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Bones />
      )}
    </Drawer>
  )
}
