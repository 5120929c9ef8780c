import { groups, pageOf, pages, sections, type Page } from '@forecourt/contract/start'
import { create } from 'zustand'
import { ApiError } from '../core/api.ts'
import { development } from '../core/development.ts'
import { safeTarget } from '../core/redirect.ts'
import { session, useSession } from '../core/session.ts'
import { startSession } from '../core/start.ts'
import { mayOpen } from '../kit/page/access.ts'
import { matchPath, queryText, searchOf } from '../kit/page/address.ts'
import { historyLocation, replaceBy, useHistoryLocation, type HistoryLocation } from '../kit/page/history.ts'
import { isRestricted, landing } from './landing.ts'
import { firstOf, isBuilt } from './menu.ts'
import { endSession } from './session/log-out.ts'
import { renew, visit } from './tabs.ts'

/** The location that was admitted or redirected to. Until then the page before stays. */
interface Navigation {
  readonly at?: HistoryLocation
  /** The guard is waiting for an answer of the server. */
  readonly waiting: boolean
  /** Why the check failed. */
  readonly error?: unknown
}
export const useNavigation = create<Navigation>(() => ({ waiting: true }))

const there = pages.filter(page => !page.development || development)
/** A section or a group of the menu leads to its default page; one without pages is an unknown path. */
const headings = [...sections, ...groups]

/** The page at a path, with the parameters that it carries. */
export function pageAt(pathname: string): { page: Page; params: Record<string, string> } | undefined {
  try {
    const match = matchPath(pathname, there)
    return match && { page: pageOf(match.name)!, params: match.params }
  } catch {
    // What is no text (%E0) is no record's number.
    return undefined
  }
}

/** Checks the sign-in, and remembers the wanted location for after it. @returns the location to redirect to */
async function signedIn({ pathname, query }: HistoryLocation): Promise<string | undefined> {
  const back = { redirect: pathname + query }
  if (!session().token) return `/login${queryText(back)}`
  try {
    await startSession(Number(searchOf(query)['stationId']) || undefined)
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
    useSession.setState({ expired: false })
    return `/login${queryText({ ...back, notice: 'expired' })}`
  }
}

/** Known but not among the user's pages: says so within the layout. @source decisions.md F3 */
async function admitted(page: Page): Promise<string | undefined> {
  const { profile, atStation } = session()
  if (isRestricted(profile) && page.level !== 'group') {
    await endSession()
    return '/login'
  }
  // Nobody is at a screen on a wall who could go back.
  if (profile?.display && page.path !== landing(profile)) return landing(profile)
  if (!mayOpen(page.name, profile)) return `/noAccess${queryText({ page: page.name })}`
  if (!atStation && !page.stationless) return '/person/personCenter?notice=noStation'
  return undefined
}

/** Where an address leads instead; undefined where it is a page that its user may open. Any unknown path is /404. @source spec 0 §2 */
async function sentTo(wanted: HistoryLocation): Promise<string | undefined> {
  const { pathname, query } = wanted
  if (pathname.startsWith('/redirect/')) {
    const target = safeTarget(pathname.slice('/redirect'.length) + query)
    renew(target.split('?')[0]!)
    return target
  }
  const heading = headings.find(({ path }) => path === pathname)
  const found = pageAt(pathname)
  if (pathname !== '/' && !heading && !found) return '/404'
  if (found?.page.name === 'login') return undefined
  const elsewhere = await signedIn(wanted)
  if (elsewhere !== undefined) return elsewhere
  if (found) return admitted(found.page)
  if (heading) return firstOf(heading.name, session().profile) ?? (isBuilt(heading.name) ? '/noAccess' : '/404')
  return landing(session().profile) + query
}

let latest = 0

/** Only the latest navigation counts: an earlier check that ends later has no effect. */
async function navigate(): Promise<void> {
  const wanted = historyLocation()
  const mine = ++latest
  const late = setTimeout(() => useNavigation.setState({ waiting: true }))
  try {
    const elsewhere = await sentTo(wanted)
    if (mine !== latest) return
    if (elsewhere !== undefined) return replaceBy(elsewhere)
    // The layout draws the first page with its first picture, and not with the next one.
    if (!useNavigation.getState().at) {
      await Promise.race([firstCode, new Promise(done => setTimeout(done, heldMs))])
      if (mine !== latest) return
      visit(wanted.pathname, wanted.query)
    }
    useNavigation.setState({ at: wanted, waiting: false, error: undefined })
  } catch (error) {
    if (mine === latest) useNavigation.setState({ error, waiting: false })
  } finally {
    clearTimeout(late)
  }
}

/** So long the first page is held back for its code at most, which is on its way since before its user was known. */
const heldMs = 100
let firstCode: Promise<unknown> | undefined

/** From here on every address is looked at before its page is shown. @param code of the page that is expected first */
export function guardNavigation(code?: Promise<unknown>): void {
  firstCode = code
  useHistoryLocation.subscribe(() => void navigate())
  void navigate()
}
