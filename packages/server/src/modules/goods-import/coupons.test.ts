import { deals, exports, itemImportRows, itemImports, items } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { signedIn } from '../../testing/access.ts'
import { inDays, marketing } from '../../testing/coupons.ts'
import { form } from '../../testing/file.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { noon, setClock } from '../../testing/world.ts'
import { exporting } from '../export/index.ts'
import { applyTask } from './apply.ts'
import { checkTask } from './check.ts'
import { couponsSaid } from './coupons-said.ts'

let now = noon
const goTo = (moment: Date) => {
  now = moment
  setClock(now)
}
const later = (days: number) => goTo(new Date(inDays(days)))
beforeEach(() => goTo(noon))

/** A shop that has its goods from files, and a company that gives coupons. */
async function shop() {
  const it = await marketing()
  const { clerk, station } = it
  const put = async (bytes: string | Buffer) => {
    const { payload, headers } = form({ filename: 'goods.csv', mime: 'text/csv', bytes: Buffer.from(bytes) })
    return (await clerk.raw('POST', '/upload?type=goodsImport', payload, headers)).json<{ id: number }>().id
  }
  /** Checked as the columns of the file are taken to be. */
  const check = async (bytes: string | Buffer, mode: 'added' | 'changed' = 'changed') => {
    const attachmentId = await put(bytes)
    const { mapping } = await clerk.call(itemImports.columns, { body: { attachmentId } })
    const { id } = await clerk.call(itemImports.check, { body: { stationId: station.id, attachmentId, mapping, mode } })
    await runDueJobs([checkTask], now)
    return { id, mapping, found: await clerk.call(itemImports.get, { id }) }
  }
  const bring = async (id: number) => {
    await clerk.call(itemImports.apply, { id })
    await runDueJobs([applyTask], now)
    return clerk.call(itemImports.get, { id })
  }
  const rowsOf = async (id: number) =>
    (await clerk.call(itemImportRows.list, { query: { search: `itemImport.id:${id}`, size: 50 } })).content.map(row => [
      row.code,
      row.outcome,
      row.reason,
    ])
  const couponsOf = async (code: string) =>
    (await clerk.call(items.list, { query: { search: `station.id:${station.id},code:${code}` } })).content[0]!.giftCoupons
  return { ...it, check, bring, rowsOf, couponsOf }
}
const titles = '编码,名称,分类,价格,赠送优惠券\n'

test('coupons are named with how many of each, in either language; what is no such list is none', () => {
  const once = { count: 1, perCount: 1, intervalDays: 0 }
  const short = (text: string) => couponsSaid(text)?.map(({ name, count, perCount, intervalDays }) => [name, count, perCount, intervalDays])
  expect(short('Wash')).toEqual([['Wash', 1, 1, 0]])
  expect(short('洗车券 × 2、咖啡券；Tea *3 ; Box x4')).toEqual([
    ['洗车券', 2, 1, 0],
    ['咖啡券', 1, 1, 0],
    ['Tea', 3, 1, 0],
    ['Box', 4, 1, 0],
  ])
  expect(short('洗车券 × 4（每 7 天 2 张生效）')).toEqual([['洗车券', 4, 2, 7]])
  expect(short('Wash × 4 (2 starting every 7 days)')).toEqual([['Wash', 4, 2, 7]])
  expect(short('"A; ""B"" × 2" × 3')).toEqual([['A; "B" × 2', 3, 1, 0]])
  expect(couponsSaid('Box2')).toEqual([{ ...once, name: 'Box2', whole: undefined }])
  expect(couponsSaid('Wash (gold)')).toEqual([{ ...once, name: 'Wash (gold)', whole: undefined }])
  const none = ['Wash × 0', 'Wash × 101', 'a;b;c;d;e;f', ';', '"Wash', 'Wash × 2 (2 every 366 days)', 'x'.repeat(601)]
  expect(none.map(text => couponsSaid(text))).toEqual(none.map(() => undefined))
})

