import { pino } from 'pino'
import { expect, test } from 'vitest'
import { signedIn } from './testing/access.ts'
import { db, noon, world } from './testing/world.ts'
import { purgeExpired, startMaintenance } from './maintenance.ts'

const hoursAfter = (hours: number) => new Date(noon.getTime() + hours * 60 * 60_000)

test("answers kept for a repeated request are forgotten after a day, a device's after a month", async () => {
  const { company, rows } = await world()
  const keys = async () =>
    (await rows<{ actor: string }>('select actor from idempotency_key where company_id = $1', [company.id]))
      .map(({ actor }) => actor)
      .toSorted()
  for (const actor of ['user:1', 'device:1']) {
    await rows(`insert into idempotency_key (company_id, actor, key, request_hash, at) values ($1, $2, 'k', '', $3)`, [
      company.id,
      actor,
      noon,
    ])
  }
  await purgeExpired(db, hoursAfter(23))
  expect(await keys()).toEqual(['device:1', 'user:1'])
  await purgeExpired(db, hoursAfter(25))
  expect(await keys()).toEqual(['device:1'])
  await purgeExpired(db, hoursAfter(31 * 24 + 1))
  expect(await keys()).toEqual([])
})

test('a session that has ended is forgotten, one that lasts is not', async () => {
  const { company, rows } = await world()
  await signedIn(company, { roles: ['admin'] })
  const sessions = async () => (await rows('select id from session where company = $1', [company.id])).length
  await purgeExpired(db, noon)
  expect(await sessions()).toBe(1)
  await purgeExpired(db, hoursAfter(7 * 24))
  expect(await sessions()).toBe(0)
})

test('an event that a week has passed over is forgotten', async () => {
  const { events, within } = await world()
  await within(async ctx => ctx.emit('station.opened', { id: 1 }))
  await purgeExpired(db, hoursAfter(7 * 24 - 1))
  expect(await events()).toHaveLength(1)
  await purgeExpired(db, hoursAfter(7 * 24 + 1))
  expect(await events()).toHaveLength(0)
})

test('what is noted is sealed by itself, a moment later', async () => {
  const { company, rows, within } = await world()
  const stop = startMaintenance(db, () => noon, pino({ level: 'silent' }))
  await within(async ctx => ctx.audit('station.opened', 'station:1'))
  await expect.poll(() => rows('select n from audit_seal where company_id = $1', [company.id])).toEqual([{ n: 1 }])
  await stop()
})
