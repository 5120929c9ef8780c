import { reports, type FundColumn, type FundLine } from '@forecourt/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { fundColumnNames } from '@forecourt/contract'
import { useAsked } from './use-statistic.ts'

export const groups = ['day', 'kind', 'station'] as const
export type FundGroup = (typeof groups)[number]
export type FundMeasure = FundColumn | 'opening' | 'closing'
export const centsOf = (line: FundLine, column: FundMeasure): number => line[`${column}Cents`]

/** Top-ups, gifts and spending always stand in the report; of the others those in which something moved. */
export const columnsShown = (lines: readonly FundLine[]): FundMeasure[] => [
  'opening',
  ...fundColumnNames.filter(name => ['topUp', 'gift', 'consume'].includes(name) || lines.some(line => centsOf(line, name) !== 0)),
  'closing',
]

/** What the address asks of a fund report. A report of the paper asks the same. */
export function useFundAsked() {
  const asked = useAsked()
  const group: FundGroup = groups.find(name => name === asked.search['group']) ?? 'day'
  return { ...asked, group: group === 'station' && !asked.company ? 'day' : group, kind: asked.cardKind }
}
export type FundAsked = ReturnType<typeof useFundAsked>

const keep = { placeholderData: keepPreviousData, refetchOnWindowFocus: true } as const

export function useRechargeConsume({ range, company, place, group, kind }: FundAsked) {
  const { visible } = usePage()
  const query = { ...range, group, ...(kind && { kind }) }
  return useQuery({
    ...keep,
    queryKey: ['reports', 'rechargeConsume', place, query],
    enabled: visible,
    // The lines are read by the grouping they were asked for, also while the answer for another one is on its way.
    queryFn: async ({ signal }) => ({ ...(await call(reports.rechargeConsume, { query }, { signal, company })), group }),
  })
}

export function useMoneyChange({ range, company, place }: FundAsked) {
  const { visible } = usePage()
  return useQuery({
    ...keep,
    queryKey: ['reports', 'moneyChange', place, range],
    enabled: visible,
    queryFn: ({ signal }) => call(reports.moneyChange, { query: range }, { signal, company }),
  })
}
