import type { SheetColumn } from './column.ts'
import type { Rows } from './column.ts'
import type { CellType } from './column.ts'
import { zip, type ZipPart } from './zip.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types'
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A sheet has 1,048,576 rows, the head one of them. */
const rowsMax = 1_048_575
/** A cell has 32,767 characters. */
const charactersMax = 32_767
const dayMs = 86_400_000
/** Day 0 of a spreadsheet. */
const dayZero = Date.UTC(1899, 11, 30)

/** Which of `styles.xml` a cell has; the head has 1. */
const styleOf: Record<CellType, number> = { text: 2, whole: 3, hundredths: 4, moment: 5, day: 6, thousandths: 7 }

/**
 * A workbook as Excel and WPS open it, written as the rows come. What is text is kept as text, so nothing in it is ever run; figures
 * and moments are what a spreadsheet can add up and sort.
 */
export async function* xlsx(columns: readonly SheetColumn[], rows: Rows): AsyncGenerator<Uint8Array> {
  yield* zip(partsOf(columns, rows))
}

async function* partsOf(columns: readonly SheetColumn[], rows: Rows): AsyncGenerator<ZipPart> {
  const source = rows[Symbol.asyncIterator]()
  const left: Left = { rows: [], ended: false }
  let sheets = 0
  do {
    sheets++
    yield { name: `xl/worksheets/sheet${sheets}.xml`, text: sheet(columns, source, left) }
  } while (left.rows.length > 0)
  for (const [name, text] of Object.entries(frame(sheets))) yield { name, text: [declaration + text] }
}

/** One sheet of what there is; what does not fit in is left for the next. */
async function* sheet(columns: readonly SheetColumn[], source: AsyncIterator<Left['rows']>, left: Left): AsyncGenerator<string> {
  const pane = '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews>'
  const widths = columns.map(
    ({ type, title }, at) => `<col min="${at + 1}" max="${at + 1}" width="${widthOf(type, title)}" customWidth="1"/>`,
  )
  const head = columns.map(({ title }) => words(title, 1)).join('')
  yield `${declaration}<worksheet xmlns="${main}">${pane}<cols>${widths.join('')}</cols><sheetData><row>${head}</row>`
  const draw = columns.map(({ type }) => cellOf[type])
  let room = rowsMax
  while ((await isMore(source, left)) && room > 0) {
    const some = left.rows.slice(0, room)
    left.rows = left.rows.slice(room)
    room -= some.length
    yield some.map(row => `<row>${row.map((cell, at) => draw[at]!(cell)).join('')}</row>`).join('')
  }
  yield '</sheetData></worksheet>'
}

/** Whether there is a further row; asked before a sheet is full, so that no empty one follows. */
async function isMore(source: AsyncIterator<Left['rows']>, left: Left): Promise<boolean> {
  while (left.rows.length === 0 && !left.ended) {
    const next = await source.next()
    if (next.done) left.ended = true
    else left.rows = next.value
  }
  return left.rows.length > 0
}
interface Left {
  rows: readonly (readonly string[])[]
  ended: boolean
}

const widthOf = (type: CellType, title: string) => Math.min(40, Math.max(type === 'moment' ? 20 : 12, 2 * title.length + 2))

const words = (text: string, style = styleOf.text): string =>
  text === '' ? '<c/>' : `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
const figure = (type: 'whole' | 'hundredths' | 'thousandths') => (text: string) =>
  /^-?\d{1,15}(\.\d+)?$/.test(text) ? `<c s="${styleOf[type]}"><v>${text}</v></c>` : words(text)
const dated = (type: 'moment' | 'day') => (text: string) => {
  const at = Date.parse(`${text.replace(' ', 'T')}${type === 'day' ? 'T00:00:00' : ''}Z`)
  // Before the year 1900 a spreadsheet has no days.
  return at > dayZero + 60 * dayMs ? `<c s="${styleOf[type]}"><v>${(at - dayZero) / dayMs}</v></c>` : words(text)
}
const cellOf: Record<CellType, (text: string) => string> = {
  text: text => words(text),
  whole: figure('whole'),
  hundredths: figure('hundredths'),
  thousandths: figure('thousandths'),
  moment: dated('moment'),
  day: dated('day'),
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// oxlint-disable-next-line no-control-regex -- XML has no way to say these
const unsayable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const escaped = (text: string): string =>
  text
    .slice(0, charactersMax)
    .replaceAll(/[&<>"]/g, mark => entities[mark]!)
    .replaceAll(unsayable, '')
    .toWellFormed()

/** What surrounds the sheets. */
function frame(sheets: number): Record<string, string> {
  const each = (line: (at: number) => string) => Array.from({ length: sheets }, (_, at) => line(at + 1)).join('')
  const part = (name: string, type: string) => `<Override PartName="/${name}" ContentType="${kind}.${type}+xml"/>`
  return {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each(
      at => `<sheet name="Sheet${at}" sheetId="${at}" r:id="rId${at}"/>`,
    )}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageRelations}">${each(
      at => `<Relationship Id="rId${at}" Type="${relations}/worksheet" Target="worksheets/sheet${at}.xml"/>`,
    )}<Relationship Id="rId${sheets + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': styles,
    '_rels/.rels': `<Relationships xmlns="${packageRelations}">${[
      `<Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/>`,
    ].join('')}</Relationships>`,
    '[Content_Types].xml': `<Types xmlns="${contentTypes}">${[
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
      part('xl/workbook.xml', 'sheet.main'),
      part('xl/styles.xml', 'styles'),
      each(at => part(`xl/worksheets/sheet${at}.xml`, 'worksheet')),
    ].join('')}</Types>`,
  }
}

const style = (format: number, font = 0) =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`
/** Plain, head, text, whole numbers, two decimals, moments, days, three decimals: in the order of `styleOf`. */
const styles = [
  `<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>`,
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="#,##0.000"/></numFmts>',
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="8">',
  style(0),
  style(49, 1),
  style(49),
  style(1),
  style(4),
  style(164),
  style(165),
  style(166),
  '</cellXfs></styleSheet>',
].join('')
