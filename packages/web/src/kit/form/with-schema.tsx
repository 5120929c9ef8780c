import { useState, type ReactNode } from 'react'
import type { z } from 'zod'
import { loadSchemas, schemaOf } from '../../core/schemas.ts'
import { Bones } from '../feedback/states.tsx'
import { later, WhileLoading } from '../later.tsx'

interface DrawnProps {
  draw: () => ReactNode
}
const Drawn = ({ draw }: DrawnProps) => draw()

/** Draws what checks by a schema: at once where it is there, else when it has come. */
export function WithSchema<S extends z.ZodType>({ of, children }: { of: S; children: (schema: S) => ReactNode }) {
  // Which of the two it was stays, so that what is drawn is never made anew.
  const [begun] = useState(() => schemaOf(of))
  const [Later] = useState(() => later<DrawnProps>(async () => loadSchemas(of).then(() => ({ default: Drawn }))))
  if (begun) return children(begun)
  return (
    <WhileLoading show={<Bones />}>
      <Later draw={() => children(schemaOf(of)!)} />
    </WhileLoading>
  )
}
