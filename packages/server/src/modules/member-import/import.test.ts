import { memberImportRows, memberImports, members } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { noon } from '../../testing/world.ts'
import { office } from '../../testing/member-import.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import type { Task } from '../../platform/jobs/task.ts'
import { applyTask } from './apply.ts'
import { checkTask } from './check.ts'
import { forgetLines } from '../../platform/sheet/import-lines.ts'
import { imported } from './apply.ts'

test('a file of members is checked, brought in with cards, fleet and balances, and the same file again changes nothing', async () => {
  const it = await office()
  const { master } = await it.fleet('顺达运输')
  const [wang, li, zhao] = [it.mobile(), it.mobile(), it.mobile()]
  const text = it.csv(
    ['姓名', '手机号', '邮箱', '备注', '卡号', '车队', '期初余额', '车牌'],
    ['王芳', wang, `w${wang}@example.com`, '老客户', `A${wang}`, '', '1,234.50', '沪A12345'],
    ['王芳', wang, '', '', `B${wang}`, '', '', ''],
    ['李娜', `+86 ${li.slice(0, 3)}-${li.slice(3)}`, '', '', `A${li}`, '顺达运输', '¥200', ''],
    ['赵敏', zhao, '', '', '', '', '', ''],
  )
  const before = await it.everything()
  const { id, found } = await it.check(text)
  expect(found).toMatchObject({ status: 'checked', total: 4, added: 4, changed: 0, unchanged: 0, refused: 0 })
  expect(found).toMatchObject({ members: 3, cards: 3, balanceCents: 1_434_50, ignored: '车牌', doneLine: 0, finishedDate: null })
  expect(await it.everything()).toEqual(before)

  const done = await it.apply(id)
  expect(done).toMatchObject({ status: 'success', total: 4, added: 4, members: 3, cards: 3, balanceCents: 1_434_50 })
  const [own, other, sub] = await Promise.all([`A${wang}`, `B${wang}`, `A${li}`].map(it.cardOf))
  expect(own).toMatchObject({ kind: 'personal', value: 1_234_50, user: { name: '王芳' }, groupId: null })
  expect(other).toMatchObject({ kind: 'personal', value: 0, userId: own!.userId })
  expect(sub).toMatchObject({ kind: 'sub', value: 200_00, parentId: master.id, user: { name: '李娜' }, groupId: expect.any(Number) })
  expect(await it.members([wang, li, zhao])).toEqual([
    { name: '李娜', mobile: li, email: null, remark: '' },
    { name: '王芳', mobile: wang, email: `w${wang}@example.com`, remark: '老客户' },
    { name: '赵敏', mobile: zhao, email: null, remark: '' },
  ])
  expect(await pursesOf(own!.id)).toEqual({ principal: 1_234_50, gift: 0, lock: 0, debt: 0 })
  expect((await invariantsOf(it.place)).filter(({ invariant, breaches }) => invariant !== 'I7' && breaches > 0)).toEqual([])
  const actions = (await it.audits()).map(({ action }) => action)
  expect(
    ['member.import.check', 'member.import', 'member.add', 'card.issue'].map(of => actions.filter(each => each === of).length),
  ).toEqual([1, 1, 4, 4])

  const after = await it.everything()
  expect((await it.check(text)).found).toMatchObject({
    status: 'success',
    added: 0,
    changed: 0,
    unchanged: 4,
    refused: 0,
    members: 0,
    cards: 0,
  })
  expect(await it.everything()).toEqual(after)
})

