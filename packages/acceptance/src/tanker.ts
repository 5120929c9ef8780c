import { drivenClockHeader } from '@forecourt/contract'
import type { Page } from 'playwright-core'
import type { AppFixture } from './app-fixture.ts'
import { signIn, type Look } from './visitor.ts'

const minute = 60_000
/** What the note says and what came; it unloads evenly from the first of these minutes to the second. */
export const load = { noteCl: 6_000_00, shortCl: 60_00, temperature: 24.6, coolerTank: 18.2, density: 742 } as const
const [poursFrom, poursUntil, toldMinutes] = [15, 27, 60]
/** What customers draw from the tank meanwhile: in which minute, and how much. */
const customers = [
  { at: 5, volumeCl: 30_00 },
  { at: 18, volumeCl: 40_00 },
  { at: 23, volumeCl: 25_00 },
  { at: 45, volumeCl: 35_00 },
] as const
/** While the tanker unloads. */
export const soldMeanwhileCl = 65_00

export type Call = <T>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<T>
type Keys = Readonly<Record<string, string>>

/** Calls that are made at a moment of the story's: a server for tests takes the time from its callers. */
export const callsAt =
  (url: string, at: Date, keys: Keys): Call =>
  async <T>(method: string, path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json', [drivenClockHeader]: at.toISOString(), ...keys }
    const reply = await fetch(`${url}/api/v1${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
    if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`)
    return (await reply.json()) as T
  }

const accountOf = ({ demo }: AppFixture, role: string) => demo.companies[0]!.accounts.find(account => account.role === role)!

