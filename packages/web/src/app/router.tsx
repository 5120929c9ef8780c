import { groups, pages, sections, type Page } from '@forecourt/contract/start'
import { createRootRoute, createRoute, createRouter, redirect, type AnyRoute } from '@tanstack/react-router'
import { ApiError } from '../core/api.ts'
import { development } from '../core/development.ts'
import { safeTarget } from '../core/redirect.ts'
import { session, useSession } from '../core/session.ts'
import { startSession } from '../core/start.ts'
import { mayOpen } from '../kit/page/access.ts'
import { queryText, searchOf } from '../kit/page/address.ts'
import { BarePage } from './bare-page.tsx'
import { isRestricted, landing } from './landing.ts'
import { firstOf, isBuilt } from './menu.ts'
import { endSession } from './session/log-out.ts'
import { Shell } from './shell/shell.tsx'
import { StartFailed } from './start-failed.tsx'
import { renew } from './tabs.ts'

interface Arrival {
  location: { pathname: string; searchStr: string }
}

/** Nobody goes on without having signed in; whoever comes back is where he wanted to be. */
async function signedIn({ location }: Arrival): Promise<void> {
  const back = { redirect: location.pathname + location.searchStr }
  if (!session().token) throw redirect({ href: `/login${queryText(back)}` })
  try {
    await startSession(Number(searchOf(location.searchStr)['stationId']) || undefined)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
    useSession.setState({ expired: false })
    throw redirect({ href: `/login${queryText({ ...back, notice: 'expired' })}` })
  }
}

/** Known but not among the user's pages: says so within the layout. @source decisions.md F3 */
async function admitted(page: Page, arrival: Arrival): Promise<void> {
  await signedIn(arrival)
  const { profile, atStation } = session()
  if (isRestricted(profile) && page.level !== 'group') {
    await endSession()
    throw redirect({ href: '/login', replace: true })
  }
  if (!mayOpen(page.name, profile)) throw redirect({ href: `/noAccess${queryText({ page: page.name })}`, replace: true })
  if (!atStation && !page.stationless) throw redirect({ href: '/person/personCenter?notice=noStation', replace: true })
}

/** `{orderId}` in the contract is `$orderId` to the router. */
const pattern = (path: string) => path.replaceAll(/\{(\w+)\}/g, '$$$1')

const root = createRootRoute()
const shell = createRoute({ getParentRoute: () => root, id: 'shell', beforeLoad: signedIn, component: Shell })

const there = (pages as readonly Page[]).filter(page => !page.development || development)
const pageRoutes = there.map(
  page =>
    createRoute({
      getParentRoute: (): AnyRoute => (page.bare ? root : shell),
      path: pattern(page.path),
      ...(page.name !== 'login' && { beforeLoad: ({ location }: Arrival) => admitted(page, { location }) }),
      component: page.bare ? () => <BarePage page={page} /> : Empty,
    }) as AnyRoute,
)

/** A section or a group of the menu leads to its default page; one without pages is an unknown path. */
const sectionRoutes = [...sections, ...groups].map(
  ({ name, path }) =>
    createRoute({
      getParentRoute: () => shell,
      path,
      beforeLoad: () => {
        throw redirect({ href: firstOf(name, session().profile) ?? (isBuilt(name) ? '/noAccess' : '/404'), replace: true })
      },
    }) as AnyRoute,
)

const ownRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: async ({ location }) => {
      await signedIn({ location })
      throw redirect({ href: landing(session().profile) + location.searchStr, replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/redirect/$',
    beforeLoad: ({ location }) => {
      const target = safeTarget(location.pathname.slice('/redirect'.length) + location.searchStr)
      renew(target.split('?')[0]!)
      throw redirect({ href: target, replace: true })
    },
  }),
  /** Any unknown path leads to /404. @source spec 0 §2 */
  createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: () => {
      throw redirect({ href: '/404', replace: true })
    },
  }),
] as AnyRoute[]

/** The layout draws the pages itself, the one in front and those kept behind it. */
function Empty() {
  return null
}

export const router = createRouter({
  routeTree: root.addChildren([
    ...ownRoutes,
    ...pageRoutes.filter((_, index) => there[index]!.bare),
    shell.addChildren([...sectionRoutes, ...pageRoutes.filter((_, index) => !there[index]!.bare)]),
  ]),
  defaultErrorComponent: ({ error }) => <StartFailed error={error} />,
  parseSearch: searchOf,
  stringifySearch: queryText,
})
