import { miniprograms } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { Button } from '../../kit/ui.ts'
import { changes, factsOf, type Program } from './program-form.tsx'

/** 停用 and 启用 are asked before. */
export function ToggleAct({ program }: { program: Program }) {
  const confirm = useConfirm()
  const toast = useToast()
  const cache = useQueryClient()
  const { id, name, version, disabled } = program
  const toggle = async () => {
    const body = { ...factsOf(program), disabled: !disabled, version }
    const act = () => call(miniprograms.update, { id, body }, { everywhere: true })
    const asked = { text: t(disabled ? 'programPage.askEnable' : 'programPage.askDisable', { name }), act }
    if (!(await confirm({ ...asked, ok: t(disabled ? 'programPage.enable' : 'programPage.disable') }))) return
    toast.done(t(disabled ? 'programPage.enableDone' : 'programPage.disableDone'))
    await Promise.all(changes.map(changed => cache.invalidateQueries({ queryKey: [changed] })))
  }
  return (
    <Button type="link" size="small" onClick={() => void toggle()}>
      {t(disabled ? 'programPage.enable' : 'programPage.disable')}
    </Button>
  )
}
