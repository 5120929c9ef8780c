import { attachments, fileRules, megabyte, quarantinedFiles, type FileType } from '@forecourt/contract'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { form, gif, jpg, pdf, png, zip } from '../../testing/file.ts'
import { filesDir, world } from '../../testing/world.ts'

type Someone = Awaited<ReturnType<Awaited<ReturnType<typeof world>>['staff']>>

/** Puts a file up as the browser does. */
async function put(who: Someone, type: string, filename: string, bytes: Buffer, mime?: string) {
  const { payload, headers } = form({ filename, bytes, ...(mime && { mime }) })
  return who.raw('POST', `/upload?type=${type}`, payload, headers)
}
const codeOf = (reply: { statusCode: number; json(): any }) => (reply.statusCode === 200 ? 'taken' : reply.json().code)
const stored = () => readdirSync(join(filesDir, 'kept'), { recursive: true, encoding: 'utf8' }).filter(each => /[0-9a-f]{64}$/.test(each))
const coming = () => readdirSync(join(filesDir, 'incoming'))

// @req ORG-021 ACC-046
test('a picture that a manager puts up is shown as it was, under its own type, and runs nothing', async () => {
  const { staff, audits, company } = await world()
  const lin = await staff({ role: 'admin' })
  const picture = png({ filler: 300_000 })
  const reply = await put(lin, 'stationPicture', '东站 入口.png', picture, 'image/png')
  expect(reply.json()).toEqual({
    id: expect.any(Number),
    url: `/api/v1/attachments/${reply.json().id}`,
    name: '东站 入口.png',
    size: picture.length,
  })

  const shown = await lin.raw('GET', `/attachments/${reply.json().id}`)
  expect(shown.rawPayload.equals(picture)).toBe(true)
  expect(shown.headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(picture.length),
    'content-disposition': `inline; filename="__ __.png"; filename*=UTF-8''${encodeURIComponent('东站 入口.png')}`,
    'cache-control': 'private, no-cache',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    etag: `"${createHash('sha256').update(picture).digest('hex')}"`,
  })
  const again = await lin.raw('GET', `/attachments/${reply.json().id}`, undefined, { 'if-none-match': String(shown.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect(await audits()).toMatchObject([{ action: 'file.upload', detail: { type: 'stationPicture', name: '东站 入口.png' } }])
  expect(stored().some(path => path.startsWith(String(company.id)))).toBe(true)
  expect(coming()).toEqual([])

  // What a file is for is always said, and each use takes a picture of its own.
  const outcome = async (query: string) => {
    const { payload, headers } = form({ filename: 'a.png', bytes: png() })
    return codeOf(await lin.raw('POST', `/upload${query}`, payload, headers))
  }
  for (const type of [
    'companyPicture',
    'stationPicture',
    'userAvatar',
    'itemPicture',
    'dealPicture',
    'rewardPicture',
    'invoice',
    'receipt',
  ])
    expect([type, await outcome(`?type=${type}`)]).toEqual([type, 'taken'])
  expect([await outcome(''), await outcome('?type=picture')]).toEqual(['validation', 'validation'])
})

// @req ACC-046
test.each([
  ['stationPicture', 'a.png', png(), 'image/png'],
  ['stationPicture', 'a.jpg', jpg(), 'image/jpeg'],
  ['companyPicture', 'a.gif', gif(), 'image/gif'],
  ['invoice', 'a.pdf', pdf(), 'application/pdf'],
] as const)('a file is answered as the bytes that were put up, under its own type: %s %s', async (type, name, bytes, mime) => {
  const { staff } = await world()
  const lin = await staff({ role: 'admin' })
  const { id } = (await put(lin, type, name, bytes, mime)).json()
  const shown = await lin.raw('GET', `/attachments/${id}`)
  expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload.equals(bytes)]).toEqual([200, mime, true])
})

test('the same picture twice lies in the store once; another company has its own', async () => {
  const [here, there] = [await world(), await world()]
  const picture = png({ colour: 99 })
  const before = stored().length
  const lin = await here.staff({ role: 'admin' })
  const [one, two] = [await put(lin, 'itemPicture', 'a.png', picture), await put(lin, 'itemPicture', 'b.png', picture)]
  expect(one.json().id).not.toBe(two.json().id)
  expect(stored().length - before).toBe(1)
  await put(await there.staff({ role: 'admin' }), 'itemPicture', 'a.png', picture)
  expect(stored().length - before).toBe(2)
})

