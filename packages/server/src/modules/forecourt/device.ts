import { createHash, randomBytes } from 'node:crypto'
import { deviceCredential, devices, syncDevice, type DeviceState } from '@forecourt/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import { byCompany } from '../../platform/execution/batch-rule.ts'
import { batchLoader } from '../../platform/execution/batch-loader.ts'
import { createRow, crud, updateRow } from '../../platform/execution/crud.ts'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { planHints } from '../../platform/postgres/client.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { askInScope } from '../../platform/postgres/machines.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf, listOf } from '../../platform/search/list.ts'

/** A device that was heard of within this is online. */
const onlineMs = 120_000

/** Whose credential it is: an enabled device, at its station. */
export interface DeviceIdentity {
  id: number
  companyId: number
  stationId: number
  name: string
  type: string
  /** The station's zone. */
  zone: string
  /** How far its clock was ahead of ours when they were last compared. */
  clockOffsetMs: number | null
  lastSync: string | null
}

/** `fc.<company>.<device>.<secret>`: the numbers say where to look, the secret is what must be right. */
const shape = /^fc\.(\d{1,16})\.(\d{1,16})\.([\w-]{43})$/
const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/** A credential that somebody shows. */
interface Shown {
  readonly company: number
  readonly device: string
  readonly hash: string
  readonly at: Date
}

const known = batchLoader(async (db: Database, shown: readonly Shown[]): Promise<(DeviceIdentity | undefined)[]> => {
  const devices = new Map<Shown, DeviceIdentity>()
  const ofCompany = async ([company, its]: readonly [number, readonly Shown[]]) => {
    const asked = its.map(({ device, hash, at }, nth) => ({ nth, device, hash, at }))
    const ask = sql<DeviceIdentity & { turn: number }>`${planHints({ commitAfter: true })}
      select * from devices_of(${company}, ${JSON.stringify(asked)})`
    const { rows } = await askInScope(db, on => ask.execute(on))
    for (const { turn, ...device } of rows) devices.set(its[turn]!, device)
  }
  await Promise.all(byCompany(shown, ({ company }) => company).map(ofCompany))
  return shown.map(each => devices.get(each))
})

/** The device that a credential belongs to, if it is right and the device is not switched off. Who calls at once is asked for together. */
export async function deviceByCredential(db: Database, credential: string, now: Date): Promise<DeviceIdentity | undefined> {
  const [, company, device, secret] = shape.exec(credential) ?? []
  if (!secret) return undefined
  return known(db, { company: Number(company), device: device!, hash: hashOf(secret).toString('hex'), at: now })
}

type State = z.output<typeof DeviceState>

/** Said beside every device: whether it is online, whether it was ever given a credential. */
async function withState<D extends { id: number; lastSeen: string | null }>({ tx, now }: Ctx, shown: D[]): Promise<(D & State)[]> {
  const enrolled = await tx
    .selectFrom('deviceCredential')
    .select('deviceId')
    .where('deviceId', 'in', [...shown.map(device => device.id), 0])
    .execute()
  const ids = new Set(enrolled.map(row => row.deviceId))
  return shown.map(device => ({
    ...device,
    enrolled: ids.has(device.id),
    online: device.lastSeen !== null && now.getTime() - Date.parse(device.lastSeen) <= onlineMs,
  }))
}

const shownDevice = async (ctx: Ctx, id: number, expand: string[] = []) =>
  (await withState(ctx, [await getOf(ctx.tx, devices, id, expand, ctx.scope)]))[0]!

const list = handle(devices.list, async (ctx, { query }) => {
  const { content, totalElements } = await listOf(ctx.tx, devices, query, ctx.scope)
  return { content: await withState(ctx, content), totalElements }
})
const get = handle(devices.get, (ctx, { id, query }) => shownDevice(ctx, id, query.expand))

/**
 * A device of the same name may be a slip, or a second one: anyone who adds it is asked. The two are never merged.
 * @throws device.nameTaken unless forced
 */
