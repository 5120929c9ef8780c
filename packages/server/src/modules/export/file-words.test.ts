import { exports, formerMember, formerMemberIn, fuelCodes } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { signedIn } from '../../testing/access.ts'
import { makeCard } from '../../testing/card.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { shop } from '../../testing/order.ts'
import { noon, owned, setClock } from '../../testing/world.ts'
import { exporting } from './index.ts'

beforeEach(() => setClock(noon))

const words = {
  true: '是',
  false: '否',
  colon: '：',
  semicolon: '；',
  label_code: '编码',
  label_type: '油品类型',
  label_description: '说明',
  type_gasoline: '汽油',
  type_diesel: '柴油',
}

test('the log is written into a file in the words of its page: no name of a program, no number of a record, no JSON', async () => {
  const { company, station } = await shop()
  const admin = await signedIn(company, { roles: ['admin'] })
  const stationId = station.id
  const { id, version } = await admin.call(fuelCodes.create, { body: { stationId, code: '881', type: 'gasoline', description: '' } })
  await admin.call(fuelCodes.update, { id, body: { version, stationId, code: '881', type: 'diesel', description: 'E10' } })

  const { id: file } = await admin.call(exports.ask, {
    query: { type: 'auditLogs', search: `subject:fuelCodes:${id}`, sort: 'at,asc' },
    body: {
      name: '操作日志',
      columns: [
        { path: 'userId', title: '操作人' },
        { path: 'action', title: '操作', words: { 'fuelCodes.create': '新增：油品编码', 'fuelCodes.update': '修改：油品编码' } },
        { path: 'record', title: '对象', words: { fuelCodes: '油品编码' } },
        { path: 'changes', title: '内容', words },
      ],
    },
  })
  await runDueJobs(exporting.tasks, noon)
  const text = (await admin.raw('GET', `/exports/${file}/file?download=true`)).rawPayload.toString('utf8')
  const [head, created, updated] = text.slice(1).trimEnd().split('\r\n')
  expect(head).toBe('操作人,操作,对象,内容 (Asia/Shanghai)')
  expect(created).toContain('新增：油品编码,油品编码 881,编码：881；油品类型：汽油')
  expect(updated).toContain('修改：油品编码')
  expect(updated).toContain('油品类型：汽油 → 柴油')
  expect(updated).toContain('说明：— → E10')
  expect(text).not.toMatch(/[{}]|fuelCodes|undefined/)
})

test.each([
  ['Asia/Shanghai', '2026-05-01 12:00:00 → 2026-06-01 07:30:05'],
  ['Europe/London', '2026-05-01 05:00:00 → 2026-06-01 00:30:05'],
])('moments in it are written by the clock of the page, which the head names: %s', async (zone, moved) => {
  const { company, station, within } = await shop()
  const admin = await signedIn(company, { roles: ['admin'] })
  await within(async ctx =>
    ctx.audit('fuelCodes.update', `fuelCodes:${station.id}`, {
      begins: { from: '2026-05-01T04:00:00.000Z', to: '2026-05-31T23:30:05.123Z' },
      description: '2026-02-30T25:61:00Z',
      remark: '2026-05-01Test',
    }),
  )
  const { id: file } = await admin.call(exports.ask, {
    query: { type: 'auditLogs', search: `subject:fuelCodes:${station.id}` },
    body: {
      name: '操作日志',
      columns: [{ path: 'changes', title: '内容', words: { ...words, label_begins: '生效时间', label_remark: '备注' } }],
      zone,
    },
  })
  await runDueJobs(exporting.tasks, noon)
  const text = (await admin.raw('GET', `/exports/${file}/file?download=true`)).rawPayload.toString('utf8')
  const [head, line] = text.slice(1).trimEnd().split('\r\n')
  expect(head).toBe(`内容 (${zone})`)
  for (const said of [`生效时间：${moved}`, '说明：2026-02-30T25:61:00Z', '备注：2026-05-01Test']) expect(line).toContain(said)
})

// Station and company may stand in different zones: what a file says is what its page showed.
test.each([
  ['the page’s own', 'Asia/Urumqi', 'Asia/Urumqi', '2026-05-01 09:57:00'],
  ['the station’s where a page names none', undefined, 'Asia/Shanghai', '2026-05-01 11:57:00'],
])('moments are written by a clock that their head names: %s', async (_, zone, named, first) => {
  const { company, station, sell } = await shop()
  await sell({ createdDate: '2026-05-01T03:57:00.000Z', payType: 'cash' })
  const leader = await signedIn(company, { roles: [{ role: 'station_leader', stationId: station.id }] })
  const query = { type: 'orders', search: 'createdDate>=2026-04-01' }
  const body = { name: '销售', columns: [{ path: 'createdDate', title: '交易时间' }] }
  const { id: file } = await leader.call(exports.ask, { query, body: { ...body, ...(zone && { zone }) } })
  await runDueJobs(exporting.tasks, noon)
  const text = (await leader.raw('GET', `/exports/${file}/file?download=true`)).rawPayload.toString('utf8')
  expect(text.slice(1).trimEnd().split('\r\n')).toEqual([`交易时间 (${named})`, first])
  expect(await leader.refused(exports.ask, { query, body: { ...body, zone: 'Mars/Olympus' } })).toBe('validation')
})

test.each([
  ['zh', formerMemberIn.zh],
  ['en', formerMemberIn.en],
] as const)(
  'a member who has left is called so in the language of the file, by name and within a sentence: %s',
  async (language, former) => {
    const it = await shop()
    const admin = await signedIn(it.company, { roles: ['admin'] }, { language })
    const card = await makeCard(it, { principalCents: 50_00 })
    await owned('update user_account set name = $1 where id = $2', [formerMember, card.userId])
    const { id: file } = await admin.call(exports.ask, {
      query: { type: 'userCards', search: `id:${card.id}` },
      body: {
        name: 'Cards',
        columns: [
          { path: 'number', title: 'Number' },
          { path: 'userId', title: 'Holder' },
          { path: 'kind', title: 'Told', say: { text: 'Of {user.name}' } },
        ],
      },
    })
    await runDueJobs(exporting.tasks, noon)
    const text = (await admin.raw('GET', `/exports/${file}/file?download=true`)).rawPayload.toString('utf8')
    expect(text.slice(1).trimEnd().split('\r\n')[1]).toMatch(new RegExp(`,${former},Of ${former}$`))
  },
)
