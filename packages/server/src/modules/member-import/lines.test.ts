import { expect, test } from 'vitest'
import { makeCard, returnCard } from '../../testing/card.ts'
import { office, type Office } from '../../testing/member-import.ts'
import { workbook } from '../../testing/workbook.ts'
import { readMembers } from './read-file.ts'

type Cells = Partial<
  Record<'name' | 'mobile' | 'email' | 'remark' | 'card' | 'product' | 'fleet' | 'balance' | 'id' | 'title' | 'tax', string>
>
const line = ({
  name = '王芳',
  mobile = '',
  email = '',
  remark = '',
  card = '',
  product = '',
  fleet = '',
  balance = '',
  ...more
}: Cells) => [name, mobile, email, remark, card, product, fleet, balance, more.id ?? '', more.title ?? '', more.tax ?? '']
const long = (length: number) => '长'.repeat(length)

/** What is wrong with the last line of each, by the column that it is refused for. */
const refusals: [field: string, reason: string, made: (it: Office) => Cells[] | Promise<Cells[]>][] = [
  ['mobile', 'mobileMissing', () => [{}]],
  ['mobile', 'mobile', () => [{ mobile: '138001380' }]],
  ['mobile', 'mobileOfStaff', async it => [{ mobile: await it.staffMobile() }]],
  ['mobile', 'mobileTwice', it => again({ mobile: it.mobile() }, {})],
  ['mobile', 'mobileTwice', it => again({ mobile: it.mobile(), card: it.card() }, { name: '李娜', card: it.card() })],
  ['name', 'nameMissing', it => [{ name: '', mobile: it.mobile() }]],
  ['name', 'name', it => [{ name: long(61), mobile: it.mobile() }]],
  ['name', 'invisible', it => [{ name: '王\u202e芳', mobile: it.mobile() }]],
  ['email', 'email', it => [{ mobile: it.mobile(), email: 'wang at example.com' }]],
  ['email', 'email', it => [{ mobile: it.mobile(), email: `${'w'.repeat(120)}@example.com` }]],
  [
    'email',
    'emailTwice',
    it => [
      { mobile: it.mobile(), email: 'W@example.com' },
      { mobile: it.mobile(), email: 'w@Example.com' },
    ],
  ],
  [
    'email',
    'emailTaken',
    async it => {
      await it.bringAll(it.csv(line({ mobile: it.mobile(), email: 'wang@example.com' })))
      return [{ mobile: it.mobile(), email: 'Wang@example.com' }]
    },
  ],
  ['remark', 'remark', it => [{ mobile: it.mobile(), remark: long(501) }]],
  ['idNumber', 'idNumber', it => [{ mobile: it.mobile(), id: '110105200002290014' }]],
  ['invoiceTitle', 'invoiceTitle', it => [{ mobile: it.mobile(), title: long(101) }]],
  ['taxId', 'taxId', it => [{ mobile: it.mobile(), tax: '9'.repeat(21) }]],
  [
    'mobile',
    'memberDisabled',
    async it => {
      const mobile = it.mobile()
      await it.bringAll(it.csv(line({ mobile })))
      await it.place.rows('update user_account set disabled = true where mobile = $1', [mobile])
      return [{ mobile, card: it.card() }]
    },
  ],
  [
    'email',
    'memberSignsIn',
    async it => {
      const mobile = it.mobile()
      await it.bringAll(it.csv(line({ mobile })))
      await it.fleet('顺达运输', { leader: mobile })
      return [{ mobile, email: 'wang@example.com' }]
    },
  ],
  ['cardNumber', 'cardNumber', it => [{ mobile: it.mobile(), card: '12/34' }]],
  ['cardNumber', 'cardMissing', it => [{ mobile: it.mobile(), balance: '5.00' }]],
  ['cardNumber', 'cardMissing', it => [{ mobile: it.mobile(), fleet: '顺达运输' }]],
  [
    'cardNumber',
    'cardTwice',
    it => {
      const card = it.card()
      return [
        { mobile: it.mobile(), card },
        { mobile: it.mobile(), card },
      ]
    },
  ],
  ['cardNumber', 'cardTaken', async it => [{ mobile: it.mobile(), card: (await makeCard(it.place)).number }]],
  [
    'cardNumber',
    'cardTaken',
    async it => {
      const [mobile, card] = [it.mobile(), it.card()]
      await it.bringAll(it.csv(line({ mobile, card })))
      const { id } = await it.cardOf(card)
      await it.place.within(ctx => returnCard(ctx, id, it.place.station.id))
      return [{ mobile, card }]
    },
  ],
  [
    'cardNumber',
    'cardTaken',
    async it => {
      const [mobile, card] = [it.mobile(), it.card()]
      await it.bringAll(it.csv(line({ mobile, card })))
      await it.fleet('顺达运输')
      return [{ mobile, card, fleet: '顺达运输' }]
    },
  ],
  ['product', 'productUnknown', it => [{ mobile: it.mobile(), card: it.card(), product: '没有的产品' }]],
  ['fleet', 'fleetUnknown', it => [{ mobile: it.mobile(), card: it.card(), fleet: '没有的车队' }]],
  [
    'fleet',
    'fleetWithoutMaster',
    async it => {
      await it.fleet('无主卡', { bare: true })
      return [{ mobile: it.mobile(), card: it.card(), fleet: '无主卡' }]
    },
  ],
  ['balance', 'balance', it => [{ mobile: it.mobile(), card: it.card(), balance: '-5' }]],
  ['balance', 'balance', it => [{ mobile: it.mobile(), card: it.card(), balance: '12,34' }]],
  ['balance', 'balance', it => [{ mobile: it.mobile(), card: it.card(), balance: '1e3' }]],
  ['balance', 'balanceOfPoints', async it => [{ mobile: it.mobile(), card: it.card(), product: await it.product('score'), balance: '5' }]],
  [
    'balance',
    'balanceShared',
    async it => {
      await it.fleet('共享车队', { valueMode: 'share' })
      return [{ mobile: it.mobile(), card: it.card(), fleet: '共享车队', balance: '5' }]
    },
  ],
  [
    'balance',
    'balanceOfKnown',
    async it => {
      const [mobile, card] = [it.mobile(), it.card()]
      await it.bringAll(it.csv(line({ mobile, card, balance: '5.00' })))
      return [{ mobile, card, balance: '6.00' }]
    },
  ],
]
const again = (first: Cells, more: Cells): Cells[] => [first, { ...first, ...more }]