test('of a thousand lines seven are wrong: the others come in, and each of the seven says its line, its column and why', async () => {
  const it = await office()
  const good = Array.from({ length: 993 }, (_, at) => [`会员${at}`, it.mobile(), '', '', '', '', '', ''])
  const staff = await it.staffMobile()
  const { number: taken } = await makeCard(it.place)
  const wrong = [
    ['王芳', '1391234', '', '', '', '', '', ''],
    ['', it.mobile(), '', '', '', '', '', ''],
    ['张站长', staff, '', '', '', '', '', ''],
    ['王芳', it.mobile(), 'wang@', '', '', '', '', ''],
    ['王芳', it.mobile(), '', '', taken, '', '', ''],
    ['王芳', it.mobile(), '', '', `Z${it.mobile()}`, '', '没有这个车队', ''],
    ['王芳', it.mobile(), '', '', `Z${it.mobile()}`, '', '', '12.345'],
  ]
  const { id, found } = await it.check(it.csv(...good, ...wrong))
  expect(found).toMatchObject({ status: 'checked', total: 1000, added: 993, refused: 7 })
  expect(await it.refused(id)).toEqual([
    [994, 'mobile', 'mobile', '1391234'],
    [995, 'name', 'nameMissing', ''],
    [996, 'mobile', 'mobileOfStaff', staff],
    [997, 'email', 'email', 'wang@'],
    [998, 'cardNumber', 'cardTaken', taken],
    [999, 'fleet', 'fleetUnknown', '没有这个车队'],
    [1000, 'balance', 'balance', '12.345'],
  ])
  expect(await it.apply(id)).toMatchObject({ status: 'partial', added: 993, refused: 7, members: 993, cards: 0 })
  expect((await it.check(it.csv(...good, ...wrong))).found).toMatchObject({ status: 'partial', added: 0, unchanged: 993, refused: 7 })
})

test('what a file says otherwise of a known member is changed; what it does not say stays', async () => {
  const it = await office()
  const [wang, li] = [it.mobile(), it.mobile()]
  await it.bringAll(it.csv(['王芳', wang, `w${wang}@example.com`, '老客户'], ['李娜', li, '', '']))
  const { id, found } = await it.check(it.csv(['name', 'mobile', 'remark'], ['王小芳', wang, ''], ['', li, 'VIP']))
  expect(found).toMatchObject({ status: 'checked', added: 0, changed: 2, members: 0 })
  expect(await it.apply(id)).toMatchObject({ status: 'success', changed: 2 })
  expect(await it.members([wang, li])).toEqual([
    { name: '李娜', mobile: li, email: null, remark: 'VIP' },
    { name: '王小芳', mobile: wang, email: `w${wang}@example.com`, remark: '老客户' },
  ])
  expect((await it.audits()).filter(({ action }) => action === 'member.edit').map(({ detail }) => detail)).toEqual([
    { name: { from: '王芳', to: '王小芳' } },
    { remark: { from: '', to: 'VIP' } },
  ])
})

test('whatever ends the job in its middle, again and again: each member, each card and each balance comes in once', async () => {
  const it = await office()
  const count = 1_700
  const mobiles = Array.from({ length: count }, () => it.mobile())
  const { id } = await it.check(it.csv(...mobiles.map((mobile, at) => [`会员${at}`, mobile, '', '', `C${mobile}`, '', '', '1.00'])))
  await it.begin(id)
  let stops = 0
  // The process ends after a portion was committed, or while one is written.
  const killed: Task = {
    ...applyTask,
    work: (job, payload) =>
      applyTask.work!(
        {
          ...job,
          within: async action => {
            const { parted, answer } = await job.within(async ctx => {
              const done = await action(ctx)
              stops += 1
              if (stops % 3 === 1 && stops < 6) throw new Error('killed')
              return { parted: stops % 3 === 2 && stops < 6, answer: done }
            })
            if (parted) throw new Error('killed')
            return answer
          },
        },
        payload,
      ),
  }
  for (let turn = 0; turn < 20 && (await it.shown(id)).status === 'importing'; turn++)
    await runDueJobs([killed], new Date(noon.getTime() + turn * 86_400_000))
  expect(stops).toBeGreaterThan(5)
  expect(await it.shown(id)).toMatchObject({ status: 'success', added: count, members: count, cards: count, balanceCents: count * 100 })
  expect(await it.everything()).toMatchObject({ members: count, cards: count, openings: count, openedCents: count * 100 })
})

