import { pageOf, type PageName } from '@forecourt/contract/start'
import type { Search } from './page-context.ts'

export type Params = Readonly<Record<string, string | number>>

/** The address of a page: its path with the parameters in place, and the query. */
export function addressOf(name: PageName, params: Params = {}, search: Record<string, string | number | undefined> = {}): string {
  const path = pageOf(name)!.path.replaceAll(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(String(params[param] ?? '')))
  return path + queryText(search)
}

export const searchOf = (query: string): Search => Object.fromEntries(new URLSearchParams(query))

/** `?page=2&status=open`; empty values are left out. */
export function queryText(search: Record<string, string | number | undefined>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (value !== undefined && value !== '') parameters.set(name, String(value))
  const text = parameters.toString()
  return text && `?${text}`
}

/** Whether a record may have this number: `abc` and `0` are of none. */
export const isId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text)

/** The page a path belongs to, with the parameters it carries: each of them is the number of a record. */
export function matchPath(
  path: string,
  patterns: readonly { name: string; path: string }[],
): { name: string; params: Record<string, string> } | undefined {
  const steps = path.split('/').filter(Boolean)
  for (const { name, path: pattern } of patterns) {
    const wanted = pattern.split('/').filter(Boolean)
    if (wanted.length !== steps.length) continue
    const params: Record<string, string> = {}
    const fits = wanted.every((part, index) => {
      const param = /^\{(\w+)\}$/.exec(part)?.[1]
      if (param) params[param] = decodeURIComponent(steps[index]!)
      return param ? isId(params[param]!) : part === steps[index]
    })
    if (fits) return { name, params }
  }
  return undefined
}
