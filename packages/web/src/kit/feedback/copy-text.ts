import { t } from '../../i18n/index.ts'
import { toast } from './toast.ts'

/**
 * Puts a text on the clipboard. A browser refuses that where its user forbade it, and outside https it has no clipboard to write to:
 * then the user is asked to copy it by hand.
 * @returns whether it is there
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toast.note(t('kit.copyFailed'))
    return false
  }
}
