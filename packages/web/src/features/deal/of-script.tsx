import type { Script } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { NoSuchRecord } from '../../kit/detail/record-failed.tsx'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useScript } from './use-scripts.ts'

/** Draws what is of a script once it is known; an address may name one that does not exist. */
export function OfScript({ of, children }: { of: Parameters<typeof useScript>[0]; children: (script: Script) => ReactNode }) {
  const { script, error, refetch } = useScript(of)
  if (script) return children(script)
  return (
    <>
      <PageHeader />
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : script === null ? <NoSuchRecord /> : <Bones rows={8} />}
    </>
  )
}
