import { authTokens } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { Button } from '../../kit/ui.ts'
import { changes, factsOf, type Account } from './account-form.tsx'

/** 停用 and 启用 are asked before. */
export function ToggleAct({ account }: { account: Account }) {
  const confirm = useConfirm()
  const toast = useToast()
  const cache = useQueryClient()
  const { id, description: name, version, disabled } = account
  const toggle = async () => {
    const body = { ...factsOf(account), disabled: !disabled, version } as never
    const act = () => call(authTokens.update, { id, body }, { everywhere: true })
    const asked = { text: t(disabled ? 'merchantPage.askEnable' : 'merchantPage.askDisable', { name }), act }
    if (!(await confirm({ ...asked, ok: t(disabled ? 'merchantPage.enable' : 'merchantPage.disable') }))) return
    toast.done(t(disabled ? 'merchantPage.enableDone' : 'merchantPage.disableDone'))
    await Promise.all(changes.map(changed => cache.invalidateQueries({ queryKey: [changed] })))
  }
  return (
    <Button type="link" size="small" onClick={() => void toggle()}>
      {t(disabled ? 'merchantPage.enable' : 'merchantPage.disable')}
    </Button>
  )
}
