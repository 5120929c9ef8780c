import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = dirname(import.meta.dirname)
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const text = read('CONTRIBUTING.md')
const walk = text.slice(text.indexOf('## A page, from contract to picture'), text.indexOf('## An act'))
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'db', 'packages'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter(
    path =>
      /\.(tsx?|sql|txt)$/.test(path) && !/\.test\.|packages\/acceptance\/|postgres\/tables\.ts$/.test(path) && existsSync(join(root, path)),
  )
const filesIn = (part: string) => linked(part).filter(path => statSync(join(root, path)).isFile())
const linked = (part: string) => [...part.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => path!)

test('every command that it tells is there', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const told = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!)
  expect(told.length).toBeGreaterThan(8)
  expect(told.filter(name => !(name in scripts))).toEqual([])
})

test('every folder and file that it has tested is there', () => {
  const told = [...text.matchAll(/npx vitest run ([^`\n]+)/g)].flatMap(([, paths]) => paths!.split(' '))
  expect(told.length).toBeGreaterThan(5)
  expect(told.filter(path => ![path, `${path}.test.ts`].some(each => existsSync(join(root, each))))).toEqual([])
})

test('every file that it links to is there', () => {
  expect(linked(text).length).toBeGreaterThan(20)
  expect(linked(text).filter(path => !existsSync(join(root, path)))).toEqual([])
})

test('what it shows of code stands in one of the files that it names before', () => {
  const shown = [...text.matchAll(/```(?:tsx?|sql)\n([\s\S]*?)```/g)]
  expect(shown.length).toBeGreaterThan(4)
  const strange = shown.filter(({ index, 1: code }) => !filesIn(text.slice(0, index)).some(path => read(path).includes(code!)))
  expect(strange.map(([, code]) => code)).toEqual([])
})

test('it walks through each thing that is added often, with an example from the tree', () => {
  const rows = text.split('\n')
  for (const wanted of ['a page with the details of a record', 'a job', 'money in the settlement of a shift', 'an invariant']) {
    const row = rows.find(line => line.startsWith(`| ${wanted} |`)) ?? ''
    expect(linked(row), wanted).not.toEqual([])
  }
  expect(text.match(/^## An? .*$/gm)).toEqual(['## A page, from contract to picture', '## An act', '## A module, and what it may bring'])
})

/** What a plain record is made of, with fuel codes as the example: files of its own, and its lines in those of its domain. */
const ownFiles = /\/fuel-code\.ts$|_fuel_code\.sql$/
const names = [
  "name: 'fuelCode'",
  'fuelCode\\.taken',
  '\\bfuelCodes\\b',
  'fuel\\.code\\.(read|write)\\b',
  'table fuel_code\\b',
  '/fuel-code',
]
const naming = new RegExp(names.join('|'))
const entry = /^ {2}\{\n {4}name: 'fuelCode',[\s\S]*?^ {2}\},$/m
/** The two lines that a permission or a page takes in the expected tables: its marks, and the calls beneath it. */
const expected = /^(page fuelCode|fuel\.code\.(read|write)) .*(\n {2}\S.*)*$/gm
/** Every table that there was has got its keys there; a new one brings its own. */
const keysOfAll = /_keys_of_a_company\.sql$/
const written = /contract\/src\/(domains|declared|declared-pages)\.ts$/

function linesIn(path: string): number {
  const whole = read(path).trimEnd()
  if (ownFiles.test(path)) return whole.split('\n').length
  const blocks = [...(path.endsWith('.txt') ? whole.matchAll(expected) : []), entry.exec(whole) ?? []].flatMap(found => found[0] ?? [])
  const rest = blocks.reduce((text, block) => text.replace(block, ''), whole)
  return blocks.join('\n').split('\n').filter(Boolean).length + rest.split('\n').filter(line => naming.test(line)).length
}

test('a plain record costs at most 8 files and 60 lines; it names each file, and says how many there are', () => {
  const made = files.filter(path => naming.test(read(path)) && !written.test(path) && !keysOfAll.test(path))
  expect(made.filter(path => !linked(walk).includes(path))).toEqual([])
  const taken = Object.fromEntries(made.map(path => [path, linesIn(path)]))
  const sum = Object.values(taken).reduce((all, each) => all + each, 0)
  const [, lines, places] = /That is (\d+) lines in (\d+) files/.exec(walk)!
  expect([sum, made.length], JSON.stringify(taken, null, 1)).toEqual([Number(lines), Number(places)])
  expect(made.length).toBeLessThanOrEqual(8)
  expect(sum).toBeLessThanOrEqual(60)

  // Nothing else is in this domain, so the rest of its files is what any new domain costs, with its name in the list of modules.
  const ofDomain = made.filter(path => !path.startsWith('db/') && linked(walk).includes(path))
  const whole = ofDomain.reduce((all, path) => all + read(path).trimEnd().split('\n').length - taken[path]!, 0)
  const named = read('packages/server/src/modules/index.ts').match(/\bfuel\b.*$/gm)!.length
  expect(whole + named).toBe(Number(/(\d+) lines more/.exec(walk)![1]))
})