test('what came meanwhile is seen when it is brought in: known members stay one, a taken number is answered', async () => {
  const it = await office()
  const [wang, li] = [it.mobile(), it.mobile()]
  const text = it.csv(['王芳', wang, '', '', `D${wang}`, '', '', ''], ['李娜', li, '', '', '', '', '', ''])
  const [first, second] = [await it.check(text), await it.check(text)]
  await makeCard(it.place, { number: `D${wang}` })
  expect(await it.apply(first.id)).toMatchObject({ status: 'partial', added: 1, refused: 1, members: 1, cards: 0 })
  expect(await it.refused(first.id)).toEqual([[1, 'cardNumber', 'cardTaken', `D${wang}`]])
  expect(await it.apply(second.id)).toMatchObject({ status: 'partial', added: 0, unchanged: 1, refused: 1, members: 0 })
  expect(await it.members([wang, li])).toHaveLength(1)
})

test('only company users import; opening balances take the PIN of the user, and an import is applied once', async () => {
  const it = await office()
  const mobile = it.mobile()
  const { id, found } = await it.check(it.csv(['王芳', mobile, '', '', `E${mobile}`, '', '', '50.00']))
  expect(found.balanceCents).toBe(50_00)
  const master = await it.place.staff({ role: 'station_master', stationIds: [it.place.station.id] })
  for (const refused of [
    master.refused(memberImports.apply, { id, body: {} }),
    master.refused(memberImports.list, {}),
    master.refused(memberImportRows.list, {}),
  ])
    expect(await refused).toBe('auth.forbidden')
  expect(await it.lin.refused(memberImports.apply, { id, body: {} })).toBe('pin.proof')
  expect(await it.lin.refused(memberImports.apply, { id, body: { pinProof: 'x' } })).toBe('pin.proof')
  expect(await it.shown(id)).toMatchObject({ status: 'checked' })
  await it.begin(id)
  expect(await it.lin.refused(memberImports.apply, { id, body: {} })).toBe('memberImport.notChecked')
  await runDueJobs([applyTask])
  expect(await it.shown(id)).toMatchObject({ status: 'success', balanceCents: 50_00 })
  const far = await office()
  expect(await far.lin.refused(memberImports.apply, { id, body: {} })).toBe('notFound')
  expect((await far.lin.call(memberImportRows.list, {})).totalElements).toBe(0)
})

test('where the company wants the documents of card holders seen, that is asked before cards of persons come in', async () => {
  const it = await office()
  await it.prepaid({ identity: true, namedCentsMax: 5_000_00 })
  const [wang, li] = [it.mobile(), it.mobile()]
  const { id } = await it.check(
    it.csv(['王芳', wang, '', '', `F${wang}`, '', '', '5000'], ['李娜', li, '', '', `F${li}`, '', '', '5000.01']),
  )
  expect(await it.refused(id)).toEqual([[2, 'balance', 'balanceTooLarge', '5000.01']])
  expect(await it.lin.refused(memberImports.apply, { id, body: {} })).toBe('card.identityMissing')
  expect(await it.apply(id, { identityChecked: true })).toMatchObject({ status: 'partial', cards: 1, balanceCents: 5_000_00 })
})

test('a file that is checked once more after its job was asked for twice is answered once', async () => {
  const it = await office()
  const { id } = await it.check(it.csv(['王芳', it.mobile()]))
  await it.place.within(ctx => checkTask.work!({ within: (action: (given: Ctx) => unknown) => action(ctx) } as never, { id }))
  expect((await it.lin.call(memberImportRows.list, { query: { search: `memberImport.id:${id}` } })).totalElements).toBe(1)
})

const idNumbers = { wang: '110105200002290013', old: '110105491231002' }

