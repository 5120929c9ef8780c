import { rewardCategories, rewards, type RecordNamed } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { State } from '../../kit/state.tsx'
import { Button } from '../../kit/ui.ts'

export type Category = RecordNamed<'rewardCategories'>
export type Reward = RecordNamed<'rewards'>

/** On the shelf or off it. @source requirements PTS-001, PTS-002 */
export const ShelfTag = ({ hidden }: { hidden: boolean }) => (
  <State member={hidden ? 'offShelf' : 'onShelf'}>{t(hidden ? 'store.isOff' : 'store.isOn')}</State>
)
export const shelfWord = ({ hidden }: { hidden: boolean }): string => t(hidden ? 'store.isOff' : 'store.isOn')

interface ShelfActProps {
  of: { readonly is: 'category'; readonly row: Category } | { readonly is: 'reward'; readonly row: Reward }
  size?: 'small'
}
/** 上架 and 下架 are asked before. */
export function ShelfAct({ of: { is, row }, size }: ShelfActProps) {
  const may = useMay('reward.write')
  const confirm = useConfirm()
  const toast = useToast()
  const cache = useQueryClient()
  if (!may) return null
  const { id, hidden, name, version } = row
  const change = async () => {
    const turned = { hidden: !hidden, version }
    const act = () =>
      is === 'category'
        ? call(rewardCategories.update, { id, body: { ...factsOf(rewardCategories, row), ...turned } as never })
        : call(rewards.update, { id, body: { ...factsOf(rewards, row), ...turned } as never })
    const words = is === 'category' && !hidden ? t('store.askOffCategory', { name }) : t(hidden ? 'store.askOn' : 'store.askOff', { name })
    if (!(await confirm({ text: words, ok: t(hidden ? 'store.on' : 'store.off'), act }))) return
    toast.done(t(hidden ? 'store.onDone' : 'store.offDone'))
    await Promise.all(['rewardCategories', 'rewards', 'auditLogs'].map(changed => cache.invalidateQueries({ queryKey: [changed] })))
  }
  return (
    <Button {...(size && { type: 'link', size })} onClick={() => void change()}>
      {t(hidden ? 'store.on' : 'store.off')}
    </Button>
  )
}

/** What is sent as it was read. */
export const factsOf = ({ body }: { body: { shape: object } }, row: object): Record<string, unknown> =>
  Object.fromEntries(Object.keys(body.shape).map(name => [name, (row as Record<string, unknown>)[name]]))
