import { allows, exportActs, exports } from '@forecourt/contract'
import { call } from '../../core/api.ts'
import { download } from '../../core/download.ts'
import { count } from '../../core/money.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { StatusTag, UnderWay } from '../../kit/detail/figures.tsx'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { choiceLabel } from '../../kit/label.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import { isOpen, useFollow, useStand, type Export } from './stands.ts'
import './download.css'

const share = ({ rows, rowsTotal }: Export) => (rowsTotal ? Math.min(100, Math.floor((100 * rows) / rowsTotal)) : 0)

/** How far it is; why it came to nothing. */
function Status({ row: read }: { row: Export }) {
  const row = useStand(read)
  const tag = <StatusTag of="exports" field="status" value={row.status} />
  if (row.status === 'running')
    return <UnderWay tag={tag} label={t('exports.progress')} share={share(row)} words={t('exports.share', { share: share(row) })} />
  return (
    <>
      {tag} {row.reason && <span className="f-export-reason">{choiceLabel('exports', 'reason', row.reason)}</span>}
    </>
  )
}

const Rows = ({ row }: { row: Export }) => count(useStand(row).rows)

/** `1.4 MB`: of 1,048,576 bytes each. */
const sizeWords = ({ size }: Export): string =>
  size === null ? '—' : size < 1_048_576 ? `${count(Math.ceil(size / 1024))} KB` : `${(size / 1_048_576).toFixed(1)} MB`

const columns: readonly ColumnInput<Export>[] = [
  { path: 'name', width: 200 },
  { path: 'format', width: 90 },
  { path: 'status', width: 240, cell: row => <Status row={row} />, text: row => choiceLabel('exports', 'status', row.status) },
  { path: 'rows', width: 110, cell: row => <Rows row={row} />, text: ({ rows }) => count(rows) },
  { path: 'size', width: 100, align: 'right', cell: sizeWords, text: sizeWords },
  { path: 'createdDate', width: 170 },
  { path: 'finishedDate', width: 170 },
  { path: 'expiresDate', width: 170 },
  { path: 'startedDate', width: 170, hidden: true },
]
const filters: readonly FilterInput<Export>[] = ['name', 'status', 'format', { path: 'createdDate', time: true }]

/** 下载中心: what was asked for in the background, how far it is, and the files that came of it. */
export default function DownloadPage() {
  const { title, visible } = usePage()
  const list = useList<Export>(exports, { columns, filters, everywhere: true })
  const { refetch } = list.list
  useFollow(list.rows, visible, () => void refetch())
  return (
    <ListView
      list={list}
      label={title}
      rowActions={row => <Acts row={row} onDone={() => void refetch()} />}
      emptyHint={t('exports.emptyHint')}
    />
  )
}

function Acts({ row, onDone }: { row: Export; onDone: () => void }) {
  const may = useMay('export.write')
  const confirm = useConfirm()
  const toast = useToast()
  const act = isOpen(row) ? 'cancel' : 'remove'
  const remove = async () => {
    const sure = await confirm({
      text: t(`exports.${act}Ask`, { name: row.name }),
      ok: t(`exports.${act}`),
      danger: true,
      act: () => call(exports.delete, { id: row.id }),
    })
    if (!sure) return
    toast.done(t(`exports.${act}Done`))
    onDone()
  }
  return (
    <>
      {allows(exportActs.download, row.status) && (
        <Button type="link" size="small" onClick={() => void download(exports.file, row.id)}>
          {t('exports.download')}
        </Button>
      )}
      {may && (
        <Button type="link" size="small" danger onClick={() => void remove()}>
          {t(`exports.${act}`)}
        </Button>
      )}
    </>
  )
}
