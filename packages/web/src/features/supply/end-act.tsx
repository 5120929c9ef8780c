import { depotCalls, supplierCalls, truckCalls } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { Button } from '../../kit/ui.ts'

const calls = { suppliers: supplierCalls, trucks: truckCalls, depots: depotCalls } as const

interface EndActProps {
  of: keyof typeof calls
  record: { readonly id: number; readonly endedDate: string | null }
  name: string
  /** As a button of a page; else as one of a row. */
  ofPage?: boolean
}

/** 停用 and 恢复: what was used is not deleted, and may come back. */
export function EndAct({ of, record: { id, endedDate }, name, ofPage = false }: EndActProps) {
  const { end, resume } = calls[of]
  const may = useMay(end.permission)
  const confirm = useConfirm()
  const cache = useQueryClient()
  const toast = useToast()
  const ends = endedDate === null
  const press = async () => {
    const act = () => call(ends ? end : resume, { id })
    const asked = {
      text: t(ends ? `supply.askEnd_${of}` : 'supply.askResume', { name }),
      ok: t(ends ? 'supply.end' : 'supply.resume'),
      act,
    }
    if (!(await confirm({ ...asked, danger: ends }))) return
    toast.done(t('kit.saved'))
    await cache.invalidateQueries({ queryKey: [of] })
  }
  if (!may) return null
  return (
    <Button {...(!ofPage && { type: 'link', size: 'small' })} danger={ends} onClick={() => void press()}>
      {t(ends ? 'supply.end' : 'supply.resume')}
    </Button>
  )
}
