import { App } from 'antd'
import { useMemo } from 'react'
import { wordsOfError } from './states.tsx'

/** How long a toast stays. @source spec 0 §9 "Error toast 2000 ms" */
const seconds = 2

/** Says in passing that something was done, or was not. */
export function useToast() {
  const { message } = App.useApp()
  return useMemo(
    () => ({
      done: (words: string) => void message.success(words, seconds),
      note: (words: string) => void message.info(words, seconds),
      failed: (error: unknown) => void message.error(wordsOfError(error), seconds),
    }),
    [message],
  )
}
