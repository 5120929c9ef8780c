import { once } from 'node:events'
import { crc32, createInflateRaw } from 'node:zlib'
import type { TableLine } from './read-text.ts'

/** A part of a workbook is as long as this at most once it is unpacked: what is small when packed must not fill the memory. */
const partMost = 256 * 1024 * 1024
/** One row, one shared text, or the list of sheets. */
const elementMost = 4 * 1024 * 1024
const wordsMost = 2_000_000
/** Columns further to the right are not read. */
const columnsMost = 200

interface Packed {
  readonly bytes: Uint8Array
  readonly isDeflated: boolean
  /** What its content adds up to. */
  readonly crc: number
}

/**
 * The rows of the first sheet of a workbook, as text; nothing where it is none, or is damaged. Only what cells show is read: formulas are
 * not computed, and nothing outside the file is asked for.
 * @param most so many rows are read; what follows is left out
 */
export async function rowsOfWorkbook(bytes: Uint8Array, most: number): Promise<TableLine[] | undefined> {
  try {
    return await Array.fromAsync(eachRowOfWorkbook(bytes, most))
  } catch (thrown) {
    if (thrown instanceof Damaged) return undefined
    throw thrown
  }
}

/** The same, row after row, so that they need not all be kept. @throws Damaged where it is no workbook, or from there on is none */
export async function* eachRowOfWorkbook(bytes: Uint8Array, most: number): AsyncGenerator<TableLine> {
  try {
    const parts = partsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    const sheet = parts.get(await firstSheet(parts))
    if (!sheet) throw new Damaged()
    const shared = await sharedWords(parts.get('xl/sharedStrings.xml'))
    let [last, left] = [0, most]
    for await (const row of elementsOf(sheet, 'row')) {
      const record = cellsOf(row, shared)
      if (record.every(cell => cell === '')) continue
      last = numberOf(row) ?? last + 1
      yield { line: last, record }
      if (--left === 0) return
    }
  } catch (thrown) {
    const isOurs = (thrown as { code?: string }).code?.startsWith('Z_') || thrown instanceof RangeError
    throw isOurs ? new Damaged() : thrown
  }
}

/** It is no workbook, or a part of it cannot be read. */
export class Damaged extends Error {}

/** What an archive holds, by the directory at its end. */
function partsOf(file: Buffer): Map<string, Packed> {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0) throw new Damaged()
  const parts = new Map<string, Packed>()
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    if (file.readUInt32LE(at) !== 0x02014b50) throw new Damaged()
    const method = file.readUInt16LE(at + 10)
    const crc = file.readUInt32LE(at + 16)
    const packed = file.readUInt32LE(at + 20)
    const [name, extra, comment] = [28, 30, 32].map(offset => file.readUInt16LE(at + offset)) as [number, number, number]
    const head = file.readUInt32LE(at + 42)
    const from = head + 30 + file.readUInt16LE(head + 26) + file.readUInt16LE(head + 28)
    const called = file.toString('utf8', at + 46, at + 46 + name).replaceAll('\\', '/')
    if (method === 0 || method === 8) parts.set(called, { bytes: file.subarray(from, from + packed), isDeflated: method === 8, crc })
    at += 46 + name + extra + comment
  }
  return parts
}

/** The text of a part as it is unpacked, so that neither the memory nor the event loop has all of it at once. */
async function* textOf({ bytes, isDeflated, crc }: Packed): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  if (!isDeflated) {
    if (crc32(bytes) !== crc) throw new Damaged()
    return yield decoder.decode(bytes)
  }
  const unpacking = createInflateRaw({ chunkSize: 256 * 1024 })
  unpacking.end(bytes)
  let [length, sum] = [0, 0]
  for await (const chunk of unpacking as AsyncIterable<Buffer>) {
    length += chunk.length
    sum = crc32(chunk, sum)
    if (length > partMost) {
      unpacking.destroy()
      await once(unpacking, 'close')
      throw new Damaged()
    }
    yield decoder.decode(chunk, { stream: true })
  }
  // Packed text that was changed can often be unpacked still, into less.
  if (sum !== crc) throw new Damaged()
}

/** Every element of a name in turn. */
async function* elementsOf(part: Packed, name: string): AsyncGenerator<string> {
  let text = ''
  for await (const piece of textOf(part)) {
    const { found, rest } = elementsIn(text + piece, name)
    yield* found
    if (rest.length > elementMost) throw new Damaged()
    text = rest
  }
}

/**
 * Whole elements of a name, which may have a prefix, and what is left behind the last of them. Each mark is looked at once, so that no
 * text takes longer than its length.
 */
