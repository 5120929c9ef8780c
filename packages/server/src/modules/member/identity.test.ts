import { exports, members } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { holdMasterKeys } from '../../platform/config/master-key.ts'
import { signedIn } from '../../testing/access.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { noon, world } from '../../testing/world.ts'
import { exporting } from '../export/index.ts'

const canary = '110105200002290013'
const wang = { name: '王小芳', mobile: '13800138001' }

async function counter() {
  const it = await world()
  const roles = (role: 'station_employee' | 'station_master') => ({ roles: [{ role, stationId: it.station.id }] })
  const [lin, master] = [await signedIn(it.company, roles('station_employee')), await signedIn(it.company, roles('station_master'))]
  const { id } = await lin.call(members.create, { body: { ...wang, idNumber: canary } })
  const kept = () => it.rows<Record<string, unknown>>('select * from member_profile where company_id = $1', [it.company.id])
  return { ...it, lin, master, id, kept }
}

// @req MEM-041
test('an ID number is shown in full to who may see it, each time noted, and kept sealed', async () => {
  const it = await counter()
  expect(await it.lin.refused(members.identity, { id: it.id })).toBe('auth.forbidden')
  expect(await it.master.call(members.identity, { id: it.id })).toEqual({ id: it.id, idNumber: canary })
  await it.master.call(members.identity, { id: it.id })
  const looked = (await it.audits()).filter(({ action }) => action === 'member.identity')
  expect(looked).toMatchObject([{ subject: `members:${it.id}`, detail: { name: wang.name } }, { subject: `members:${it.id}` }])
  expect(JSON.stringify(await it.audits())).not.toContain(canary)

  const [row] = await it.kept()
  const bytes = Object.values(row!).map(each => (Buffer.isBuffer(each) ? each.toString('latin1') : String(each)))
  expect(bytes.some(text => text.includes(canary))).toBe(false)
  expect(row).toMatchObject({ id_number_mask: '110105********0013' })
})

test('an export has as much of an ID number as the list', async () => {
  const it = await counter()
  const columns = ['name', 'mobile', 'idNumberMask'].map(path => ({ path, title: path }))
  const { id } = await it.master.call(exports.ask, { query: { type: 'members' }, body: { name: 'Members', columns } })
  await runDueJobs(exporting.tasks, noon)
  const file = (await it.master.raw('GET', `/exports/${id}/file?download=true`)).rawPayload.toString('utf8')
  expect(file).toContain('110105********0013')
  expect(file).not.toContain(canary)
  expect(await it.master.refused(members.list, { query: { search: 'idNumberMask:110105*' } })).toBe('search_unknown_field')
  expect(await it.master.refused(members.list, { query: { search: 'idNumberSealed<>null' } })).toBe('search_unknown_field')
})

test('a member is found by the whole ID number, in its form of today or the former one, and in their own company alone', async () => {
  const [it, other] = [await counter(), await counter()]
  const found = async (idNumber: string) => (await it.master.call(members.byIdentity, { body: { idNumber } })).content.map(({ id }) => id)
  expect(await it.lin.refused(members.byIdentity, { body: { idNumber: canary } })).toBe('auth.forbidden')
  expect(await found(canary)).toEqual([it.id])
  expect(await found('440300200808085559')).toEqual([])
  const old = await it.lin.call(members.create, { body: { name: 'Zhao', mobile: '13800138002', idNumber: '110105491231002' } })
  expect(await found('11010519491231002x')).toEqual([old.id])
  const [mine, theirs] = [await it.kept(), await other.kept()]
  expect(mine[0]!['id_number_index']).not.toEqual(theirs[0]!['id_number_index'])
})

test('an ID number may be taken away, and stays as it is where an edit does not name it', async () => {
  const it = await counter()
  const edit = async (body: object) => {
    const { version } = await it.lin.call(members.get, { id: it.id })
    return it.lin.call(members.update, { id: it.id, body: { ...wang, version, ...body } })
  }
  expect(await edit({ remark: 'VIP' })).toMatchObject({ idNumberMask: '110105********0013' })
  expect(await edit({ idNumber: '440300200808085559' })).toMatchObject({ idNumberMask: '440300********5559' })
  expect(await edit({ idNumber: null })).toMatchObject({ idNumberMask: null })
  expect(await it.master.call(members.identity, { id: it.id })).toEqual({ id: it.id, idNumber: null })
})

test('under a new master key an ID number is still found and read, and is sealed under the new one when it is read', async () => {
  const it = await counter()
  const [before, after] = [`tests:${'5e'.repeat(32)}`, `newer:${'7a'.repeat(32)}`]
  try {
    holdMasterKeys(`${after},${before}`)
    expect((await it.master.call(members.byIdentity, { body: { idNumber: canary } })).content).toMatchObject([{ id: it.id }])
    expect(await it.master.call(members.identity, { id: it.id })).toMatchObject({ idNumber: canary })
    expect(await it.kept()).toMatchObject([{ id_number_key_id: 'newer' }])
    expect((await it.master.call(members.byIdentity, { body: { idNumber: canary } })).content).toMatchObject([{ id: it.id }])
  } finally {
    holdMasterKeys(before)
  }
})
