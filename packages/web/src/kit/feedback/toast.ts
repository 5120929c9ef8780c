import { dialogs, sayPlainly, toastMs } from './dialogs.ts'
import { wordsOfError } from './states.tsx'

const say = (kind: 'success' | 'info' | 'error', words: string) =>
  void dialogs().then(
    // The same words are never shown twice at once.
    ({ message }) => void message[kind]({ content: words, duration: toastMs / 1000, key: words }),
    () => sayPlainly(words),
  )

export const toast = {
  done: (words: string) => say('success', words),
  note: (words: string) => say('info', words),
  failed: (error: unknown) => say('error', wordsOfError(error)),
}

/** Says in passing that something was done, or was not. */
export const useToast = () => toast
