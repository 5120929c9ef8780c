import { exportFormats, exportMonths, exports, wordsOf, type ExportFormat, type BaseRow } from '@forecourt/contract'
import { Alert, Button, Checkbox, Modal, Segmented } from 'antd'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { count as counted } from '../../core/money.ts'
import { zone } from '../../core/time.ts'
import { language, t } from '../../i18n/index.ts'
import { useToast } from '../feedback/toast.ts'
import { useFocusBack } from '../focus-back.ts'
import { headOf } from './draw.tsx'
import type { OutProps } from './export-props.ts'
import { rowsAtMost } from './export.ts'
import { firstDay, fitsWindow, lately, outColumn } from './out.ts'
import './export-dialog.css'

interface Props<R extends BaseRow> extends OutProps<R> {
  /** Writes what is shown at once, by the browser. */
  onNow: () => void
  onClose: () => void
  onAsked: () => void
}

/** Says what a file will hold, and how it is to be made. */
export function ExportDialog<R extends BaseRow>(props: Props<R>) {
  const { list, label, columns, onNow, onClose } = props
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [recent, setRecent] = useState(false)
  const fits = fitsWindow(list)
  const ask = useAsk(props)
  useFocusBack()
  const now = () => {
    onClose()
    onNow()
  }
  const few = (list.count ?? 0) <= rowsAtMost
  return (
    <Modal
      open
      title={t('exportDialog.title', { label })}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t('kit.cancel')}
        </Button>,
        few && (
          <Button key="now" onClick={now}>
            {t('exportDialog.now')}
          </Button>
        ),
        <Button key="ask" type="primary" loading={ask.busy} disabled={!fits && !recent} onClick={() => void ask.send(format, !fits)}>
          {t('exportDialog.later')}
        </Button>,
      ]}>
      <dl className="k-export">
        <dt>{t('exportDialog.rows')}</dt>
        <dd>{counted(list.count)}</dd>
        <dt>{t('exportDialog.columns', { count: columns.length })}</dt>
        <dd>{columns.map(headOf).join(t('kit.comma'))}</dd>
        <dt id="export-format">{t('kit.exportFormat')}</dt>
        <dd>
          <Segmented
            aria-labelledby="export-format"
            value={format}
            onChange={setFormat}
            options={exportFormats.map(value => ({ value, label: t(`kit.exportFormat_${value}`) }))}
          />
        </dd>
      </dl>
      {!fits && (
        <>
          <Alert type="warning" showIcon title={wordsOf('export.window', language(), { months: exportMonths })} />
          <Checkbox className="k-export-recent" checked={recent} onChange={({ target }) => setRecent(target.checked)}>
            {t('exportDialog.recent', { months: exportMonths, from: firstDay() })}
          </Checkbox>
        </>
      )}
      <Note columns={columns} />
    </Modal>
  )
}

/** What the file is made of, and what of the screen is not in it. */
function Note<R extends BaseRow>({ columns }: Pick<Props<R>, 'columns'>) {
  const left = columns.filter(column => !outColumn(column))
  return (
    <p className="k-export-note">
      {t('exportDialog.note')} {left.length > 0 && t('exportDialog.left', { columns: left.map(headOf).join(t('kit.comma')) })}
    </p>
  )
}

function useAsk<R extends BaseRow>({ list, label, columns, onAsked }: Props<R>) {
  const [busy, setBusy] = useState(false)
  const toast = useToast()
  const send = async (format: ExportFormat, recent: boolean) => {
    setBusy(true)
    const { search, sort, from } = list.query
    const terms = [search, recent && lately()].filter(Boolean).join(',')
    try {
      await call(
        exports.ask,
        {
          query: { background: 'true', type: list.of.name, sort, ...(terms && { search: terms }), ...(from && { from }) },
          body: { name: label, format, columns: columns.flatMap(column => outColumn(column) ?? []), zone: zone() },
        },
        list.reach,
      )
    } catch (error) {
      setBusy(false)
      return toast.failed(error)
    }
    onAsked()
  }
  return { busy, send }
}
