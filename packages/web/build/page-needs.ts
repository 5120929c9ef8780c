import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { metaOf, pages, resources, type Page, type Resource } from '@forecourt/contract'
import * as contract from '@forecourt/contract'
import type { Tree } from '../src/i18n/index.ts'

const src = resolve(import.meta.dirname, '../src')
export type Language = 'zh' | 'en'

const catalogueFiles = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter(path => /(^|\/)i18n\/zh\.ts$/.test(path))
  .toSorted()
/** What the shell and the kit say comes with the first page. */
const first = ['i18n/zh.ts', 'kit/i18n/zh.ts']

const readCatalogue = async (file: string, language: Language) =>
  ((await import(join(src, file.replace(/zh\.ts$/, `${language}.ts`)))) as { default: Tree }).default

/** A part of a catalogue, by its name at the top: `sales`, or a record's. */
export interface Part {
  /** The folder whose catalogue has it. */
  readonly of: string
  readonly tree: Tree
  readonly keys: ReadonlySet<string>
}
export type Catalogue = ReadonlyMap<string, Part>

/** All that is said besides what comes with the first page. */
export async function catalogueOf(language: Language): Promise<Catalogue> {
  const found = new Map<string, Part>()
  for (const file of catalogueFiles.filter(path => !first.includes(path)))
    for (const [name, more] of Object.entries(await readCatalogue(file, language))) {
      const tree = { ...found.get(name)?.tree, ...(more as Tree) }
      found.set(name, { of: dirname(dirname(file)), tree, keys: new Set(keysOf(tree, name)) })
    }
  return found
}

const read = new Map<string, string>()
/** Comments speak of the trade in its own words. */
const textOf = (file: string): string => {
  const known = read.get(file)
  if (known !== undefined) return known
  const text = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
  read.set(file, text)
  return text
}

/** What needs everything says so itself, and is not looked into: the history of any record. */
const withEverything = /withEverything\(\(\) => import\('[^']+'\)/g
const imported = /(?:^import (?!type )[^'"]*?|^export (?!type )[^'"]*? from |^import )'(\.[^']+)'/gm
/** Code that comes when it is asked for: its words come with it. */
const broughtLater = /(?<!typeof )\bimport\('(\.[^']+)'\)/g

/** What comes as soon as a page is quiet is part of the page. */
const broughtSoon = /\bsoon(?:Instead)?(?:<\w+>)?\(\s*(?:async )?\(\) =>[^;]{0,30}?\bimport\('(\.[^']+)'\)/g

const filesIn = (file: string, by: RegExp): string[] =>
  [...textOf(file).replaceAll(withEverything, '').matchAll(by)]
    .filter(([, path = '']) => /\.tsx?$/.test(path) && !path.includes('/i18n/'))
    .map(([, path]) => resolve(dirname(file), path!))

/** Which of the modules that a module brings count as its own, besides those that run before it. */
export type With = 'alone' | 'soon' | 'later'
const brought: Readonly<Record<With, RegExp | undefined>> = { alone: undefined, soon: broughtSoon, later: broughtLater }

/** The modules of the web that run before this one has run; with what they bring, on request. */
export function modulesOf(root: string, also: With = 'alone', found = new Set<string>()): Set<string> {
  if (found.has(root) || !existsSync(root)) return found
  found.add(root)
  const by = brought[also]
  for (const file of [...filesIn(root, imported), ...(by ? filesIn(root, by) : [])]) modulesOf(file, also, found)
  return found
}

const recordsByExport = new Map(
  Object.entries(contract).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && resources.has((value as Resource).name) && 'row' in value
      ? [[name, (value as Resource).name] as const]
      : [],
  ),
)
const ofContract = /^import \{([^}]*)\} from '@forecourt\/contract'/gm

