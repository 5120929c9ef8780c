import type { Endpoint, Resource } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { Button } from '../../kit/ui.ts'

interface ShelfActProps {
  of: Pick<Resource, 'name' | 'permission'> & { update: Endpoint; body: Resource['body'] }
  row: { id: number; name: string; hidden: boolean; version: number }
  /** What is said of it besides, where more than the record itself goes off the shelf. */
  note?: string
  size?: 'small'
}

/** 上架 and 下架 are asked before. @source requirement GDS-008 */
export function ShelfAct({ of, row, note, size }: ShelfActProps) {
  const may = useMay(`${of.permission}.write`)
  const confirm = useConfirm()
  const toast = useToast()
  const cache = useQueryClient()
  if (!may) return null
  const { hidden, name } = row
  const facts = Object.fromEntries(Object.keys(of.body.shape).map(field => [field, (row as unknown as Record<string, unknown>)[field]]))
  const change = async () => {
    const act = () => call(of.update, { id: row.id, body: { ...facts, version: row.version, hidden: !hidden } })
    const text = t(hidden ? 'shop.askOnShelf' : 'shop.askOffShelf', { name })
    const ok = t(hidden ? 'shop.onShelf' : 'shop.offShelf')
    if (!(await confirm({ text: hidden || !note ? text : `${text}${note}`, ok, act }))) return
    toast.done(t(hidden ? 'shop.onShelfDone' : 'shop.offShelfDone'))
    await Promise.all(['categories', 'items'].map(changed => cache.invalidateQueries({ queryKey: [changed] })))
  }
  return (
    <Button {...(size && { type: 'link', size })} onClick={() => void change()}>
      {t(hidden ? 'shop.onShelf' : 'shop.offShelf')}
    </Button>
  )
}
