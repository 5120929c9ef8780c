import { demoCalls, pages, type Page as PageSpec } from '@forecourt/contract'
import type { Page } from 'playwright-core'
import { ask } from './visitor.ts'

/** A page at an address that can be typed: one that shows a record shows one there is. */
export interface Place {
  readonly name: string
  readonly path: string
  /** Papers and the like: without the shell around them. */
  readonly bare: boolean
}

/** The one page of a fleet's leader. */
export const fleetPage = 'assginMge'

/** Every page that a company's people open, but signing in and the page of a fleet's leader, which have doors of their own. */
export async function placesOf(page: Page): Promise<Place[]> {
  const ids = await idsOf(page)
  return (pages as readonly PageSpec[])
    .filter(({ name }) => name !== 'login' && name !== fleetPage)
    .map(({ name, path, bare = false }) => ({ name, bare, path: path.replace(/\{\w+\}/, () => idFor(ids, name)) + queryOf(ids, name) }))
}

function idFor(ids: Readonly<Record<string, number | undefined>>, name: string): string {
  const id = ids[name]
  if (id === undefined) return '0'
  return String(id)
}

/** A preview prints what its address names. */
const queryOf = (ids: Readonly<Record<string, number | undefined>>, name: string): string =>
  name === 'previewPrint' ? `?document=receipt:${idFor(ids, 'allDetails')}` : ''

/** A record for each page that shows one, found as the page itself declares it. */
async function idsOf(page: Page): Promise<Record<string, number | undefined>> {
  const found = new Map<string, Promise<number | undefined>>()
  const first = (call: string) => {
    const id = found.get(call) ?? ask<{ content?: { id: number }[] }>(page, `/${call}`).then(({ content }) => content?.[0]?.id)
    found.set(call, id)
    return id
  }
  return Object.fromEntries(await Promise.all([...demoCalls].map(async ([name, demo]) => [name, await first(demo)] as const)))
}
