import type { BaseRow, Resource } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../core/api.ts'
import { t } from '../i18n/index.ts'
import { useConfirm } from './feedback/confirm.tsx'
import { useToast } from './feedback/toast.ts'
import { nounOf } from './label.ts'

/** Deletes a record after a question that names it. */
export function useRemove<R extends BaseRow>(of: Resource<R>, called: (row: R) => string) {
  const confirm = useConfirm()
  const cache = useQueryClient()
  const toast = useToast()
  return async (row: R) => {
    const text = t('kit.askDelete', { noun: nounOf(of), name: called(row) })
    const act = () => call(of.delete, { id: row.id })
    if (!(await confirm({ text, ok: t('kit.delete'), danger: true, act }))) return
    toast.done(t('kit.deleted'))
    await cache.invalidateQueries({ queryKey: [of.name] })
  }
}
