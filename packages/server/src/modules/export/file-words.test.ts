import { exports, fuelCodes } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { signedIn } from '../../testing/access.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { shop } from '../../testing/order.ts'
import { noon, setClock } from '../../testing/world.ts'
import { tasks } from './index.ts'

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
  await runDueJobs(tasks, noon)
  const text = (await admin.raw('GET', `/exports/${file}/file?download=true`)).rawPayload.toString('utf8')
  const [, created, updated] = text.slice(1).trimEnd().split('\r\n')
  expect(created).toContain('新增：油品编码,油品编码 881,编码：881；油品类型：汽油')
  expect(updated).toContain('修改：油品编码')
  expect(updated).toContain('油品类型：汽油 → 柴油')
  expect(updated).toContain('说明：— → E10')
  expect(text).not.toMatch(/[{}]|fuelCodes|undefined/)
})
