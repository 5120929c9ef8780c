import { tankAlarmNotices, type RowOf } from '@forecourt/contract'
import { equals } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { StatusTag, Time } from '../../kit/detail/figures.tsx'
import { Related } from '../../kit/detail/related.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { Modal } from '../../kit/ui.ts'

type Notice = RowOf<typeof tankAlarmNotices>

const columns: readonly ColumnInput<Notice>[] = [
  { path: 'writtenAt', cell: notice => <Time at={notice.writtenAt} precision="minute" /> },
  { path: 'turn', width: 70 },
  { path: 'name', cell: notice => notice.name || t('tankAlarmNotices.outcome_nobody') },
  { path: 'step', width: 70 },
  'channel',
  {
    path: 'messageId',
    cell: ({ message }) => message && <StatusTag of="outboxMessages" field="state" value={String(message.state)} />,
  },
]

/** 通知记录: who was written to about an alarm, and what became of each message. */
export default function AlarmNotices({ alarmId, open, onClose }: { alarmId: number; open: boolean; onClose: () => void }) {
  return (
    <Modal title={t('tankAlarmNotices.title')} open={open} onCancel={onClose} footer={null} width={760} destroyOnHidden>
      <Related
        of={tankAlarmNotices}
        title={t('tankAlarmNotices.title')}
        where={[equals('alarm.id', alarmId)]}
        columns={columns}
        empty={t('tankAlarmNotices.none')}
      />
    </Modal>
  )
}