export async function leaderAt(shop: AppFixture, at: Date): Promise<Call> {
  const { url, demo } = shop
  const company = demo.companies[0]!
  const { mobile, password } = accountOf(shop, 'station_leader')
  const login = await fetch(`${url}/api/v1/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [drivenClockHeader]: at.toISOString() },
    body: JSON.stringify({ mobile, password, companyId: company.code }),
  })
  const { token } = (await login.json()) as { token: string }
  const cookie = login.headers.getSetCookie()[0]!.split(';')[0]!
  return callsAt(url, at, { authorization: token, cookie, Station: String(company.stations[0]!.id) })
}

interface Tank {
  readonly id: number
  readonly number: number
  readonly volumeCl: number
}
interface Shift {
  readonly id: number
  readonly startTime: string
}
interface Figure {
  readonly about: string
  readonly amount: number
  readonly beyond: boolean
}
interface Preview {
  readonly unpaidOrders: number
  readonly payTypes: readonly { payType: string; expectedCents: number }[]
  readonly nozzles: readonly { nozzleControlId: number; tankId: number; beginCl: number | null }[]
}
const firstOf = async <T>(call: Call, path: string) => (await call<{ content: T[] }>('GET', path)).content[0]!
export const runningShift = (call: Call, stationId: number) =>
  firstOf<Shift>(call, `/dailyStates?size=1&sort=id,desc&search=station.id:${stationId},status:open`)

interface Unloaded {
  readonly tank: Tank
  /** When the gauge has told of all of it. */
  readonly until: Date
}

/**
 * The shift before is closed with the tank dipped. In the hour of the next one that follows, the gauge tells every minute: customers draw,
 * a tanker unloads, and less comes out of it than its note says.
 */
export async function unloadShort(shop: AppFixture, number: number): Promise<Unloaded> {
  const stationId = shop.demo.companies[0]!.stations[0]!.id
  const running = await runningShift(await leaderAt(shop, new Date()), stationId)
  const begins = new Date(Math.max(Date.now(), Date.parse(running.startTime) + minute))
  const leader = await leaderAt(shop, begins)
  const tank = await firstOf<Tank>(leader, `/tanks?search=station.id:${stationId},number:${number}`)
  await closeShift(leader, running.id, tank)
  const next = await runningShift(leader, stationId)
  const { nozzles } = await leader<Preview>('GET', `/classSettles/preview?dailyStateId=${next.id}`)
  const nozzle = nozzles.find(({ tankId }) => tankId === tank.id)!
  const until = new Date(begins.getTime() + (toldMinutes + 1) * minute)
  await sellAt(shop, begins, nozzle)
  await device(shop, until).call('POST', '/tankReadings', { readings: gaugeOf(tank, begins) })
  return { tank, until }
}

/** All is there that should be, and the tank, where one is dipped, holds what its gauge says. */
export async function closeShift(leader: Call, dailyStateId: number, tank?: Tank, startNext = true): Promise<void> {
  const { payTypes, unpaidOrders } = await leader<Preview>('GET', `/classSettles/preview?dailyStateId=${dailyStateId}`)
  const cash = payTypes.find(({ payType }) => payType === 'cash')?.expectedCents ?? 0
  const tanks = tank ? [{ tankId: tank.id, volumeCl: tank.volumeCl }] : []
  const taken = { dailyStateId, counted: [{ payType: 'cash', countedCents: Math.max(0, cash) }], tanks }
  const { figures } = await leader<{ figures: Figure[] }>('POST', '/classSettles/preview', taken)
  const acknowledged = figures.filter(({ beyond }) => beyond).map(({ about, amount }) => ({ about, amount }))
  const confirmed = { acknowledged, reason: acknowledged.length > 0 ? 'Checked' : '' }
  await leader('POST', '/classSettles', { ...taken, ...confirmed, force: unpaidOrders > 0, startNext })
}

function device({ url, demo }: AppFixture, at: Date) {
  const { id, credential } = demo.companies[0]!.stations[0]!.devices.find(each => each.credential !== null)!
  return { id, call: callsAt(url, at, { authorization: credential! }) }
}

async function sellAt(shop: AppFixture, begins: Date, { nozzleControlId, beginCl }: Preview['nozzles'][number]): Promise<void> {
  let totaliserEndCl = beginCl ?? 5_000_00
  for (const { at, volumeCl } of customers) {
    const createdDate = new Date(begins.getTime() + at * minute)
    const { id, call } = device(shop, createdDate)
    const { lastSequence } = await call<{ lastSequence: number }>('GET', `/devices/${id}/gaps`)
    totaliserEndCl += volumeCl
    const sale = { sequence: lastSequence + 1, createdDate: createdDate.toISOString(), nozzleControlId, payType: 'cash' }
    await call('POST', '/orders', { ...sale, lineItems: [{ volumeCl, totaliserEndCl }] })
  }
}

/** What the gauge says, off by a litre one way and the other; what came mixes with what was there. */
function gaugeOf({ number, volumeCl: beganCl }: Tank, begins: Date) {
  const cameCl = load.noteCl - load.shortCl
  return Array.from({ length: toldMinutes }, (_, turn) => turn + 1).map(at => {
    const poured = Math.min(1, Math.max(0, (at - poursFrom) / (poursUntil - poursFrom))) * cameCl
    const sold = customers.reduce((sum, customer) => (customer.at <= at ? sum + customer.volumeCl : sum), 0)
    const off = ((at * 7) % 5) * 50 - 1_00
    const temperature = Math.round((10 * (beganCl * load.coolerTank + poured * load.temperature)) / (beganCl + poured)) / 10
    const volumeCl = Math.round(beganCl - sold + poured + off)
    return { number, measuredAt: new Date(begins.getTime() + at * minute).toISOString(), volumeCl, temperature }
  })
}

/** The manager comes in at that moment: all that the page asks is asked then. */
export async function enterAt(shop: AppFixture, at: Date, look: Partial<Look>): Promise<Page> {
  const page = await shop.visit(look)
  await page.route('**/api/v1/**', route =>
    route.continue({ headers: { ...route.request().headers(), [drivenClockHeader]: at.toISOString() } }),
  )
  await signIn(page, shop.url, shop.demo.companies[0]!, 'station_master')
  return page
}
