import type { Script } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { NoSuchRecord } from '../../kit/detail/record-failed.tsx'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useScript } from './use-scripts.ts'

interface OfScriptProps<S extends Script> {
  /** Of coupons, or of activities. */
  is: (script: Script) => script is S
  /** Which of them. */
  of: (script: S) => boolean
  children: (script: S) => ReactNode
}

/** Draws what is of a script once it is known; an address may name one that does not exist. */
export function OfScript<S extends Script>({ is, of, children }: OfScriptProps<S>) {
  const { script, error, refetch } = useScript(is, of)
  if (script) return children(script)
  return (
    <>
      <PageHeader />
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : script === null ? <NoSuchRecord /> : <Bones rows={8} />}
    </>
  )
}

/** That of the number in the address. */
export const numbered =
  (id: unknown) =>
  (script: Script): boolean =>
    script.id === Number(id)
