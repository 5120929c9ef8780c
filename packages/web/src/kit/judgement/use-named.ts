import { useQuery } from '@tanstack/react-query'
import { keyOf, nameOfReference } from '../history/names.ts'
import { readReferences } from '../history/use-names.ts'
import type { LimitReference, NameOf } from './range-words.ts'

/** What the records are called that limits name, once that is read; those out of the caller's reach stay without a name. */
export function useNamed(references: readonly LimitReference[]): NameOf {
  const asked = [...new Map(references.map(each => [keyOf(each), each])).values()]
  const { data } = useQuery({
    queryKey: ['names', 'ofLimits', asked.map(keyOf).toSorted().join()],
    enabled: asked.length > 0,
    queryFn: async () => {
      await readReferences(asked)
      return Object.fromEntries(asked.map(each => [keyOf(each), nameOfReference(each)]))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (of, id) => data?.[keyOf({ of, id })]
}
