import { fileRules, sessions, type FileType } from '@forecourt/contract'
import { existsSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { keyOf } from '../../platform/storage/store.ts'
import { filesLock, sweepFiles } from '../../platform/storage/sweep.ts'
import { browser, signedIn } from '../../testing/access.ts'
import { form, pdf, png, zip } from '../../testing/file.ts'
import { db, filesDir, noon, owned, ownerUrl, unique, world } from '../../testing/world.ts'
import { useFiles } from './index.ts'

type Page = Pick<ReturnType<typeof browser>, 'raw'>
const hour = 3_600_000
const later = (ms: number) => new Date(noon.getTime() + ms)

async function put(page: Page, type: string, filename = 'a.png', bytes = png({ colour: unique() % 256, filler: unique() })) {
  const { payload, headers } = form({ filename, bytes })
  const reply = await page.raw('POST', `/upload?type=${type}`, payload, headers)
  return reply.json() as { id: number; code?: string }
}
const look = async (page: Page, id: number) => (await page.raw('GET', `/attachments/${id}`)).statusCode

/** As an `<img>` of another site, one of our own pages, or an address bar would ask. */
const asOthers: [string, Record<string, string>][] = [
  ['an image of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' }],
  ['an image of our own pages', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' }],
  ['an address that is opened', { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }],
]
const kinds = Object.keys(fileRules) as FileType[]
/** What is no picture. */
const others: Partial<Record<FileType, [string, Buffer]>> = {
  software: ['a.zip', zip()],
  history: ['a.csv', Buffer.from('a,b\n')],
  cardImport: ['a.csv', Buffer.from('a,b\n')],
  cardBatch: ['a.csv', Buffer.from('a,b\n')],
  employeeImport: ['a.csv', Buffer.from('a,b\n')],
  memberImport: ['a.csv', Buffer.from('a,b\n')],
  goodsImport: ['a.csv', Buffer.from('a,b\n')],
  purchaseImport: ['a.csv', Buffer.from('a,b\n')],
}

// @req ACC-046
describe('a file', () => {
  test.each(kinds)('of type %s is given to the whole session, and to no half of it', async type => {
    const { company, station } = await world()
    const lin = await signedIn(company, { roles: ['admin'] })
    const other = await signedIn(company, { roles: [{ role: 'station_master', stationId: station.id }] })
    const [name, bytes] = others[type] ?? ['a.png', undefined]
    const { id } = await put(lin, type, name, bytes)
    const { token, cookie } = lin.kept as { token: string; cookie: string }
    expect(await look(browser({ token, cookie }), id)).toBe(200)
    for (const [_, headers] of asOthers) {
      const reply = await browser({ cookie }).raw('GET', `/attachments/${id}`, undefined, headers)
      expect([reply.statusCode, reply.json().code, reply.headers['etag']]).toEqual([401, 'auth.required', undefined])
    }
    expect(await look(browser({ token }), id)).toBe(401)
    expect(await look(browser(), id)).toBe(401)
    expect(await look(browser({ cookie: 'x'.repeat(43) }), id)).toBe(401)
    expect(await look(browser({ token: other.kept.token!, cookie }), id)).toBe(401)
  })

  test('that a browser has kept is shown again after the session was let in, and after it ended no more', async () => {
    const { company } = await world()
    const lin = await signedIn(company, { roles: ['admin'] })
    const { id } = await put(lin, 'itemPicture')
    const { token, cookie } = lin.kept as { token: string; cookie: string }
    const { headers } = await lin.raw('GET', `/attachments/${id}`)
    expect(headers['cache-control']).toBe('private, no-cache')
    const known = { 'if-none-match': String(headers['etag']) }
    expect((await lin.raw('GET', `/attachments/${id}`, undefined, known)).statusCode).toBe(304)
    expect((await browser({ cookie }).raw('GET', `/attachments/${id}`, undefined, known)).statusCode).toBe(401)
    await lin.call(sessions.logout, {})
    expect((await browser({ token, cookie }).raw('GET', `/attachments/${id}`, undefined, known)).statusCode).toBe(401)
  })
})

describe('who may', () => {
  // @req ORG-021 ACC-087
  test('put up what: by the permission of what the file is for', async () => {
    const { company, station } = await world()
    const at = (role: 'station_salesman' | 'station_employee') => signedIn(company, { roles: [{ role, stationId: station.id }] })
    const [sales, pump, admin] = [await at('station_salesman'), await at('station_employee'), await signedIn(company, { roles: ['admin'] })]
    const outcome = async (page: Page, type: string) => (await put(page, type)).code ?? 'taken'
    expect(await outcome(sales, 'itemPicture')).toBe('taken')
    expect(await outcome(sales, 'companyPicture')).toBe('auth.forbidden')
    expect(await outcome(pump, 'itemPicture')).toBe('auth.forbidden')
    expect(await outcome(pump, 'userAvatar')).toBe('taken')
    expect(await outcome(pump, 'receipt')).toBe('taken')
    expect(await outcome(admin, 'companyPicture')).toBe('taken')
    const reader = await signedIn(company, { roles: ['admin'], readOnly: true })
    expect(await outcome(reader, 'userAvatar')).toBe('auth.readOnly')
  })

  // @req ACC-046
  test('see what: pictures everyone of the company, papers those whose work they are, and who put them up', async () => {
    const { company, station } = await world()
    const pump = await signedIn(company, { roles: [{ role: 'station_employee', stationId: station.id }] })
    const other = await signedIn(company, { roles: [{ role: 'station_employee', stationId: station.id }] })
    const bill = await signedIn(company, { roles: [{ role: 'station_bill', stationId: station.id }] })
    const receipt = (await put(pump, 'receipt', 'a.pdf', pdf())).id,
      avatar = (await put(pump, 'userAvatar')).id
    expect([await look(pump, receipt), await look(bill, receipt), await look(other, receipt)]).toEqual([200, 200, 404])
    expect([await look(bill, avatar), await look(other, avatar)]).toEqual([200, 200])
  })

  // @req ACC-046
  test('nobody sees another company’s, nor names it in a record of their own', async () => {
    const [here, there] = [await world(), await world()]
    const lin = await signedIn(here.company, { roles: ['admin'] }),
      thief = await signedIn(there.company, { roles: ['admin'] })
    const { id } = await put(lin, 'itemPicture')
    expect([await look(thief, id), await look(thief, 987_654_321)]).toEqual([404, 404])
    await expect(there.within(ctx => useFiles(ctx, 'dealTasks:1', [id]))).rejects.toMatchObject({ code: 'notFound' })
    await here.within(ctx => useFiles(ctx, 'dealTasks:1', [id]))
  })
})

test('a paper is handed over to be kept, not shown in place', async () => {
  const { company } = await world()
  const lin = await signedIn(company, { roles: ['admin'] })
  const { id } = await put(lin, 'invoice', "it's.pdf", pdf())
  const { headers } = await lin.raw('GET', `/attachments/${id}`)
  expect(headers['content-disposition']).toBe(`attachment; filename="it_s.pdf"; filename*=UTF-8''it%27s.pdf`)
})

const keyOfFile = async (id: number) => {
  const [row] = await owned<{ company_id: number; sha256: Buffer }>('select company_id, sha256 from attachment where id = $1', [id])
  return keyOf(row!.company_id, row!.sha256.toString('hex'))
}
const isThere = (key: string) => existsSync(join(filesDir, key))
/** As if it had been put `ms` before noon, on the clock of the disk too. */
const age = (key: string, ms: number) => utimesSync(join(filesDir, key), later(-ms), later(-ms))

describe('what nobody uses', () => {
  test('is forgotten after a day, row and bytes; what a record names stays', async () => {
    const { company, within } = await world()
    const lin = await signedIn(company, { roles: ['admin'] })
    const [used, unused, young] = [await put(lin, 'itemPicture'), await put(lin, 'itemPicture'), await put(lin, 'itemPicture')]
    const [usedKey, unusedKey, youngKey] = await Promise.all([used, unused, young].map(({ id }) => keyOfFile(id)))
    await within(ctx => useFiles(ctx, 'dealTasks:7', [used.id]))
    await owned('update attachment set created_date = $2 where id = any ($1)', [[used.id, unused.id], later(-25 * hour)])
    for (const key of [usedKey!, unusedKey!]) age(key, 25 * hour)
    age(youngKey!, hour)

    await sweepFiles(db, noon, [company.id])
    expect([isThere(usedKey!), isThere(unusedKey!), isThere(youngKey!)]).toEqual([true, false, true])
    expect([await look(lin, used.id), await look(lin, unused.id), await look(lin, young.id)]).toEqual([200, 404, 200])

    // The record lets go of it: no orphan stays behind.
    await within(ctx => useFiles(ctx, 'dealTasks:7', []))
    await sweepFiles(db, noon, [company.id])
    expect([isThere(usedKey!), await look(lin, used.id)]).toEqual([false, 404])
  })

  test('one content under two names goes with the second', async () => {
    const { company, within } = await world()
    const lin = await signedIn(company, { roles: ['admin'] })
    const bytes = png({ filler: 777 })
    const [first, second] = [await put(lin, 'itemPicture', 'a.png', bytes), await put(lin, 'itemPicture', 'b.png', bytes)]
    const key = await keyOfFile(first.id)
    await within(ctx => useFiles(ctx, 'dealTasks:7', [second.id]))
    await owned('update attachment set created_date = $2 where company_id = $1', [company.id, later(-25 * hour)])
    age(key, 25 * hour)
    await sweepFiles(db, noon, [company.id])
    expect([await look(lin, first.id), await look(lin, second.id)]).toEqual([404, 200])
  })

  test('bytes that no row ever named go too, but not while a backup reads, and not another installation’s', async () => {
    const { company } = await world()
    const lin = await signedIn(company, { roles: ['admin'] })
    const { id } = await put(lin, 'itemPicture')
    const key = await keyOfFile(id)
    await owned('delete from attachment where id = $1', [id])
    age(key, 25 * hour)
    await sweepFiles(db, noon, [])
    expect(isThere(key)).toBe(true)
    const backup = new pg.Client(ownerUrl)
    await backup.connect()
    await backup.query('select pg_advisory_lock_shared($1)', [filesLock])
    await sweepFiles(db, noon, [company.id])
    expect(isThere(key)).toBe(true)
    await backup.end()
    await sweepFiles(db, noon, [company.id])
    expect(isThere(key)).toBe(false)
  })
})
