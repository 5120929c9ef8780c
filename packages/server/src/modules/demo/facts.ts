import type { Role } from '@forecourt/contract'
import { setTenantScope } from '../../platform/execution/command.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { demoPayPassword } from './cards.ts'
import { demoSecret } from './equipment.ts'
import { busyRiverside, harbour, type CompanyScript } from './script.ts'

/** Of both sizes: who is not there is passed over. */
const scripts = [busyRiverside, harbour]

/** What a test from outside, or a new user at the first screen, needs to know of the demo. */
export interface DemoFacts {
  readonly companies: readonly DemoCompany[]
}
export interface DemoCompany {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly stations: readonly DemoStationFacts[]
  readonly accounts: readonly DemoAccount[]
  readonly cards: readonly { id: number; number: string; payPassword: string | null }[]
}
export interface DemoAccount {
  readonly id: number
  readonly role: Role
  readonly name: string
  readonly mobile: string
  readonly email: string
  readonly password: string
  readonly pin: string
  readonly stationIds: readonly number[]
}
export interface DemoStationFacts {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly enableShiftSettle: boolean
  readonly nozzles: readonly { id: number; logicNo: number }[]
  readonly items: readonly { id: number; code: string; priceCents: number }[]
  /** `credential` is null where none was given out; `nextSequence` is the number of the device's next sale. */
  readonly devices: readonly { id: number; name: string; type: string; credential: string | null; nextSequence: number }[]
}

/** The demo that is in this database, described from it; undefined when there is none. */
export async function demoFacts(db: Database): Promise<DemoFacts | undefined> {
  const companies: DemoCompany[] = []
  for (const script of scripts) {
    const company = await db.transaction().execute(tx => companyFacts(tx, script))
    if (!company) return undefined
    companies.push(company)
  }
  return { companies }
}

async function companyFacts(begun: Tx, script: CompanyScript): Promise<DemoCompany | undefined> {
  const listed = await begun.selectFrom('companyDirectory').where('code', '=', script.code).select('company').executeTakeFirst()
  if (!listed) return undefined
  const tx = await setTenantScope(begun, [listed.company])
  const company = await tx.selectFrom('company').where('id', '=', listed.company).where('isDemo', '=', true).selectAll().executeTakeFirst()
  if (!company) return undefined
  const cards = await tx.selectFrom('userCard').select(['id', 'number', 'hasPayPassword']).orderBy('id').execute()
  return {
    id: company.id,
    code: company.code,
    name: company.name,
    stations: await stationFacts(tx),
    accounts: await accountFacts(tx, script),
    cards: cards.map(({ id, number, hasPayPassword }) => ({ id, number, payPassword: hasPayPassword ? demoPayPassword : null })),
  }
}

async function stationFacts(tx: Tx): Promise<DemoStationFacts[]> {
  const stations = await tx.selectFrom('station').select(['id', 'code', 'name', 'enableShiftSettle']).orderBy('id').execute()
  const nozzles = await tx.selectFrom('nozzleControl').select(['id', 'logicNo', 'stationId']).orderBy('logicNo').execute()
  const goods = await tx
    .selectFrom('item')
    .where('productId', 'is', null)
    .select(['id', 'code', 'stationId', 'priceCents'])
    .orderBy('id')
    .execute()
  const devices = await tx
    .selectFrom('device')
    .leftJoin('deviceCredential', 'deviceId', 'device.id')
    .select(['device.id', 'name', 'type', 'stationId', 'secretHash', 'device.companyId'])
    .select(of =>
      of
        .selectFrom('saleOrder')
        .whereRef('deviceId', '=', 'device.id')
        .select(last => last.fn.max('sequence').as('last'))
        .as('last'),
    )
    .orderBy('device.id')
    .execute()
  return stations.map(station => ({
    ...station,
    nozzles: nozzles.filter(of => of.stationId === station.id).map(({ id, logicNo }) => ({ id, logicNo })),
    items: goods.filter(of => of.stationId === station.id).map(({ id, code, priceCents }) => ({ id, code, priceCents: priceCents! })),
    devices: devices
      .filter(of => of.stationId === station.id)
      .map(({ id, name, type, secretHash, companyId, last }) => ({
        id,
        name,
        type,
        credential: secretHash ? `fc.${companyId}.${id}.${demoSecret(station.code, type)}` : null,
        nextSequence: (last ?? 0) + 1,
      })),
  }))
}

async function accountFacts(tx: Tx, { password, pin, people }: CompanyScript): Promise<DemoAccount[]> {
  const rows = await tx
    .selectFrom('userAccount')
    .innerJoin('userRole', 'userRole.userId', 'userAccount.id')
    .where(of => of.or([of('isStaff', '=', true), of('userRole.fleetId', 'is not', null)]))
    .select(['userAccount.id', 'name', 'mobile', 'email', 'defaultRole', 'stationId'])
    .orderBy('userRole.id')
    .execute()
  return people.flatMap(person => {
    const own = rows.filter(row => row.name === person.name)
    const [first] = own
    if (!first) return []
    const { id, name, mobile, email, defaultRole } = first
    return {
      id,
      role: defaultRole as Role,
      name,
      mobile: mobile ?? '',
      email: email ?? '',
      password,
      pin,
      stationIds: own.flatMap(row => row.stationId ?? []),
    }
  })
}
