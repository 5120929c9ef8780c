import { strToU8, zipSync } from 'fflate'
import fc from 'fast-check'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { rowsOfWorkbook } from './read-xlsx.ts'
import { sheetOf } from './sheet.ts'

const most = 1000
const read = async (bytes: Uint8Array) => (await rowsOfWorkbook(bytes, most))?.map(({ line, record }) => [line, ...record])
const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
const book = (parts: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
const one = (rows: string, more: Record<string, string> = {}) => book({ 'xl/worksheets/sheet1.xml': sheet(rows), ...more })

test('what we write into a workbook is read from it again, whatever stands in its cells', async () => {
  const cell = fc.string({ unit: 'grapheme-ascii', minLength: 1 }).map(text => `a${text.trim()}`)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { maxLength: 7 }), async rows => {
      const source = Readable.from([rows]) as AsyncIterable<string[][]>
      const columns = [
        { title: 'a', type: 'text' as const },
        { title: 'b', type: 'text' as const },
      ]
      const bytes = await buffer(Readable.from(sheetOf.xlsx(columns, source), { objectMode: false }))
      expect((await read(bytes))?.map(([, ...record]) => record)).toEqual([['a', 'b'], ...rows])
    }),
  )
})

test('a sheet as spreadsheets write it: shared texts, rich ones, figures, results of formulas, cells and rows left out', async () => {
  const shared =
    '<sst><si><t>姓名</t></si><si><r><t>王</t></r><r><t xml:space="preserve">芳 </t></r><rPh><t>wang</t></rPh></si><si/><si><t>后</t></si></sst>'
  const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="str"><f>1+1</f><v>a &amp; b</v></c></row>
    <row r="2"/><row r="4" spans="1:3"><c r="A4" s="2" t="s"><v>1</v></c><c r="B4"><v>1.38E10</v></c>
      <c r="C4"><v>0.30000000000000004</v></c><c r="D4" t="s"><v>2</v></c>
      <c r="E4"><v>1.10105200002290E17</v></c></row>
    <row r="5"><c/><c t="s"><v>3</v></c></row>`
  expect(await read(one(rows, { 'xl/sharedStrings.xml': shared }))).toEqual([
    [1, '姓名', '', 'a & b'],
    [4, '王芳', '13800000000', '0.3', '', '1.10105200002290E17'],
    [5, '', '后'],
  ])
})

test('the sheet that stands first in the workbook is read, wherever it lies and with whatever prefix', async () => {
  const row = (text: string) => `<x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>${text}</x:t></x:is></x:c></x:row>`
  const bytes = book({
    'xl/workbook.xml': '<x:workbook><x:sheets><x:sheet name="b" r:id="rId7"/><x:sheet name="a" r:id="rId1"/></x:sheets></x:workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/>' +
      '<Relationship Target="/xl/worksheets/two.xml" Id="rId7"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<x:worksheet>${row('a')}</x:worksheet>`,
    'xl/worksheets/two.xml': `<x:worksheet>${row('b')}</x:worksheet>`,
  })
  expect(await read(bytes)).toEqual([[1, 'b']])
})

const entity = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>'
test.each([
  ['no archive', Buffer.from('name,mobile\n'), undefined],
  ['an archive that ends too soon', Buffer.from(one('<row r="1"/>')).subarray(0, 60), undefined],
  ['an archive without a sheet', book({ 'a.txt': 'a' }), undefined],
  ['a sheet whose packed bytes are not', Buffer.from(one('<row r="1"><c><v>1</v></c></row>'.repeat(50))).fill(0xff, 60, 90), undefined],
  ['an element that never ends', one(`<row>${'<c>'.repeat(2_000_000)}`), undefined],
  ['marks that never end', one('<row <c '.repeat(500_000)), []],
  ['entities of its own', one(`${entity}<row><c t="str"><v>&a;&b;&lt;</v></c></row>`), [[1, '&a;&b;<']]],
  ['a cell far to the right', one('<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row>'), [[1, '1']]],
  ['half a character, and none', one('<row><c t="str"><v>a&#xD800;&#0;&#x738B;</v></c></row>'), [[1, 'a王']]],
  ['a text that is not there', one('<row><c t="s"><v>9</v></c><c t="s"><v>-1</v></c><c><v>7</v></c></row>'), [[1, '', '', '7']]],
] as const)('%s', async (_, bytes, rows) => {
  expect(await read(bytes)).toEqual(rows)
})

test('of more rows than are taken the rest is not read, and what unpacks without end is refused', async () => {
  const many = one(Array.from({ length: 3000 }, (_, at) => `<row r="${at + 1}"><c><v>${at}</v></c></row>`).join(''))
  expect(await rowsOfWorkbook(many, most)).toHaveLength(most)
  const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(12 * 1024 * 1024).fill(32) })
  expect(bomb.length).toBeLessThan(100 * 1024)
  expect(await rowsOfWorkbook(bomb, most)).toBeUndefined()
})