const whole = (type: FileType) => fileRules[type].bytesMax

describe('how large it may be', () => {
  // @req ORG-009 ORG-010 ORG-011 UIX-050 UIX-051
  test.each(['companyPicture', 'stationPicture', 'userAvatar', 'invoice'] as const)('%s: to the byte', async type => {
    const { staff } = await world()
    const lin = await staff({ role: 'admin' })
    const exact = png({ filler: whole(type) - png().length })
    expect(exact.length).toBe(whole(type))
    expect(codeOf(await put(lin, type, 'a.png', exact))).toBe('taken')
    const more = await put(lin, type, 'a.png', png({ filler: whole(type) - png().length + 1 }))
    expect([more.statusCode, more.json().code, more.json().detail.max]).toEqual([413, 'file.tooLarge', whole(type) / megabyte])
    expect(coming()).toEqual([])
  })

  // @req LIM-007 LIM-008 LIM-009 LIM-010
  test.each([
    ['itemPicture', 'a.png', png, 6_291_456],
    ['dispenserPicture', 'a.png', png, 6_291_456],
    ['companyPicture', 'a.png', png, 2_097_152],
    ['invoice', 'a.pdf', pdf, 1_048_576],
    ['software', 'a.zip', zip, 52_428_800],
  ] as const)('%s: %s is taken with so many bytes and refused with one more', async (type, name, made, most) => {
    const { staff } = await world()
    const lin = await staff({ role: 'admin' })
    const larger = (bytes: number) => (made === png ? png({ filler: bytes - png().length }) : Buffer.concat([made()], bytes))
    expect(codeOf(await put(lin, type, name, larger(most)))).toBe('taken')
    expect(codeOf(await put(lin, type, name, larger(most + 1)))).toBe('file.tooLarge')
  })

  test('pictures have six megabytes, a company’s logo two, an invoice one, software fifty', () => {
    const sizes = Object.fromEntries(Object.entries(fileRules).map(([type, { bytesMax }]) => [type, bytesMax / 1_048_576]))
    expect(sizes).toMatchObject({ companyPicture: 2, stationPicture: 6, userAvatar: 6, itemPicture: 6, invoice: 1, software: 50 })
  })
})

