import { scripts, type ActivityKind, type DealKind, type Script } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'

/** A kind of coupon. */
export type DealScript = Script & { readonly gives: DealKind }
/** A kind of activity. */
export type ActivityScript = Script & { readonly activity: ActivityKind }
export const isOfDeals = (script: Script): script is DealScript => script.gives !== null
export const isOfActivities = (script: Script): script is ActivityScript => script.activity !== null

/** The kinds of coupon, or of activity, that may be made; they change with the product alone. */
export const useScripts = <S extends Script>(is: (script: Script) => script is S) =>
  useQuery({
    queryKey: ['scripts', 'list'],
    queryFn: async ({ signal }) => (await call(scripts.list, { query: {} }, { signal, company: true })).content,
    select: all => all.filter(is),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** One of them: null where there is none. */
export function useScript<S extends Script>(is: (script: Script) => script is S, of: (script: S) => boolean) {
  const { data, error, refetch } = useScripts(is)
  return { script: data && (data.find(of) ?? null), error, refetch }
}
