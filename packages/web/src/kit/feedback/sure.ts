import { asksAgain } from '@forecourt/contract'
import { ApiError } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { useConfirm } from './confirm.tsx'
import { wordsOfError } from './states.tsx'

/**
 * Sends something; where the refusal is a question ("already exists, continue?") it is asked, and after a yes the same is sent with
 * `force`. After a no the refusal stands, on its field. @source requirement ORG-029
 */
export function useSure() {
  const confirm = useConfirm()
  return async <A>(send: (force: { force?: true }) => Promise<A>): Promise<A> => {
    try {
      return await send({})
    } catch (error) {
      if (!(error instanceof ApiError && asksAgain.has(error.code))) throw error
      const text = `${wordsOfError(error)}${t('kit.stop')}${t('kit.askAgain')}`
      if (!(await confirm({ title: t('kit.existsAlready'), text, ok: t('kit.saveAnyway') }))) throw error
      return send({ force: true })
    }
  }
}
