import { cardSuppliers, type Returned } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../core/api.ts'
import { language, t } from '../../i18n/index.ts'

type Supplier = Returned<typeof cardSuppliers.list>['content'][number]
interface Choice {
  readonly value: number
  readonly label: string
}

/** The makers of cards, as choices of a select; 0 is the unknown one. */
export interface Suppliers {
  readonly options: readonly Choice[]
  readonly nameOf: (code: number) => string
  /** Their names by their codes, for filters and files. */
  readonly names: Readonly<Record<string, string>>
}

/** The list itself, for a page that says how the reading of it goes. */
export const useSupplierList = () =>
  useQuery({
    queryKey: ['cardSuppliers'],
    queryFn: ({ signal }) => call(cardSuppliers.list, {}, { signal }),
    staleTime: 60_000,
  })

/** What is returned stays the same until a maker is added or renamed. */
export function useSuppliers(): Suppliers {
  const { data } = useSupplierList()
  const spoken = language()
  return useMemo(() => {
    const options = (data?.content ?? []).map(choiceOf)
    const names: Record<string, string> = Object.fromEntries(options.map(({ value, label }) => [value, label]))
    return { options, names, nameOf: (code: number) => names[code] ?? String(code) }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the unknown one is called as the page speaks
  }, [data, spoken])
}
const choiceOf = ({ code, name }: Supplier): Choice => ({ value: code, label: code === 0 ? t('reader.unknownMaker') : name })

/** The column of a list that says whose a card is by the maker's name, not by its code. */
export const makerColumn = <R extends { supplier: number }>({ nameOf, names }: Suppliers) => {
  const say = (row: R) => nameOf(row.supplier)
  return { path: 'supplier', width: 90, align: 'left', phone: 'more', cell: say, text: say, words: names } as const
}
