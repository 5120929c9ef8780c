import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { resources } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { catalogueOf, howOf, keysOf, laterIn, modulesOf, recordsOf, roots, shownBy, wordsOf, wordsOfParts } from '../../build/page-needs.ts'
import en from '../i18n/en.ts'
import shell from '../i18n/zh.ts'
import kit from '../kit/i18n/zh.ts'

const src = join(import.meta.dirname, '..')
const catalogue = await catalogueOf('zh')
const pages = [...roots()]
/** What comes with the first page. */
const first = new Set([shell, kit].flatMap(tree => Object.entries(tree).flatMap(([name, below]) => keysOf(below, name))))
/** Its own feature; of a page that the app puts together, those whose parts it takes. */
function featuresOf(root: string): readonly string[] {
  const own = /^features\/[\w-]+/.exec(relative(src, root))?.[0]
  return own ? [own] : [...readFileSync(root, 'utf8').matchAll(/'\.\.\/(features\/[\w-]+)\//g)].map(([, feature]) => feature!)
}

/** Names of records and of what their fields may be are everyone's; so are the kit's own parts. */
const isShared = (part: string) => resources.has(part) || part === 'choices' || !catalogue.get(part)!.of.startsWith('features/')

/** Pages that the app makes out of parts of features say what these say; others of its own, what is invited or found there. */
const ofCards = ['cardLife', 'cardMoney', 'cardPage', 'chipIssue', 'lowBalance', 'lowBalances', 'readCard', 'topUp']
const ofNoFeature: Record<string, readonly string[]> = {
  login: ['displaySignIn', 'invitation', 'stopNotices'],
  previewPrint: ['receipt', 'settle'],
  personalMember: ['memberHead', 'memberPage', 'tagGive', 'tagPage', ...ofCards],
  personalMemberDetails: ['memberEnd', 'memberNotice', 'memberPage', 'memberPoints', 'massCards', 'tagGive', 'tagPage', ...ofCards],
}

test.each(pages)('%s loads the words of its own feature, names of records, and no stranger’s', (name, { root, records }) => {
  const own = featuresOf(root)
  const strangers = wordsOf(root, catalogue, records, 'later').filter(
    part => !isShared(part) && !own.includes(catalogue.get(part)!.of) && !ofNoFeature[name]?.includes(part),
  )
  expect(strangers).toEqual([])
})

const literal = /\bt\(\s*(?:[^()'"`]*\?\s*)?'([\w.]+)'(?:\s*:\s*'([\w.]+)')?/g
/** What these modules say or show that is not among the words. */
function lacking(modules: Iterable<string>, words: ReadonlySet<string>, records: readonly string[] = []): string[] {
  const said = [...modules].flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(literal)].flatMap(([, one, other]) => [one, other].filter(key => key !== undefined)),
  )
  return [
    ...said.filter(key => !first.has(key) && !words.has(key.split('.')[0]!)),
    ...shownBy([...modules], records).filter(record => catalogue.has(record) && !words.has(record)),
  ]
}
const parts = await wordsOfParts()
test.each(pages)('%s lacks no word that its modules say, and none that names a field of its records', (name, { root, records }) => {
  const words = new Set(wordsOf(root, catalogue, records, howOf(name)))
  expect(lacking(modulesOf(root, howOf(name)), words, records)).toEqual([])
  // Each part that it brings later, with the words that come with that part.
  const places = [...modulesOf(root, 'later')].flatMap(file => laterIn(readFileSync(file, 'utf8'), file).map(({ part }) => part))
  for (const part of new Set(places))
    expect([part, ...lacking(modulesOf(join(src, part), 'soon'), words.union(new Set(parts.get(part))))]).toEqual([part])
})

test('what a page says only in a dialog comes with the dialog', () => {
  expect(wordsOf(roots().get('classSettle')!.root, catalogue)).not.toContain('tanks')
  expect(parts.get('features/settlement/close-dialog.tsx')).toContain('tanks')
})

test('a module that says something of another feature would bring its words, so that the first test above finds it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'words-'))
  const page = join(folder, 'page.tsx')
  writeFileSync(page, `import './part.tsx'\nexport default () => t('${[...catalogue.get('settle')!.keys][0]}')\n`)
  writeFileSync(join(folder, 'part.tsx'), 'const label = (name: string) => wordsFor(`cardPage.${name}`)\n')
  expect(wordsOf(page, catalogue)).toEqual(['cardPage', 'settle'])
  rmSync(folder, { recursive: true })
  expect(isShared('settle')).toBe(false)
})

test('a list knows its record and those that it refers to before it runs; home needs to know none', () => {
  const of = (page: string) => recordsOf(roots().get(page)!.root, roots().get(page)!.records)
  expect(of('fuelCode')).toEqual(expect.arrayContaining(['fuelCodes', 'stations']))
  expect(of('allQuery')).toEqual(expect.arrayContaining(['orders', 'lineItems', 'nozzleControls', 'userCards', 'users']))
  expect(of('home')).toEqual([])
})

test('every language has the same parts', async () => {
  expect([...(await catalogueOf('en')).keys()].sort()).toEqual([...catalogue.keys()].sort())
  expect(Object.keys(en).sort()).toEqual(Object.keys(shell).sort())
})
