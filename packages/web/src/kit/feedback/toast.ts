import type { ReactNode } from 'react'
import { dialogs, sayPlainly, toastMs } from './dialogs.ts'
import { wordsOfError } from './states.tsx'

/** What is offered besides is read and reached before the words go. */
const offerSeconds = 8
const say = (kind: 'success' | 'info' | 'error', words: string, offer?: ReactNode) =>
  void dialogs().then(
    // The same words are never shown twice at once.
    ({ message }) =>
      void message[kind]({
        content: offer ? [words, ' ', offer] : words,
        duration: offer ? offerSeconds : toastMs / 1000,
        key: words,
      }),
    () => sayPlainly(words),
  )

export const toast = {
  done: (words: string, offer?: ReactNode) => say('success', words, offer),
  note: (words: string) => say('info', words),
  failed: (error: unknown) => say('error', wordsOfError(error)),
}

/** Says in passing that something was done, or was not. */
export const useToast = () => toast
