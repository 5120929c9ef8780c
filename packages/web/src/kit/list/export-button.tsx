import { Button } from 'antd'
import { useState } from 'react'
import { count as counted } from '../../core/money.ts'
import { today } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { useToast } from '../feedback/toast.ts'
import type { AnyRow } from './columns.ts'
import { saveFile } from './csv.ts'
import { readAll, rowsAtMost, tableText } from './export.ts'
import type { List } from './use-list.ts'

/** Writes the rows of the filter, as shown, into a file. */
export function ExportButton<R extends AnyRow>({ list, label, columns }: { list: List<R>; label: string; columns: List<R>['columns'] }) {
  const [share, setShare] = useState<number>()
  const toast = useToast()
  const save = async () => {
    setShare(0)
    try {
      const { rows, more } = await readAll<R>(list.of, list.query, setShare)
      saveFile(`${label}-${today()}.csv`, tableText(columns, rows))
      if (more) toast.note(t('kit.exportCut', { count: counted(rowsAtMost) }))
    } catch (error) {
      toast.failed(error)
    } finally {
      setShare(undefined)
    }
  }
  return (
    <Button onClick={() => void save()} loading={share !== undefined} disabled={!list.count}>
      {share === undefined ? t('kit.export') : t('kit.exporting', { share })}
    </Button>
  )
}
