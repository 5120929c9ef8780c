import { scripts, type Script } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'

/** The kinds of coupon that may be made; they change with the product alone. */
export const useScripts = () =>
  useQuery({
    queryKey: ['scripts', 'list'],
    queryFn: async ({ signal }) => (await call(scripts.list, {}, { signal, company: true })).content.filter(({ kind }) => kind === 'deal'),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** One of them by its number or by what it gives: null where there is none. */
export function useScript(of: { id: number } | { gives: Script['gives'] } | undefined) {
  const { data, error, refetch } = useScripts()
  const found = of && data?.find(({ id, gives }) => ('id' in of ? id === of.id : gives === of.gives))
  return { script: found ?? (of && data ? null : undefined), error, refetch }
}
