import { pages, type Page as PageSpec } from '@forecourt/contract'
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

/** A record for each page that shows one. */
async function idsOf(page: Page): Promise<Record<string, number | undefined>> {
  const first = async (path: string) => (await ask<{ content?: { id: number }[] }>(page, path)).content?.[0]?.id
  const [order, fuel, goods, shift, day, card, topUp, master, fleet, company] = await Promise.all([
    first('/orders?size=1&search=status:success'),
    first('/orders?size=1&search=type:0,status:success'),
    first('/orders?size=1&search=type:1'),
    first('/classSettles?size=1'),
    first('/daySettles?size=1'),
    first('/userCards?size=1&search=value>0'),
    first('/userCardDetails?size=1&search=type:charge'),
    first('/users?size=1&search=roles.defaultRole:station_master'),
    first('/companyGroups?size=1'),
    first('/companies?size=1'),
  ])
  return {
    companyDetails: company,
    changeLogo: company,
    companyAssginMenu: master,
    stationAssginMenu: master,
    assginMenu: master,
    groupUsers: fleet,
    allDetails: order,
    fuelDetails: fuel,
    notFuelDetails: goods,
    cardCostHistory: card,
    rechargeDetails: topUp,
    classSettleDetails: shift,
    printClassSettle: shift,
    daySettleDetails: day,
    printDaySettle: day,
  }
}