async function askAboutTwin({ tx }: Ctx, { stationId, name, force }: { stationId: number; name: string; force: boolean }): Promise<void> {
  if (force) return
  const twin = tx.selectFrom('device').where('stationId', '=', stationId).where('name', '=', name)
  if (await twin.select('id').executeTakeFirst()) refuse('device.nameTaken', { name })
}

/** @throws notFound, device.nameTaken */
const create = handle(devices.create, async (ctx, { body }) => {
  await askAboutTwin(ctx, body)
  return shownDevice(ctx, await createRow(ctx, devices, body))
})

/** A device stays at its station: its numbered sales are that station's. @throws stale, forecourt.stationFixed, device.nameTaken */
const update = handle(devices.update, async (ctx, { id, body }) => {
  const before = await getOf(ctx.tx, devices, id, [], ctx.scope)
  if (body.stationId !== before.stationId) refuse('forecourt.stationFixed')
  if (body.name !== before.name) await askAboutTwin(ctx, body)

  await updateRow(ctx, devices, id, body)
  return shownDevice(ctx, id)
})

async function deviceForUpdate(ctx: Ctx, id: number) {
  await getOf(ctx.tx, devices, id, [], ctx.scope)
  const device = await ctx.tx
    .selectFrom('device')
    .leftJoin('deviceCredential', 'deviceId', 'device.id')
    .where('device.id', '=', id)
    .select(['device.companyId', 'name', 'enabled', 'secretHash'])
    .forNoKeyUpdate('device')
    .executeTakeFirstOrThrow()
  if (!device.enabled) refuse('device.disabled', { name: device.name })
  return device
}

/** Gives a device this secret, whatever it had before: what it shows from now on. Only the secret's fingerprint stays. */
export async function giveCredential({ tx, now }: Pick<Ctx, 'tx' | 'now'>, companyId: number, deviceId: number, secret: string) {
  const fresh = { secretHash: hashOf(secret), issuedAt: now }
  await tx
    .insertInto('deviceCredential')
    .values({ deviceId, companyId, ...fresh })
    .onConflict(on => on.columns(['companyId', 'deviceId']).doUpdateSet(fresh))
    .execute()
  return { id: deviceId, credential: `fc.${companyId}.${deviceId}.${secret}`, issuedAt: now.toISOString() }
}

const issue = (ctx: Ctx, companyId: number, deviceId: number) =>
  giveCredential(ctx, companyId, deviceId, randomBytes(32).toString('base64url'))

/** A device's first credential, shown this once. @throws device.disabled, device.enrolled */
const enrol = handle(deviceCredential.enrol, async (ctx, { id }) => {
  const { companyId, name, secretHash } = await deviceForUpdate(ctx, id)
  if (secretHash) refuse('device.enrolled', { name })

  const credential = await issue(ctx, companyId, id)
  ctx.audit('device.enrol', `devices:${id}`, { name }, companyId)
  return credential
})

/** Another credential; who holds the old one is shut out. @throws device.disabled, device.notEnrolled */
const rotate = handle(deviceCredential.rotate, async (ctx, { id }) => {
  const { companyId, name, secretHash } = await deviceForUpdate(ctx, id)
  if (!secretHash) refuse('device.notEnrolled', { name })

  const credential = await issue(ctx, companyId, id)
  ctx.audit('device.rotate', `devices:${id}`, { name }, companyId)
  return credential
})

/** Two clocks are compared; the offset says how far sales may be dated by the device's own. @source decision O4 */
const sync = handle(syncDevice, async (ctx, { id, body: { deviceTime, softwareVersion } }) => {
  if (ctx.actor.kind !== 'device' || ctx.actor.id !== id) refuse('notFound')
  const clockOffsetMs = Date.parse(deviceTime) - ctx.now.getTime()

  await ctx.tx
    .updateTable('device')
    .where('id', '=', id)
    .set({ lastSync: ctx.now, clockOffsetMs, ...(softwareVersion !== undefined && { softwareVersion }) })
    .execute()
  return { serverTime: ctx.now.toISOString(), clockOffsetMs }
})

export const deviceHandlers: Handler[] = [list, get, create, update, enrol, rotate, sync, ...crud(devices, ['delete'])]