test.each(refusals)('a line is refused for its %s: %s', async (field, reason, made) => {
  const it = await office()
  const lines = await made(it)
  const { id } = await it.check(it.csv(...lines.map(line)))
  expect((await it.refused(id)).map(([at, ...why]) => [at, ...why.slice(0, 2)])).toEqual([[lines.length, field, reason]])
})

test('without a product for new cards a line names one, or gets that of its fleet', async () => {
  const it = await office()
  await it.fleet('顺达运输')
  const lines = [{}, { product: await it.product('debit') }, { fleet: '顺达运输' }].map(each => ({
    mobile: it.mobile(),
    card: it.card(),
    ...each,
  }))
  const { id, found } = await it.check(it.csv(...lines.map(line)), { cardId: null })
  expect(found).toMatchObject({ added: 2, refused: 1 })
  expect(await it.refused(id)).toEqual([[1, 'product', 'productMissing', '']])
})

test('a workbook is read as a text is, with its titles in either language', async () => {
  const it = await office()
  const [zh, en] = [it.mobile(), it.mobile()]
  const first = await it.check(
    await workbook([
      ['手机号', '姓名'],
      [zh, '王芳'],
    ]),
    { name: 'members.xlsx' },
  )
  expect(await it.apply(first.id)).toMatchObject({ status: 'success', members: 1, fileName: 'members.xlsx' })
  const second = await it.check(
    await workbook([
      ['Mobile number', 'Full name'],
      [en, 'Ann'],
      [zh, '王芳'],
    ]),
    { name: 'members.xlsx' },
  )
  expect(second.found).toMatchObject({ added: 1, unchanged: 1 })
})

test.each([
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x81]), false, 'unreadable'],
  ['nothing but titles', Buffer.from('姓名,手机号\n'), false, 'empty'],
  ['a line too many', Buffer.from(`姓名,手机号\n${'a,1\n'.repeat(100_001)}`), false, 'tooMany'],
  ['a workbook that is none', Buffer.from('PK\u0003\u0004 and nothing'), true, 'unreadable'],
])('%s: the file is refused as a whole', async (_, bytes, isWorkbook, reason) => {
  const { lines } = await readMembers(bytes, isWorkbook)
  expect(lines.map(({ line: at, wrong }) => [at, wrong])).toEqual([[1, { field: null, reason, value: '' }]])
})

test('a file that is refused as a whole fails, and says why', async () => {
  const it = await office()
  const { id, found } = await it.check('姓名,手机号\n')
  expect(found).toMatchObject({ status: 'fail', total: 1, refused: 1, finishedDate: expect.any(String) })
  expect(await it.refused(id)).toEqual([[1, null, 'empty', '']])
})

test.each([
  ['a cell that begins like a formula is a name', '=cmd|calc,13800138000', { name: '=cmd|calc' }],
  ['half a character is not kept', `${'👩'.repeat(31)},13800138`, { wrong: { field: 'mobile', reason: 'mobile', value: '13800138' } }],
  ['a mobile with its country', '王芳,0086 138 0013 8000', { mobile: '13800138000' }],
  ['a mobile of another country', 'Ann,+447700900123', { mobile: '+447700900123' }],
  ['a card number in groups', '王芳,13800138000,,,6299 0000 0001', { cardNumber: '629900000001' }],
  ['an amount with separators', '王芳,13800138000,,,62990000,,,"1,234,567.8"', { balanceCents: 1_234_567_80 }],
  ['an amount of nothing', '王芳,13800138000,,,62990000,,,0.00', { balanceCents: null }],
])('%s', async (_, text, said) => {
  expect((await readMembers(Buffer.from(text), false)).lines).toMatchObject([said])
})
