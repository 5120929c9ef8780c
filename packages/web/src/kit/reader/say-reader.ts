import { ReaderError } from '../../core/reader.ts'
import { t } from '../../i18n/index.ts'
import { dialogs, sayPlainly } from '../feedback/dialogs.ts'
import { wordsOfError } from '../feedback/states.tsx'
import { useHintFlag } from './hint-flag.ts'

/** What is said of a failure around a card: the service's words, or why it could not be asked; the server's words for all else. */
export function wordsOfReader(error: unknown): string {
  if (!(error instanceof ReaderError)) return wordsOfError(error)
  const { reason, message } = error
  return reason === 'off' || reason === 'unreachable' || reason === 'blocked' || reason === 'silent' ? t(`reader.${reason}`) : message
}

/** A notice titled 提示 / Hint, for what went wrong around a card. @source requirements CRD-032 to CRD-046, CRD-056 */
export function hint(words: string): void {
  void dialogs().then(
    // The same words are never shown twice at once.
    ({ notification }) => notification.error({ title: t('reader.hint'), description: words, key: words, role: 'alert' }),
    () => sayPlainly(words),
  )
}

/** The same of an error; silent for a card that could not be read, unless the hints are on. */
export function hintError(error: unknown): void {
  const isReading = error instanceof ReaderError && error.call === 'readCard'
  if (!isReading || useHintFlag.getState().on) hint(wordsOfReader(error))
}
