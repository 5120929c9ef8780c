import type { Role } from '@forecourt/contract'
import { sql } from 'kysely'
import { setTenantScope } from '../../platform/execution/command.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { enterDirectory } from '../../platform/postgres/directory.ts'
import { addUser, hashSixDigits } from '../access/index.ts'
import { within, type Stage } from './act.ts'
import type { CompanyScript, StationScript } from './script.ts'

/** Someone who can sign in to the demo. */
export interface Account {
  readonly id: number
  readonly role: Role
  readonly name: string
  readonly mobile: string
  readonly email: string
  readonly password: string
  readonly pin: string
  readonly stations: readonly string[]
}
export interface DemoStation {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly script: StationScript
}

/** A company with its stations, marked as a demo: no production start tolerates it. */
export async function openCompany(db: Database, script: CompanyScript, at: Date): Promise<{ stage: Stage; stations: DemoStation[] }> {
  const { code, name, currency, currencyName, symbol, zone: timeZone } = script
  return db.transaction().execute(async begun => {
    const { rows } = await sql<{ id: number }>`select next_id() as id`.execute(begun)
    const companyId = rows[0]!.id
    const tx = await setTenantScope(begun, [companyId])
    await enterDirectory(tx, companyId, code)
    await tx
      .insertInto('company')
      .values({ id: companyId, code, name, currency, currencyName, symbol, timeZone, isDemo: true, createdDate: at })
      .execute()
    const stations: DemoStation[] = []
    for (const station of script.stations) {
      const { address, longitude, latitude, shifts } = station
      const { id } = await tx
        .insertInto('station')
        .values({ companyId, code: station.code, name: station.name, address, longitude, latitude, timeZone: station.zone ?? timeZone })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .updateTable('station')
        .set({ country: script.country, enableShiftSettle: shifts, createdDate: at })
        .where('id', '=', id)
        .execute()
      stations.push({ id, code: station.code, name: station.name, script: station })
    }
    return { stage: { db, companyId, zone: timeZone }, stations }
  })
}

/** Everyone who works there, with a password and a PIN. */
export async function hirePeople(stage: Stage, script: CompanyScript, stations: readonly DemoStation[], at: Date): Promise<Account[]> {
  const { password, pin } = script
  return within(stage, at, async ctx => {
    const accounts: Account[] = []
    const pinHash = await hashSixDigits(pin)
    for (const [turn, { role, name, at: codes }] of script.people.entries()) {
      const mobile = `${script.mobilePrefix}${String(turn + 1).padStart(2, '0')}`
      const email = `${role.replace('_', '.').toLowerCase()}${turn + 1}@${script.code}.example`
      const elsewhere = role === 'company_group' || role === 'group_master'
      const posts = codes ? stations.filter(({ code }) => codes.includes(code)).map(({ id }) => id) : [null]
      const roles = elsewhere ? [] : posts.map(stationId => ({ defaultRole: role, stationId }))
      const promoter = role === 'station_employee'
      const id = await addUser(ctx, { ...nobody, promoter, name, mobile, email, password, roles })
      await ctx.tx
        .updateTable('userAccount')
        .set({ pinHash, isStaff: role !== 'group_master' })
        .where('id', '=', id)
        .execute()
      if (role === 'company_group')
        await ctx.tx
          .insertInto('userRole')
          .values(await elsewhereRole(stage, ctx.tx, id, role, script.name))
          .execute()
      accounts.push({ id, role, name, mobile, email, password, pin, stations: codes ?? [] })
    }
    return accounts
  })
}

/** A head office looks upon the companies of its group. A fleet's leader is named when there is a fleet. */
async function elsewhereRole(
  { companyId }: Stage,
  tx: Parameters<typeof setTenantScope>[0],
  userId: number,
  defaultRole: Role,
  name: string,
) {
  const { id: companyGroupId } = await tx.insertInto('companyGroup').values({ name }).returning('id').executeTakeFirstOrThrow()
  await tx.insertInto('companyGroupMember').values({ companyGroupId, company: companyId }).execute()
  return { companyId, userId, defaultRole, companyGroupId }
}

const nobody = {
  nozzle: '',
  promoter: false,
  readOnly: false,
  remark: '',
  loginFrom: null,
  loginTo: null,
  loginDeviceType: '',
  loginDeviceId: '',
  loginReason: '',
  searchOrderDays: null,
  searchOrderItemDays: null,
  searchClassSettleDays: null,
  searchDailyReportDays: null,
  searchCardDetailDays: null,
}