function elementsIn(text: string, name: string): { found: string[]; rest: string } {
  const { begins, ends } = marksOf(name)
  begins.lastIndex = 0
  const found: string[] = []
  let from = 0
  for (let mark = begins.exec(text); mark; mark = begins.exec(text)) {
    from = mark.index
    if (!mark[0].endsWith('/>')) {
      ends.lastIndex = begins.lastIndex
      if (!ends.exec(text)) return { found, rest: text.slice(from) }
      begins.lastIndex = ends.lastIndex
    }
    found.push(text.slice(from, begins.lastIndex))
    from = begins.lastIndex
  }
  // The last mark may be there by half.
  return { found, rest: text.slice(Math.max(from, text.lastIndexOf('<'))) }
}

// A sheet has a cell in a few dozen bytes: what is looked for in each is made once.
const marksOf = byName(name => ({
  begins: new RegExp(`<(?:\\w+:)?${name}(?:\\s[^<>]*)?/?>`, 'g'),
  ends: new RegExp(`</(?:\\w+:)?${name}\\s*>`, 'g'),
}))
const attributeOf = byName(name => new RegExp(`\\s(?:\\w+:)?${name}="([^"]*)"`))
const attribute = (mark: string, name: string) => attributeOf(name).exec(mark)?.[1]

function byName<T>(make: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>()
  return name => made.get(name) ?? (made.set(name, make(name)), made.get(name)!)
}

async function wholeText(part: Packed | undefined): Promise<string> {
  let text = ''
  if (part)
    for await (const piece of textOf(part)) {
      text += piece
      if (text.length > elementMost) throw new Damaged()
    }
  return text
}

/** Where the sheet is that stands first in the workbook. */
async function firstSheet(parts: ReadonlyMap<string, Packed>): Promise<string> {
  const usual = 'xl/worksheets/sheet1.xml'
  const sheet = /<(?:\w+:)?sheet\s[^<>]*>/.exec(await wholeText(parts.get('xl/workbook.xml')))?.[0]
  const id = sheet && attribute(sheet, 'id')
  if (!id) return usual
  const relations = (await wholeText(parts.get('xl/_rels/workbook.xml.rels'))).match(/<(?:\w+:)?Relationship\s[^<>]*>/g) ?? []
  const target = relations.filter(each => attribute(each, 'Id') === id).map(each => attribute(each, 'Target'))[0]
  if (!target) return usual
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

async function sharedWords(part: Packed | undefined): Promise<string[]> {
  const words: string[] = []
  if (part)
    for await (const each of elementsOf(part, 'si')) {
      words.push(wordsIn(each))
      if (words.length > wordsMost) throw new Damaged()
    }
  return words
}

const written = /<(?:\w+:)?t(?:\s[^<>]*)?>([^<]*)<\/(?:\w+:)?t>/g
/** The text in an element, without how it is read aloud. */
function wordsIn(xml: string): string {
  const spoken = xml.includes('rPh') ? elementsIn(xml, 'rPh').found : []
  const bare = spoken.reduce((text, each) => text.replace(each, ''), xml)
  return [...bare.matchAll(written)].map(([, text]) => plain(text!)).join('')
}

const numberOf = (row: string): number | undefined => {
  const number = Number(attribute(row.slice(0, row.indexOf('>')), 'r'))
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

function cellsOf(row: string, shared: readonly string[]): string[] {
  const record: string[] = []
  for (const cell of elementsIn(row, 'c').found) {
    const mark = cell.slice(0, cell.indexOf('>'))
    const place = columnOf(attribute(mark, 'r')) ?? record.length
    if (place >= columnsMost) continue
    while (record.length < place) record.push('')
    record[place] = shownIn(attribute(mark, 't') ?? 'n', cell.slice(mark.length), shared).trim()
  }
  return record
}

function shownIn(type: string, inner: string, shared: readonly string[]): string {
  if (type === 'inlineStr') return wordsIn(inner)
  const value = plain(/<(?:\w+:)?v(?:\s[^<>]*)?>([^<]*)</.exec(inner)?.[1] ?? '')
  if (type === 's') return shared[Number(value)] ?? ''
  return type === 'n' ? figure(value) : value
}

/**
 * A spreadsheet keeps 15 digits of a number: 0.1 + 0.2 is 0.3, and a mobile number has no exponent. Of a longer one the rest is lost, so it
 * stays as it stands and is nobody's ID number.
 */
const figure = (text: string): string => {
  const value = Number(text)
  return /[eE.]/.test(text) && Math.abs(value) < 1e15 ? String(Number(value.toPrecision(15))) : text
}

/** `C7` is in the third column, whose place is 2. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? '')?.[1]
  return letters === undefined ? undefined : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const plain = (text: string): string =>
  text.replaceAll(/&(?:#x([\da-fA-F]{1,6})|#(\d{1,7})|(\w+));/g, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return entities[name] ?? whole
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    // No text has the first one or half a character.
    return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : ''
  })