// @req GDS-022 GDS-020
test('a file says by name which coupons goods bring; what is unknown, ended or ambiguous is refused with its reason', async () => {
  const it = await shop()
  const [wash, coffee] = [await it.deal({ name: '洗车券' }), await it.deal({ name: 'Coffee' })]
  await it.deal({ name: 'Coffee × 2' })
  const over = await it.deal({ name: 'Spring', endTime: inDays(1) })
  await it.deal({ name: 'Guests', members: 'nonMembers' })
  later(2)
  const lines = [
    'G1,Gum,Sweets,1,洗车券 × 2；Coffee',
    'G2,Gum,Sweets,1,洗车卷',
    'G3,Gum,Sweets,1,Spring',
    'G4,Gum,Sweets,1,Coffee × 2',
    'G5,Gum,Sweets,1,Coffee、Coffee',
    'G6,Gum,Sweets,1,Guests',
    'G7,Gum,Sweets,1,洗车券 × 5（每 30 天 1 张生效）',
    'G8,Gum,Sweets,1,洗车券 × 500',
    'G9,Gum,Sweets,1,"""Coffee × 2"" × 3"',
    'G10,Gum,Sweets,1,',
  ]
  const { id, mapping, found } = await it.check(`${titles}${lines.join('\n')}\n`)
  expect(mapping).toMatchObject({ giftCoupons: 4 })
  expect(found).toMatchObject({ status: 'checked', added: 3, refused: 7 })
  expect(await it.rowsOf(id)).toEqual([
    ['G1', 'added', null],
    ['G2', 'refused', 'couponUnknown'],
    ['G3', 'refused', 'couponEnded'],
    ['G4', 'refused', 'couponAmbiguous'],
    ['G5', 'refused', 'couponTwice'],
    ['G6', 'refused', 'couponNonMembers'],
    ['G7', 'refused', 'couponStartsLate'],
    ['G8', 'refused', 'giftCoupons'],
    ['G9', 'added', null],
    ['G10', 'added', null],
  ])
  expect(await it.bring(id)).toMatchObject({ status: 'partial', added: 3, refused: 7 })
  const plain = { perCount: 1, intervalDays: 0 }
  expect(await it.couponsOf('G1')).toEqual([
    { dealId: wash.id, count: 2, ...plain },
    { dealId: coffee.id, count: 1, ...plain },
  ])
  expect([(await it.couponsOf('G9'))[0]!.count, await it.couponsOf('G10')]).toEqual([3, []])
  // What a file does not say stays; another group takes the place of the one that was there.
  const next = await it.check(`${titles}G1,Gum,Sweets,1,\nG9,Gum,Sweets,1,洗车券\n`)
  expect(next.found).toMatchObject({ changed: 1, unchanged: 1 })
  await it.bring(next.id)
  expect([(await it.couponsOf('G1')).length, await it.couponsOf('G9')]).toEqual([2, [{ dealId: wash.id, count: 1, ...plain }]])
  expect(over.id).toBeGreaterThan(0)
})

test('a coupon that ends between the check and the import is not brought in', async () => {
  const it = await shop()
  await it.deal({ name: 'Spring', endTime: inDays(1) })
  const { id, found } = await it.check(`${titles}G1,Gum,Sweets,1,Spring\nG2,Gum,Sweets,1,\n`)
  expect(found).toMatchObject({ added: 2 })
  later(1)
  expect(await it.bring(id)).toMatchObject({ status: 'partial', added: 1, refused: 1 })
  expect(await it.rowsOf(id)).toEqual([
    ['G1', 'refused', 'couponEnded'],
    ['G2', 'added', null],
  ])
})

const zh = { coupon: '{name} × {count}', couponSpaced: '{name} × {count}（每 {days} 天 {per} 张生效）' }
const heads = ['商品编码', '商品名称', '商品分类', '零售价（元）', '条码', '税率', '库存（件）', '低库存提醒（件）', '赠送优惠券']
const paths = ['code', 'name', 'categoryId', 'priceCents', 'barcode', 'taxRate', 'inventory', 'lowStock', 'giftCoupons']

// @req GDS-022 GDS-026
test.for([['zh', zh] as const, ['en', undefined] as const])(
  'a list of goods that is written into a file is taken back unchanged: %s',
  async ([, words]) => {
    const it = await shop()
    const odd = await it.deal({ name: 'Odd; "one" × 2' })
    const [wash, ends] = [await it.deal({ name: '{count} 洗车' }), await it.deal({ name: 'Spring', endTime: inDays(1) })]
    const group = [
      { dealId: odd.id, count: 3, perCount: 3, intervalDays: 7 },
      { dealId: wash.id, count: 4, perCount: 2, intervalDays: 7 },
      { dealId: ends.id, count: 1, perCount: 1, intervalDays: 0 },
    ]
    await it.clerk.call(items.batch, { body: { itemIds: [it.article.id], set: { giftCoupons: group } } })
    later(2)
    const columns = paths.map((path, at) => ({ path, title: heads[at]!, ...(path === 'giftCoupons' && words && { words }) }))
    const search = `station.id:${it.station.id},category.type:normal`
    const reader = await signedIn(it.company, { roles: ['admin'] })
    const { id } = await reader.call(exports.ask, { query: { type: 'items', search }, body: { name: 'Goods', columns } })
    await runDueJobs(exporting.tasks, now)
    const file = (await reader.raw('GET', `/exports/${id}/file?download=true`)).rawPayload
    const { mapping, found } = await it.check(file)
    expect(Object.keys(mapping).length).toBe(paths.length)
    const rows = (await it.clerk.call(items.list, { query: { search } })).totalElements
    expect(found).toMatchObject({ status: 'success', unchanged: rows, added: 0, changed: 0, refused: 0 })
    expect(await it.couponsOf(it.article.code)).toEqual(group)
    expect((await it.clerk.call(deals.get, { id: ends.id })).name).toBe('Spring')
  },
)