test('ID numbers, invoice titles and tax numbers come into the profile; an ID number stands nowhere in clear', async () => {
  const it = await office()
  const [wang, li] = [it.mobile(), it.mobile()]
  const head = ['姓名', '手机号', '身份证号', '发票抬头', '税号']
  const text = it.csv(head, ['王芳', wang, idNumbers.wang, '顺达运输有限公司', '91110000600037341l'], ['李娜', li, idNumbers.old, '', ''])
  const { id } = await it.check(text)
  const { content } = await it.lin.call(memberImportRows.list, { query: { search: `memberImport.id:${id}` } })
  expect(content.map(({ idNumberMask, taxId }) => [idNumberMask, taxId])).toEqual([
    ['110105********0013', '91110000600037341L'],
    ['110105*****1002', ''],
  ])
  expect(await it.apply(id)).toMatchObject({ status: 'success', members: 2 })
  const profiles = await it.place.rows<{ mobile: string }>(
    `select mobile, invoice_title as title, tax_id as tax, id_number_mask as mask from member_profile profile
       join user_account member on member.company_id = profile.company_id and member.id = profile.user_id
     where profile.company_id = $1 order by invoice_title desc`,
    [it.place.company.id],
  )
  expect(profiles).toEqual([
    { mobile: wang, title: '顺达运输有限公司', tax: '91110000600037341L', mask: '110105********0013' },
    { mobile: li, title: '', tax: '', mask: '110105*****1002' },
  ])
  const admin = await it.place.staff()
  const known = (await admin.call(members.list, { query: { search: `mobile:${wang}` } })).content[0]!
  expect((await admin.call(members.identity, { id: known.id })).idNumber).toBe(idNumbers.wang)
  const written = JSON.stringify([
    content,
    await it.audits(),
    await it.place.rows('select * from member_import_row where company_id = $1', [it.place.company.id]),
    await it.place.rows('select * from job where company_id = $1', [it.place.company.id]),
  ])
  for (const secret of Object.values(idNumbers)) expect(written).not.toContain(secret)
  expect(await it.place.rows(`select id from attachment where company_id = $1 and type = 'memberImport'`, [it.place.company.id])).toEqual(
    [],
  )
  // Of an ID number in the form of today the person is the same.
  const again = it.csv(head, ['王芳', wang, idNumbers.wang, '', ''], ['李娜', li, '11010519491231002X', '', ''])
  expect((await it.check(again)).found).toMatchObject({ unchanged: 2, changed: 0 })
  const other = await it.check(it.csv(head, ['', wang, '440524188001010014', '', '91110108551385082Q']))
  expect(await it.apply(other.id)).toMatchObject({ changed: 1 })
  expect((await it.audits()).filter(({ action }) => action === 'member.edit').map(({ detail }) => detail)).toEqual([
    {
      taxId: { from: '91110000600037341L', to: '91110108551385082Q' },
      idNumberMask: { from: '110105********0013', to: '440524********0014' },
    },
  ])
})

test('lines are kept for a month; an import that nobody brought in is given up then', async () => {
  const it = await office()
  const [first, second] = [it.csv(['王芳', it.mobile()]), it.csv(['李娜', it.mobile()])]
  const [done, left] = [await it.bringAll(first), await it.check(second)]
  const lines = async () => (await it.lin.call(memberImportRows.list, {})).totalElements
  const later = (days: number) => it.place.within(ctx => forgetLines(ctx.tx, imported, new Date(noon.getTime() + days * 86_400_000)))
  await later(30)
  expect([done.status, (await it.shown(left.id)).status, await lines()]).toEqual(['success', 'checked', 2])
  await later(31)
  expect([(await it.shown(left.id)).status, await lines()]).toEqual(['fail', 1])
  expect(await it.lin.refused(memberImports.apply, { id: left.id, body: {} })).toBe('memberImport.notChecked')
})
