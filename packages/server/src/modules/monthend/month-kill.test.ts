import { monthProof, monthSettlement, monthSettles, type MonthPreview } from '@forecourt/contract'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { password, person, proofOf } from '../../testing/access.ts'
import { kill } from '../../testing/instances.ts'
import { dice, scaled, seed } from '../../testing/sampling.ts'
import { prove, startServer, tell, type Server } from '../../testing/servers.ts'
import { supplied } from '../../testing/transport.ts'
import { setClock } from '../../testing/world.ts'

const [kills, loads, depots] = [scaled(3, 20), 10, 40]
/** Loads are driven in the last of the months. */
const firstMonth = Temporal.PlainDate.from('2026-04-01').subtract({ months: kills - 1 })

/** So many depots, and loads that a station has signed for. */
async function traded() {
  const it = await supplied()
  for (let turn = 0; turn < depots; turn++) await it.bring(1_000 + turn, firstMonth.toString(), await it.depot(it.baseFuelId))
  await it.bring(loads * 31_580)
  for (let turn = 0; turn < loads; turn++) {
    const { id } = await it.order()
    await it.load(id)
    await it.sign(id)
  }
  setClock(new Date())
  const clerk = await person(it.company, { roles: ['company_user'] })
  const written = async () => {
    const [row] = await it.rows<{ months: number; lines: number; loads: number; settled: number }>(
      `select (select count(*)::int from month_settle where company_id = $1) as months,
        (select count(*)::int from month_settle_line where company_id = $1) as lines,
        (select count(*)::int from month_settle_load where company_id = $1) as loads,
        (select count(month)::int from settled_month where company_id = $1) as settled`,
      [it.companyId],
    )
    return row!
  }
  /** What the page sends, with the PIN given for it. */
  const confirmation = async ({ month, fingerprint, sums }: MonthPreview) => {
    const pinProof = await proofOf({ id: clerk.id, companyId: it.companyId }, monthProof(month, sums.closingCents))
    // A server that begins takes away proofs that would last longer than any does.
    await it.rows(`update pin_proof set expires_date = now() + interval '5 minutes' where company_id = $1`, [it.companyId])
    return { month, carriedOver: [], typed: month.slice(0, 7), fingerprint, pinProof }
  }
  return { ...it, clerk, written, confirmation }
}
type Traded = Awaited<ReturnType<typeof traded>>

const post = ({ address }: Server, path: string, headers: Record<string, string>, body: object) =>
  fetch(`${address}/api/v1${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** The clerk signs in once: a session outlives the server that gave it. @returns what presses the button at a server */
async function clerkOf({ company, clerk: { mobile } }: Traded, first: Server) {
  const reply = await post(first, '/users/login', {}, { mobile, password, companyId: company.code })
  expect(reply.status).toBe(200)
  const session = { authorization: reply.headers.get('authorization')!, cookie: reply.headers.getSetCookie()[0]!.split(';')[0]! }
  /** Undefined where nobody answers. */
  return (server: Server, body: object, key: string) =>
    post(server, '/monthSettles', { ...session, 'idempotency-key': key }, body)
      .then(async answer => ({ status: answer.status, text: await answer.text() }))
      .catch(() => undefined)
}

// Fault F1: kill -9 of the server that settles a month.
test(`a server is killed ${kills} times while a month is confirmed: the month is settled whole or not at all, and once`, {
  timeout: 600_000,
}, async () => {
  const it = await traded()
  const draw = dice(seed)
  let [whole, cut] = [0, 0]
  let server = await startServer()
  const confirm = await clerkOf(it, server)
  for (let turn = 0; turn < kills; turn++) {
    const month = firstMonth.add({ months: turn }).toString()
    const seen = await it.boss.call(monthSettlement.preview, { body: { month, carriedOver: [] } })
    const before = await it.written()
    const [first, key] = [await it.confirmation(seen), `month ${month}`]
    const asked = confirm(server, first, key)
    await wait(draw() * 500)
    await kill(server.child)
    const answer = await asked
    server = await startServer()
    const after = await it.written()
    if (after.months === before.months) {
      cut++
      expect(after).toEqual(before)
      expect(answer?.status).not.toBe(200)
      // The clerk, who had no answer, gives the PIN once more.
      expect(await confirm(server, await it.confirmation(seen), `${key} again`)).toMatchObject({ status: 200 })
    } else {
      whole++
      // Sent again in the same words it is answered as before.
      expect(await confirm(server, first, key)).toMatchObject({ status: 200 })
    }
    expect(await it.written()).toMatchObject({ months: before.months + 1, lines: before.lines + seen.lines.length, settled: 1 })
  }
  tell(`${kills} kills of a month-end`, { whole, cut })
  expect((await it.boss.call(monthSettles.list, {})).totalElements).toBe(kills)
  expect(await prove()).toContain('every invariant holds')
})
