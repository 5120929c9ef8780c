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
  /** What the thing is called whose number it is, where its key does not say it. */
  readonly label?: string | null
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
    return typeof found.measure === 'string' && Array.isArray(found.group) && isPeriod(found) ? (found as Drilled) : undefined
  } catch {
    return undefined
  }
}

/** Hours are named by an instant, all other periods by their first day. An address can be typed by hand, and is not trusted. */
function isPeriod({ group = [], period }: Partial<Drilled>): boolean {
  if (period == null) return true
  try {
    if (group.includes('hour')) Temporal.Instant.from(period)
    else Temporal.PlainDate.from(period)
    return true
  } catch {
    return false
  }
}