// @req ORG-009 ORG-010 UIX-050 UIX-051
describe('what it may be', () => {
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const exe = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])
  const cases: [string, FileType, string, Buffer, string | undefined, string][] = [
    ['a logo may be a GIF', 'companyPicture', 'logo.gif', gif(), 'image/gif', 'taken'],
    ['a logo may be called .JPEG', 'companyPicture', 'logo.JPEG', jpg(), 'image/jpeg', 'taken'],
    ['an avatar may be a photograph', 'userAvatar', 'me.jpg', jpg(), 'image/jpeg', 'taken'],
    ['an avatar may not be a GIF', 'userAvatar', 'me.gif', gif(), 'image/gif', 'file.kind'],
    ['nor a GIF that is called PNG', 'userAvatar', 'me.png', gif(), 'image/png', 'file.kind'],
    ['nor a PNG that is called JPG', 'userAvatar', 'me.jpg', png(), 'image/jpeg', 'file.mismatch'],
    ['nor a PNG that the browser calls a page', 'userAvatar', 'me.png', png(), 'text/html', 'file.mismatch'],
    ['a picture of a station may be a photograph', 'stationPicture', 'east.jpg', jpg(), 'image/jpeg', 'taken'],
    ['no SVG', 'stationPicture', 'a.svg', svg, 'image/svg+xml', 'file.kind'],
    ['no SVG that is called PNG', 'stationPicture', 'a.png', svg, 'image/png', 'file.kind'],
    ['no page that is called PNG', 'stationPicture', 'a.png', html, 'image/png', 'file.kind'],
    ['no program that is called JPG', 'stationPicture', 'a.jpg', exe, 'image/jpeg', 'file.kind'],
    ['no PDF among pictures', 'itemPicture', 'a.pdf', pdf(), 'application/pdf', 'file.kind'],
    ['nothing without an ending', 'itemPicture', 'picture', png(), 'image/png', 'file.kind'],
    ['an invoice may be a PDF', 'invoice', 'a.pdf', pdf(), 'application/pdf', 'taken'],
    ['software may be a ZIP', 'software', 'a.zip', zip(), 'application/x-zip-compressed', 'taken'],
    ['no empty file', 'itemPicture', 'a.png', Buffer.alloc(0), 'image/png', 'file.empty'],
    ['no canvas that fills the memory', 'itemPicture', 'a.png', png({ width: 50_000, height: 50_000 }), 'image/png', 'file.dimensions'],
    ['nor one long strip', 'itemPicture', 'a.gif', gif({ width: 60_000, height: 1 }), 'image/gif', 'file.dimensions'],
    ['nor as a photograph', 'itemPicture', 'a.jpg', jpg({ width: 12_001, height: 2 }), 'image/jpeg', 'file.dimensions'],
  ]
  test.each(cases)('%s', async (_name, type, filename, bytes, mime, outcome) => {
    const { staff, rows, company } = await world()
    const before = stored().length
    expect(codeOf(await put(await staff({ role: 'admin' }), type, filename, bytes, mime))).toBe(outcome)
    const noted = await rows('select 1 from attachment where company_id = $1', [company.id])
    expect([noted.length, coming()]).toEqual([outcome === 'taken' ? 1 : 0, []])
    if (outcome !== 'taken') expect(stored().length).toBe(before)
  })

  test('one file, in the field “file” of a form', async () => {
    const { staff } = await world()
    const lin = await staff({ role: 'admin' })
    const send = ({ payload, headers }: ReturnType<typeof form>) => lin.raw('POST', '/upload?type=itemPicture', payload, headers)
    const file = { filename: 'a.png', bytes: png() }
    expect(codeOf(await send(form(file, { ...file, filename: 'b.png' })))).toBe('file.onlyOne')
    expect(codeOf(await send(form({ ...file, name: 'picture' })))).toBe('file.missing')
    expect(codeOf(await send(form({ name: 'note', bytes: Buffer.from('x') })))).toBe('file.missing')
    expect(codeOf(await lin.raw('POST', '/upload?type=itemPicture', {}))).toBe('file.missing')
    expect(codeOf(await lin.raw('POST', '/upload?type=passport', {}))).toBe('validation')
    const { payload, headers } = form(file)
    expect(codeOf(await send({ payload: payload.subarray(0, payload.length - 60), headers }))).toBe('request.malformed')
    expect(coming()).toEqual([])
  })

  test.each([
    ['../../etc/passwd.png', 'passwd.png'],
    ['C:\\\\Users\\\\Lin\\\\车站.png', '车站.png'],
    ['gnp.\u202eexe.png', 'gnp.exe.png'],
    [`${'长'.repeat(400)}.png`, `${'长'.repeat(150)}.png`],
  ])('the name %j is kept as %j', async (given, kept) => {
    const { staff } = await world()
    expect((await put(await staff({ role: 'admin' }), 'itemPicture', given, png())).json().name).toBe(kept)
  })
})

describe('a damaged file', () => {
  test.each([
    ['a PNG cut in the middle', 'a.png', png({ filler: 5000 }).subarray(0, 3000)],
    ['a PNG without its end', 'a.png', png().subarray(0, png().length - 12)],
    ['a photograph without its end', 'a.jpg', jpg().subarray(0, jpg().length - 2)],
    ['a GIF without its end', 'a.gif', gif().subarray(0, 13)],
    ['a picture of no width', 'a.png', png({ width: 0 })],
  ])('%s is refused, kept apart, listed for the operator and never shown', async (_name, filename, bytes) => {
    const { staff, company, audits } = await world()
    const lin = await staff({ role: 'admin' })
    expect(codeOf(await put(lin, 'itemPicture', filename, bytes))).toBe('file.unreadable')
    const { content, totalElements } = await lin.call(quarantinedFiles.list, {})
    expect([totalElements, content]).toMatchObject([1, [{ name: filename, size: bytes.length, createdBy: lin.actor.key }]])
    const { sha256 } = content[0]!
    expect(readdirSync(join(filesDir, 'quarantine', String(company.id)), { recursive: true })).toContain(`${sha256.slice(0, 2)}/${sha256}`)
    expect(await lin.refused(attachments.file, { id: content[0]!.id })).toBe('notFound')
    expect(await audits()).toMatchObject([{ action: 'file.quarantine' }])
    expect(await (await staff({ role: 'station_master' })).refused(quarantinedFiles.list, {})).toBe('auth.forbidden')
  })
})
