import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = dirname(import.meta.dirname)
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const text = read('CONTRIBUTING.md')
const walk = text.slice(text.indexOf('## A page, from contract to picture'), text.indexOf('## A module, and what it may bring'))
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'db', 'packages'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter(
    path =>
      /\.(tsx?|sql|txt)$/.test(path) && !/\.test\.|packages\/acceptance\/|postgres\/tables\.ts$/.test(path) && existsSync(join(root, path)),
  )
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

test('what it shows of a page stands in one of the files that it names before', () => {
  const shown = [...walk.matchAll(/```(?:tsx?|sql)\n([\s\S]*?)```/g)]
  expect(shown.length).toBeGreaterThan(4)
  const strange = shown.filter(({ index, 1: code }) => !linked(walk.slice(0, index)).some(path => read(path).includes(code!)))
  expect(strange.map(([, code]) => code)).toEqual([])
})

test('it names every file that a page is made of, and says how many lines they take', () => {
  const named = ["name: 'fuelCode'", 'fuelCode\\.taken', '\\bfuelCodes\\b', 'fuel\\.code\\.(read|write)\\b', 'table fuel_code\\b']
  const registered = ['/fuel-code', '\\./fuel/index', '^ {2}\\.\\.\\.fuel,$']
  const ofPage = new RegExp([...named, ...registered].join('|'), 'm')
  const written = ['packages/contract/src/domains.ts', 'packages/contract/src/declared.ts']
  const made = files.filter(path => ofPage.test(read(path)) && !written.includes(path))
  expect(made.filter(path => !linked(walk).includes(path))).toEqual([])

  const own = ['fuel-code[\\w-]*\\.tsx?$', '_fuel_code\\.sql$', 'modules/fuel/', 'features/fuel/', 'contract/src/fuel/', 'expected/fuel\\.']
  const whole = (path: string) => new RegExp(own.join('|')).test(path)
  const entry = /^ {2}\{\n {4}name: 'fuelCode',[\s\S]*?^ {2}\},\n/m
  const taken = made.map(path => {
    const lines = (entry.exec(read(path))?.[0] ?? read(path)).trimEnd().split('\n')
    return lines.filter(line => whole(path) || entry.test(read(path)) || ofPage.test(line)).length
  })
  const [, lines, places] = /That is (\d+) lines in (\d+) files/.exec(walk)!
  expect([taken.reduce((sum, each) => sum + each, 0), made.length]).toEqual([Number(lines), Number(places)])
})
