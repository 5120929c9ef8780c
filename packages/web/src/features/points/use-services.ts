import { services } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'

export type ServiceType = 'debit' | 'score' | 'level'

/** What the company offers its members. */
export const useServices = () =>
  useQuery({ queryKey: ['services', 'list'], queryFn: ({ signal }) => call(services.list, {}, { signal, company: true }) })
