import { dialogs } from './dialogs.ts'
import { wordsOfError } from './states.tsx'

/** How long a toast stays. @source spec 0 §9 "Error toast 2000 ms" */
const seconds = 2

const say = (kind: 'success' | 'info' | 'error', words: string) => void dialogs().then(({ message }) => message[kind](words, seconds))

export const toast = {
  done: (words: string) => say('success', words),
  note: (words: string) => say('info', words),
  failed: (error: unknown) => say('error', wordsOfError(error)),
}

/** Says in passing that something was done, or was not. */
export const useToast = () => toast
