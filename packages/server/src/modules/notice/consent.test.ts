import { memberFarewell, memberMerge, memberNotices } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { noon, setClock, world } from '../../testing/world.ts'
import { addMember } from '../member/index.ts'

beforeEach(() => setClock(noon))

/** A company with somebody who notes what members say. */
async function desk() {
  const it = await world()
  const lin = await it.staff({ role: 'station_master', over: { stationId: it.station.id } })
  const add = (mobile: string | null) => it.within(ctx => addMember(ctx, { companyId: it.company.id, name: 'Sun Li', mobile }))
  const say = (id: number, agreed: boolean) => lin.call(memberNotices.set, { id, body: { agreed } })
  const said = async (id: number) => (await lin.call(memberNotices.read, { id })).agreed
  const kept = () => it.rows<{ agreed: boolean }>('select agreed from notice_consent where company_id = $1', [it.company.id])
  const pin = (action: 'member.merge' | 'member.farewell', id: number) => proofOf(lin.actor, { action, subject: `members:${id}` })
  const merge = async (id: number, otherId: number) =>
    lin.call(memberMerge.merge, { id, body: { otherId, reason: 'Added twice', pinProof: await pin('member.merge', id) } })
  return { ...it, lin, add, say, said, kept, pin, merge }
}

// @req MSG-005
test('what is said twice is noted once; what is said anew counts', async () => {
  const it = await desk()
  const id = await it.add('13900000001')
  const first = await it.say(id, true)
  setClock(new Date(noon.getTime() + 60_000))
  expect(await it.say(id, true)).toEqual(first)
  expect(await it.say(id, false)).toMatchObject({
    agreed: false,
    by: 'staff',
    changedDate: new Date(noon.getTime() + 60_000).toISOString(),
  })
  expect((await it.audits()).filter(({ action }) => action.startsWith('notice.'))).toHaveLength(2)
})

test('of two that are merged the elder’s word counts, else the younger’s', async () => {
  const it = await desk()
  const [elder, younger] = [await it.add('13900000011'), await it.add('13900000012')]
  await it.say(younger, true)
  await it.merge(elder, younger)
  expect(await it.said(elder)).toBe(true)
  const third = await it.add('13900000013')
  await it.say(elder, false)
  await it.say(third, true)
  await it.merge(elder, third)
  expect(await it.said(elder)).toBe(false)
  expect(await it.kept()).toEqual([{ agreed: false }])
})

test('of somebody who leaves nothing is kept', async () => {
  const it = await desk()
  const id = await it.add('13900000021')
  await it.say(id, true)
  await it.lin.call(memberFarewell.farewell, { id, body: { reason: 'Moves abroad', pinProof: await it.pin('member.farewell', id) } })
  expect(await it.kept()).toEqual([])
})

test('somebody who may not edit members does not say what these agree to', async () => {
  const it = await desk()
  const id = await it.add('13900000031')
  const group = await it.staff({ role: 'company_group' })
  expect(await group.refused(memberNotices.set, { id, body: { agreed: true } })).toBe('auth.forbidden')
  expect(await it.kept()).toEqual([])
})
