import fc from 'fast-check'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { crc32, inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sheetOf } from './sheet.ts'
import { type SheetColumn } from './column.ts'

async function* portions(rows: readonly (readonly string[])[], size = 2) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}
const written = (format: 'csv' | 'xlsx', columns: SheetColumn[], rows: string[][]) =>
  buffer(Readable.from(sheetOf[format](columns, portions(rows)), { objectMode: false }))

/** The parts of an archive, by its directory, each with its sum checked. */
function unzipped(bytes: Buffer): Record<string, string> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const parts: Record<string, string> = {}
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [crc, packed, size, length, start] = [16, 20, 24, 28, 42].map(offset =>
      offset === 28 ? bytes.readUInt16LE(at + offset) : bytes.readUInt32LE(at + offset),
    ) as [number, number, number, number, number]
    const name = bytes.subarray(at + 46, at + 46 + length).toString()
    const data = start + 30 + bytes.readUInt16LE(start + 26)
    const text = inflateRawSync(bytes.subarray(data, data + packed))
    expect([name, text.length, crc32(text)]).toEqual([name, size, crc])
    parts[name] = text.toString()
    at += 46 + length
  }
  return parts
}
const sheet = async (columns: SheetColumn[], rows: string[][]) =>
  unzipped(await written('xlsx', columns, rows))['xl/worksheets/sheet1.xml']!
const column = (type: SheetColumn['type'], title: string = type): SheetColumn => ({ title, type })

test('a workbook holds figures that add up, moments that sort, and words that never run', async () => {
  const columns = [column('text'), column('hundredths'), column('whole'), column('moment'), column('day'), column('thousandths')]
  const text = await sheet(columns, [
    ['=1+1', '-5.07', '12', '2026-05-01 12:00:00', '2026-05-01', '-31.580'],
    ['', '', '', '', '', ''],
  ])
  expect(text).toContain('<c s="2" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>')
  expect(text).toContain(
    '<c s="4"><v>-5.07</v></c><c s="3"><v>12</v></c><c s="5"><v>46143.5</v></c><c s="6"><v>46143</v></c><c s="7"><v>-31.580</v></c>',
  )
  expect(text).toContain('<row><c/><c/><c/><c/><c/><c/></row>')
  expect(text).not.toContain('<f>')
})

test('a workbook has every part that a spreadsheet looks for', async () => {
  const parts = unzipped(await written('xlsx', [column('text')], []))
  expect(Object.keys(parts).toSorted()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ])
})

const plain = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name]!)

test('whatever stands in a cell stands in both files, for every text there is', async () => {
  const cell = fc.string({ unit: 'grapheme' })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { maxLength: 7 }), async rows => {
      const text = await sheet([column('text'), column('text')], rows)
      const cells = [...text.slice(text.indexOf('</row>')).matchAll(/<c\/>|<t xml:space="preserve">([^<]*)<\/t>/g)].map(
        ([, held = '']) => held,
      )
      // oxlint-disable-next-line no-control-regex -- XML has no way to say these
      const sayable = (given: string) => given.toWellFormed().replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
      expect(cells.map(plain)).toEqual(rows.flat().map(sayable))
    }),
  )
})

test('a CSV file opens in the right encoding, and what a spreadsheet would run is text', async () => {
  const text = (
    await written(
      'csv',
      [column('text', '=head'), column('text')],
      [
        ['@x', '-1.00'],
        ['a"b', 'c\nd'],
        ['-1+1', '+8'],
      ],
    )
  ).toString()
  expect(text).toBe(`\uFEFF'=head,text\r\n'@x,-1.00\r\n"a""b","c\nd"\r\n'-1+1,'+8\r\n`)
})
