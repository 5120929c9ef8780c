import { useMemo, useState } from 'react'
import { ApiError } from '../../core/api.ts'

/** The box that says that a document was seen: asked where the company's rules for prepaid cards want it, which the server says. */
export function useIdentity(fields: readonly string[]) {
  const [asked, setAsked] = useState(false)
  return {
    fields: useMemo(() => (asked ? [...fields, 'identityChecked'] : [...fields]), [asked, fields]),
    onFailed: (error: unknown) => {
      if (error instanceof ApiError && error.code === 'card.identityMissing') setAsked(true)
    },
  }
}
