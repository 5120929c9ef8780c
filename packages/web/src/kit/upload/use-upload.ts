import type { Attachment, FileType } from '@forecourt/contract'
import { useEffect, useRef, useState } from 'react'
import { upload } from '../../core/upload.ts'

export interface Sending {
  readonly file: File
  readonly share: number
}

/** One file on its way: how far it has come, what stood against it, and the way to stop it. */
export function useUpload(type: FileType, done: (file: Attachment) => void) {
  const [sending, setSending] = useState<Sending>()
  const [failure, setFailure] = useState<{ error: unknown; file: File }>()
  const stopping = useRef<AbortController>(undefined)
  useEffect(() => () => stopping.current?.abort(), [])
  const send = async (file: File) => {
    const stop = new AbortController()
    stopping.current = stop
    setFailure(undefined)
    setSending({ file, share: 0 })
    try {
      done(await upload(file, type, share => setSending({ file, share }), stop.signal))
    } catch (error) {
      if (!stop.signal.aborted) setFailure({ error, file })
    } finally {
      if (stopping.current === stop) setSending(undefined)
    }
  }
  return { send, sending, failure, stop: () => stopping.current?.abort(), forget: () => setFailure(undefined) }
}
