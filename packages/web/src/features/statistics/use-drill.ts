import { usePage } from '../../kit/page/use-page.ts'

/** Which number is opened: of which measure, line and time. It stands in the address, so that it can be sent and gone back from. */
export interface Drilled {
  readonly measure: string
  readonly group: readonly string[]
  readonly period?: string | null
  readonly stationId?: number | null
  readonly station?: string | null
  readonly key?: string | null
  readonly name?: string | null
  readonly before?: boolean
}

export function useDrill(company: boolean) {
  const { search, setSearch } = usePage()
  const set = (drill: Drilled | undefined) =>
    setSearch(now => {
      const rest = Object.fromEntries(Object.entries(now).filter(([name]) => name !== 'drill' && !name.startsWith('rows.')))
      return drill ? { ...rest, drill: JSON.stringify(drill), ...(company && { 'rows.range': 'company' }) } : rest
    })
  return { drilled: read(search['drill']), drill: set, close: () => set(undefined) }
}

function read(raw: string | undefined): Drilled | undefined {
  if (!raw) return undefined
  try {
    const found = JSON.parse(raw) as Partial<Drilled>
    return typeof found.measure === 'string' && Array.isArray(found.group) ? (found as Drilled) : undefined
  } catch {
    return undefined
  }
}
