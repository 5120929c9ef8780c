import { outboxMessages } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { t, wordsFor } from '../../i18n/index.ts'
import { Descriptions, type Fact } from '../../kit/detail/descriptions.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Alert, Drawer } from '../../kit/ui.ts'
import { MessageActs } from './message-acts.tsx'
import { MessageText } from './message-text.tsx'
import './outbox.css'
import type { Message } from './message.ts'

/** Our word for what went wrong, and what the other side said. */
function faultOf({ lastError }: Message): string {
  const [, word = '', said = ''] = /^(\w+)(?:: (.*))?$/s.exec(lastError) ?? []
  if (!word) return lastError
  return [wordsFor(`outboxMessages.fault_${word}`), said].filter(Boolean).join(t('kit.colon'))
}

const columns: readonly ColumnInput<Message>[] = [
  { path: 'createdDate', width: 170 },
  { path: 'userId', width: 140 },
  { path: 'template', width: 130 },
  { path: 'channel', width: 90 },
  { path: 'recipient', width: 180 },
  { path: 'state', width: 110 },
  { path: 'lastError', width: 240, cell: row => faultOf(row) || '—', text: faultOf, sort: false },
  { path: 'attempts', width: 90 },
  { path: 'sentDate', width: 170 },
  { path: 'expiresDate', width: 170, hidden: true },
]
const filters: readonly FilterInput<Message>[] = [{ path: 'createdDate', time: true }, 'state', 'channel', 'template', 'recipient']

/** 消息发件箱: what the product writes to people, whether it left, and what it says. */
export default function MessageOutboxPage() {
  const { setSearch } = usePage()
  const open = (record: string | undefined) => setSearch(now => ({ ...now, record }))
  return (
    <>
      <ListPage<Message>
        of={outboxMessages}
        columns={columns}
        filters={filters}
        onOpen={row => open(String(row.id))}
        rowActions={row => <MessageActs message={row} />}
        emptyHint={t('outboxMessages.emptyHint')}>
        <Ways />
      </ListPage>
      <One onClose={() => open(undefined)} />
    </>
  )
}

/** Says plainly whether messages leave. */
function Ways() {
  const { visible } = usePage()
  const { data, isError } = useQuery({
    queryKey: ['outboxMessages', 'ways'],
    queryFn: ({ signal }) => call(outboxMessages.ways, {}, { signal }),
    enabled: visible,
  })
  if (!data) return isError ? null : <HoldBelow />
  const { demo, mail, sms } = data
  const how = demo ? 'demo' : mail.ready && sms.ready ? 'ready' : mail.ready ? 'noSms' : sms.ready ? 'noMail' : 'noWay'
  return (
    <div className="outbox-ways">
      <Alert
        type={how === 'ready' ? 'success' : 'info'}
        showIcon
        title={t(`outboxMessages.${how}`)}
        description={t(`outboxMessages.${how === 'demo' ? 'staysHere' : how === 'ready' ? 'leave' : 'stays'}`)}
      />
    </div>
  )
}

const facts: readonly Fact<Message>[] = [
  'state',
  { path: 'lastError', value: row => faultOf(row) || '—' },
  'template',
  'channel',
  'userId',
  'attempts',
  'createdDate',
  'sentDate',
  'expiresDate',
]
const relations = ['user']

function One({ onClose }: { onClose: () => void }) {
  const id = Number(usePage().search['record'])
  const wanted = Number.isSafeInteger(id) && id > 0 ? id : undefined
  const { data, error, refetch } = useRecord<Message>(outboxMessages, wanted, relations)
  return (
    <Drawer
      open={wanted !== undefined}
      onClose={onClose}
      title={data ? data.subject : ''}
      size="large"
      destroyOnHidden
      extra={data && <MessageActs message={data} />}>
      {data ? (
        <>
          <MessageText message={data} />
          <Descriptions of={outboxMessages} row={data} facts={facts} />
        </>
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Bones />
      )}
    </Drawer>
  )
}