/** Records that are named: imported, or by their name where one is asked for by its name. */
function recordsNamedIn(file: string): string[] {
  const text = textOf(file)
  const imports = [...text.matchAll(ofContract)].flatMap(([, names = '']) => names.split(',').map(name => name.trim().split(' as ')[0]!))
  const literals = [...text.matchAll(/['"](\w+)['"]/g)].map(([, name]) => name!)
  return [...imports.flatMap(name => recordsByExport.get(name) ?? []), ...literals.filter(name => resources.has(name))]
}

function refOf(of: Resource, relation: string): string | undefined {
  const id = (of.row.shape as Record<string, Parameters<typeof metaOf>[0]>)[`${relation}Id`]
  return of.many?.[relation]?.[0] ?? (id && metaOf(id).ref)
}

/** The records on the way of a path: `nozzleControl.tank.product.name` passes three. */
function passed(of: Resource, path: string): string[] {
  const [head = '', ...rest] = path.split('.')
  const next = rest.length > 0 ? resources.get(refOf(of, head) ?? '') : undefined
  return next ? [next.name, ...passed(next, rest.join('.'))] : []
}

const referredBy = (of: Resource): string[] =>
  Object.values(of.row.shape as Record<string, Parameters<typeof metaOf>[0]>).flatMap(schema => metaOf(schema).ref ?? [])

const known = (names: Iterable<string>) => [...new Set(names)].filter(name => resources.has(name)).toSorted()

/** The keys of a catalogue, as `t` is given them. */
export const keysOf = (tree: Tree | string, path: string): string[] =>
  typeof tree === 'string' ? [path] : Object.entries(tree).flatMap(([name, below]) => keysOf(below, `${path}.${name}`))

const texts = /(['"`])((\w+)\.[\w.-]*)|words="(\w+)"|words: '(\w+)'/g
/** The parts of catalogues that a text says something from: by a key, by the beginning of one, or by what a form is told. */
function saidIn(text: string, catalogue: Catalogue): string[] {
  return [...text.matchAll(texts)].flatMap(([, quote, key = '', part, ...told]) => {
    const name = part ?? told.find(Boolean)!
    const keys = catalogue.get(name)?.keys
    if (!keys) return []
    return part === undefined || keys.has(key) || (quote === '`' && [...keys].some(each => each.startsWith(key))) ? [name] : []
  })
}

/**
 * The parts of catalogues that a page or a part of it says something from: its records are called as they are in their own feature. What
 * it brings later has words of its own, and may be asked for with them.
 */
export function wordsOf(root: string, catalogue: Catalogue, also: readonly string[] = [], how: With = 'soon'): string[] {
  const modules = [...modulesOf(root, how)]
  const said = modules.flatMap(file => saidIn(textOf(file), catalogue))
  return [...new Set([...said, ...shownBy(modules, also)])].filter(name => catalogue.has(name)).toSorted()
}

/** The records that modules show: those that they name, and those that they pass on the way to a field. */
export function shownBy(modules: readonly string[], also: readonly string[]): string[] {
  const named = new Set([...also, ...modules.flatMap(recordsNamedIn)])
  const paths = modules.flatMap(file => [...textOf(file).matchAll(/['"`]([a-z]\w*(?:\.\w+)+)/g)].map(([, path]) => path!))
  return known([...named, ...[...named].flatMap(name => paths.flatMap(path => passed(resources.get(name)!, path)))])
}

/** Where records are looked up by their names. */
const lookup = join(src, 'kit/field.ts')
/** The records that have to be known before a module runs: those that it shows, and those that they refer to. */
export function recordsOf(root: string, also: readonly string[] = []): string[] {
  const modules = modulesOf(root)
  if (!modules.has(lookup)) return []
  const shown = shownBy([...modules], also)
  return known([...shown, ...shown.flatMap(name => referredBy(resources.get(name)!))])
}

/** Modules that are brought later, from anywhere. */
export const laterRoots = (): Set<string> => new Set(sourceFiles.flatMap(file => filesIn(file, broughtLater)))
const sourceFiles = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.d\.ts$/.test(path))
  .map(path => join(src, path))

const listed = /^ {2}'?(\w+)'?: \(\) => import\('([^']+)'\)/gm
const lister = join(src, 'kit/record-page.tsx')
/** Says the module of each page, which comes with the words of the page. */
const pageTable = join(src, 'app/pages.tsx')
/** What is no page and says something of what pages say: found from everywhere. */
const besides = { login: join(src, 'app/session/login-page.tsx'), commands: join(src, 'app/shell/command-box.tsx') }

/** The module that a page begins with; a page of records has the same as all of them. */
export function roots(): Map<string, { root: string; records: readonly string[] }> {
  const own = new Map([...textOf(pageTable).matchAll(listed)].map(([, name, path]) => [name!, resolve(dirname(pageTable), path!)]))
  const found = new Map<string, { root: string; records: readonly string[] }>()
  for (const { name, records } of pages as readonly Page[]) {
    const root = own.get(name) ?? (records ? lister : undefined)
    if (root) found.set(name, { root, records: records ? [records] : [] })
  }
  for (const [name, root] of Object.entries(besides)) found.set(name, { root, records: [] })
  return found
}

/** The log-in comes with the words of all its dialogs: they are few, and it is to be light. */
export const howOf = (name: string): With => (name === 'login' ? 'later' : 'soon')

/** What each page says, by its name. */
export async function wordsOfPages(): Promise<Map<string, string[]>> {
  const catalogue = await catalogueOf('zh')
  return new Map([...roots()].map(([name, { root, records }]) => [name, wordsOf(root, catalogue, records, howOf(name))]))
}

/**
 * For each module that pages bring later, by its path from the source, what it says besides what every page that has it says already.
 */
export async function wordsOfParts(): Promise<Map<string, string[]>> {
  const catalogue = await catalogueOf('zh')
  const words = await wordsOfPages()
  const places = [...roots()].map(([name, { root }]) => ({ modules: modulesOf(root, 'later'), words: new Set(words.get(name)) }))
  const said = [...laterRoots()].map(part => {
    const around = places.filter(({ modules }) => modules.has(part))
    return [relative(src, part), wordsOf(part, catalogue).filter(name => around.some(({ words }) => !words.has(name)))] as const
  })
  return new Map(said.filter(([, names]) => names.length > 0))
}

/** Where a module brings another later, and which: but for pages, what comes with a page, or with everything. */
export function laterIn(code: string, file: string): { readonly at: number; readonly text: string; readonly part: string }[] {
  if (file === pageTable) return []
  const hidden = [withEverything, broughtSoon].reduce((left, by) => left.replaceAll(by, site => ' '.repeat(site.length)), code)
  return [...hidden.matchAll(broughtLater)].map(({ index, 0: text, 1: path = '' }) => {
    return { at: index, text, part: relative(src, resolve(dirname(file), path)) }
  })
}
