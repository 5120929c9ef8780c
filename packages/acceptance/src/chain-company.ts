import { drivenClockHeader } from '@forecourt/contract'
import type { Page } from 'playwright-core'
import { openSimulated } from '../../server/src/modules/demo/index.ts'
import '../../server/src/modules/index.ts'
import { openMasterKey } from '../../server/src/platform/config/master-key.ts'
import { openDatabase, openPool } from '../../server/src/platform/postgres/database.ts'
import type { AppFixture } from './app-fixture.ts'
import { callsAt, type Call } from './tanker.ts'
import { settled, signIn, type DemoFile, type Look } from './visitor.ts'

/** The story happens in March of next year: a session of the past would be tidied away while it is read. */
export const year = new Date().getUTCFullYear() + 1
/** A moment of it, by the clocks of its station. */
export const local = (clock: string, day = `${year}-03-02`) => new Date(`${day}T${clock}:00+08:00`)

type Company = DemoFile['companies'][number]
export interface Chain {
  readonly company: Company
  readonly stationId: number
  readonly diesel: {
    readonly tankId: number
    readonly number: number
    readonly volumeCl: number
    readonly nozzleId: number
    readonly totaliserCl: number
  }
  readonly as: (role: 'admin' | 'station_leader', at: Date) => Promise<Call>
  readonly pump: (at: Date) => { readonly id: number; readonly call: Call }
  readonly enter: (role: 'admin' | 'station_leader', at: Date, path: string, look: Partial<Look>) => Promise<Page>
}

/** A company whose story begins with March: one station, whose tanks are measured and whose books begin with it. */
export async function openChain(shop: AppFixture, code: string): Promise<Chain> {
  const db = openDatabase(openPool(shop.databaseUrl, { max: 2 }))
  const { layout } = await (async () => {
    try {
      await openMasterKey(db, { file: `${shop.dataDir}.key` })
      return await openSimulated(db, code, local('07:30'), 10)
    } finally {
      await db.destroy()
    }
  })()
  const { pin } = shop.demo.companies[0]!.accounts[0]!
  const account = ({ role, mobile, password }: (typeof layout)['leader']) => ({ role, mobile, password, pin })
  const { stationId, tanks, nozzles, controller } = layout
  const company: Company = {
    code,
    stations: [{ id: stationId, name: '', nozzles: [], devices: [] }],
    accounts: [account(layout.office), account(layout.leader)],
  }
  const tank = tanks.find(({ number }) => number === 4)!
  const nozzle = nozzles.find(({ tankId }) => tankId === tank.id)!
  const as: Chain['as'] = async (role, at) => {
    const { mobile, password } = company.accounts.find(each => each.role === role)!
    const login = await fetch(`${shop.url}/api/v1/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [drivenClockHeader]: at.toISOString() },
      body: JSON.stringify({ mobile, password, companyId: code }),
    })
    const { token } = (await login.json()) as { token: string }
    const cookie = login.headers.getSetCookie()[0]!.split(';')[0]!
    return callsAt(shop.url, at, { authorization: token, cookie, Station: String(stationId) })
  }
  return {
    company,
    stationId,
    diesel: { tankId: tank.id, number: tank.number, volumeCl: tank.volumeCl, nozzleId: nozzle.id, totaliserCl: nozzle.totaliserCl },
    as,
    pump: at => ({ id: controller.id, call: callsAt(shop.url, at, { authorization: controller.credential }) }),
    async enter(role, at, path, look) {
      const page = await shop.visit(look)
      // The browser's clock and the server's are those of the story.
      await page.clock.install({ time: at })
      await page.route('**/api/v1/**', route =>
        route.continue({ headers: { ...route.request().headers(), [drivenClockHeader]: at.toISOString() } }),
      )
      await signIn(page, shop.url, company, role)
      await page.goto(shop.url + path)
      await settled(page)
      return page
    },
  }
}
