import { deviceGaps, type RecordNamed } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { Related } from '../../kit/detail/related.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { Drawer } from '../../kit/ui.ts'
import { Device } from './cells.tsx'

const columns: readonly ColumnInput<RecordNamed<'deviceGaps'>>[] = [
  { path: 'deviceId', cell: row => <Device row={row} /> },
  'fromSequence',
  'toSequence',
  'missing',
  'createdDate',
]

/** Which numbers of which devices are missing. */
export default function GapsDrawer({ open, onClose, missing }: { open: boolean; onClose: () => void; missing: number }) {
  const title = t('sales.gapsTitle', { count: missing })
  return (
    <Drawer open={open} onClose={onClose} title={title} size="large" destroyOnHidden>
      <p className="k-quiet">{t('sales.gapsHelp')}</p>
      <Related of={deviceGaps} title={title} where={[]} columns={columns} />
    </Drawer>
  )
}
