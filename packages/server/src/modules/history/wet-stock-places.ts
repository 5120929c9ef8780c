import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { note, words, type At } from './cells.ts'
import { leave, type LeftOut, type Without } from './left-out.ts'
import type { Problem } from './problem.ts'
import { portionsOf, type Portion, type Row } from './read.ts'
import { cell, centilitres, decimalOf, nameOf } from './wet-stock-cells.ts'
import type { Column, ProductKind, WetStockMapping } from './wet-stock-mapping.ts'

/** What is read with a mapping: where the files are, what is left out of them, and what was found wrong and left out so far. */
export interface Reading {
  readonly mapping: WetStockMapping
  readonly folder: string
  readonly without: Without
  readonly problems: Problem[]
  readonly left: LeftOut[]
}
export interface SaidStation {
  readonly id: string
  readonly code: string
  readonly name: string
}
export interface SaidProduct extends SaidStation {
  readonly kind: ProductKind
}
export interface SaidTank {
  readonly station: string
  readonly id: string
  readonly number: number
  readonly product: string
  readonly maxVolumeCl: number
  /** Where it is said. */
  readonly at: At | undefined
}
export interface Places {
  readonly stations: ReadonlyMap<string, SaidStation>
  readonly products: ReadonlyMap<string, SaidProduct>
  readonly tanks: ReadonlyMap<string, SaidTank>
}

type Part = Extract<WetStockMapping['stations' | 'products' | 'tanks'] | WetStockMapping['readings' | 'purchases'], { file: string }>
type Shape = Pick<Part, 'file' | 'encoding' | 'delimiter' | 'header'>

/** The rows of one of the files, by portions; the lines that are left out are added up and gone. */
export async function* rowsOf(
  { mapping, folder, without, left }: Reading,
  of: Shape,
  columns: readonly (Column | undefined)[],
  amounts: (row: Row) => Record<string, number | undefined> = () => ({}),
): AsyncGenerator<Portion> {
  const { file, encoding = mapping.encoding, delimiter = mapping.delimiter, header } = of
  const names = columns.flatMap(column => nameOf(column) || [])
  const format = { encoding, delimiter, header, without: without.get(file) ?? new Set<number>() }
  for await (const portion of portionsOf(join(folder, file), file, names, format)) {
    leave(
      left,
      file,
      portion.left.map(row => ({ line: row.line, amounts: amounts(row) })),
    )
    yield portion
  }
}

/** Stations, products and tanks, from their files or as the mapping names them; few enough to be held together. */
export async function placesOf(of: Reading): Promise<Places> {
  const { stations, products, tanks } = of.mapping
  return {
    stations: await listed(of, stations, ['id', 'code', 'name'], at => named(at, stations as never)),
    products: await listed(of, products, ['id', 'code', 'name', 'kind'], at => {
      const kind = cell(at, (products as unknown as Record<string, Column>)['kind'])
      if (!['gasoline', 'diesel', 'gas', 'other'].includes(kind))
        note(at, nameOf((products as never as { kind: Column }).kind), 'unknownKind')
      return { ...named(at, products as never), kind: kind as ProductKind }
    }),
    tanks: await tanksOf(of, tanks),
  }
}

type Named = { readonly id: Column; readonly code?: Column; readonly name: Column }
function named(at: At, { id, code, name }: Named): SaidStation {
  const own = words(at, nameOf(id), cell(at, id), 40)
  return {
    id: own,
    code: code === undefined ? own : words(at, nameOf(code), cell(at, code), 40),
    name: words(at, nameOf(name), cell(at, name), 100),
  }
}

async function listed<T extends SaidStation>(
  of: Reading,
  part: WetStockMapping['stations'] | WetStockMapping['products'],
  columns: readonly string[],
  read: (at: At) => T,
): Promise<Map<string, T>> {
  if ('rows' in part) return new Map(part.rows.map(row => [row.id, { ...row, code: row.code ?? row.id } as unknown as T]))
  const all = new Map<string, T>()
  const asked = columns.map(name => (part as Record<string, unknown>)[name] as Column | undefined)
  // What is left out of a file of rows that name these is told where those are read.
  const reading = part.repeated ? { ...of, left: [] } : of
  for await (const { rows, problems } of rowsOf(reading, part, asked)) {
    of.problems.push(...problems)
    for (const row of rows) {
      const at = { file: part.file, row, problems: of.problems }
      if (part.repeated && cell(at, part.id) === '') continue
      const said = read(at)
      const before = all.get(said.id)
      if (before && !(part.repeated && isDeepStrictEqual(before, said))) note(at, nameOf(part.id), 'sameId')
      all.set(said.id, said)
    }
  }
  return all
}

/** A tank of a station, as files name it. */
export const tankKey = (station: string, tank: string) => `${station}\n${tank}`

async function tanksOf(of: Reading, part: WetStockMapping['tanks']): Promise<Map<string, SaidTank>> {
  const all = new Map<string, SaidTank>()
  const put = (tank: SaidTank) => {
    const key = tankKey(tank.station, tank.id)
    if (all.has(key) && tank.at) note(tank.at, '', 'sameId')
    all.set(key, tank)
  }
  if ('rows' in part) {
    for (const { litres, number, ...row } of part.rows)
      put({ ...row, number: number ?? Number(row.id), maxVolumeCl: Math.round(litres * 100), at: undefined })
    return all
  }
  const by = { decimal: part.decimal ?? of.mapping.decimal, thousands: part.thousands ?? of.mapping.thousands }
  const asked = [part.station, part.id, part.number, part.product, part.litres]
  for await (const { rows, problems } of rowsOf(of, part, asked)) {
    of.problems.push(...problems)
    for (const row of rows) {
      const at = { file: part.file, row, problems: of.problems }
      const number = decimalOf(cell(at, part.number ?? part.id), { decimal: '.' }, 0)
      if (number === undefined || number < 1 || number > 999) note(at, nameOf(part.number ?? part.id), 'notNumber')
      const litres = centilitres(at, part.litres, by, 1)
      const [station, id, product] = [part.station, part.id, part.product].map(column => cell(at, column)) as [string, string, string]
      put({ station, id, number: number ?? 1, product, maxVolumeCl: litres, at })
    }
  }
  return all
}
