import { Button } from 'antd'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { laterDialog } from '../later.tsx'
import type { BulkEditProps } from './bulk-edit-dialog.tsx'
import type { BulkAct } from './bulk.ts'

/** It brings the fields of every kind, which a list that is only read has no use for. */
const BulkEditDialog = laterDialog(() => import('./bulk-edit-dialog.tsx'))

/** One field, one value, in every chosen record. */
export function BulkEdit({ onAct, ...props }: BulkEditProps) {
  const [open, setOpen] = useState(false)
  // A new dialog for each press: what could not be loaded is asked for again, and a closed one still fades out.
  const [presses, setPresses] = useState(0)
  const press = () => {
    setPresses(count => count + 1)
    setOpen(true)
  }
  const start = (act: BulkAct) => {
    setOpen(false)
    onAct(act)
  }
  return (
    <>
      <Button size="small" onClick={press}>
        {t('kit.bulkEdit')}
      </Button>
      {presses > 0 && <BulkEditDialog {...props} key={presses} open={open} onAct={start} onClose={() => setOpen(false)} />}
    </>
  )
}
