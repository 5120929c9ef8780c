import * as contract from '@forecourt/contract'
import { resources, type Endpoint, type Resource } from '@forecourt/contract'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { addWords, setLanguage, type Language, type Tree } from '../i18n/index.ts'
import type { FormField } from './form/values.ts'
import { bodyFields, entryFields } from './form/values.ts'
import { choiceLabel, fieldHelp, labelOf, nounOf, partLabel, titled, unitOf } from './label.ts'

const catalogues = import.meta.glob<{ default: Tree }>(['../i18n/*.ts', './**/i18n/*.ts', '../features/*/i18n/*.ts'], { eager: true })
const languages = ['zh', 'en'] as const

/** `companies.admin`, `fuelCodeId`: words for machines. */
const isKey = (text: string) => /^[a-z]\w*(\.\w+)+$|^[a-z]+[A-Z]\w*$/.test(text) || text === ''

/** Everything that a form of these fields shows in words, with the parts of its groups and of its lists of records. */
const shown = (field: FormField, label = labelOf(field)): string[] => [
  titled(label, unitOf(field.kind)),
  ...[fieldHelp(field.owner, field.name)].filter(help => help !== undefined),
  ...field.options.map(member => choiceLabel(field.owner, field.name, String(member))),
  ...elements(field).map(member => choiceLabel(field.owner, field.name, member)),
  ...parts(field).flatMap(part => shown(part, partLabel(field, part))),
]
const bareOf = ({ schema }: FormField) => contract.metaOf(schema).bare
function parts(field: FormField): FormField[] {
  const bare = bareOf(field)
  if (field.kind === 'list') return entryFields(field) ?? []
  return field.kind === 'object' && bare instanceof z.ZodObject ? bodyFields(field.owner, bare) : []
}
const elements = (field: FormField): readonly string[] =>
  field.kind === 'list' ? ((bareOf(field) as { element?: { options?: readonly string[] } }).element?.options ?? []) : []

const keysIn = (owner: string, fields: readonly FormField[]) =>
  fields.flatMap(field => shown(field).flatMap(text => (isKey(text) ? [`${owner}.${field.name}: ${text}`] : [])))

function speak(language: Language): void {
  setLanguage(language)
  for (const [path, { default: tree }] of Object.entries(catalogues)) if (path.endsWith(`${language}.ts`)) addWords(tree)
}

interface Form {
  readonly call: string
  readonly words: string
  readonly fields?: readonly string[]
}
/** The act forms of the pages: `<ActForm of={cardMoney.adjust} words="cardMoney" fields={[…]}`. */
const forms: Form[] = ['features', 'app', 'kit'].flatMap(folder => {
  const root = join(import.meta.dirname, '..', folder)
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.tsx'))
    .flatMap(path => formsIn(readFileSync(join(root, path), 'utf8')))
})
/** The fields that a form lists: itself, by a constant, by a constant of several lists, or by what a hook makes of a constant. */
function fieldsOf(form: string, source: string): string | undefined {
  const [, listed, constant, several] = /\bfields=\{(?:\[([^\].]*)\]|(\w+)|\[\.\.\.(\w+)\[\w+\]\])\}/.exec(form) ?? []
  const spread = /\{\.\.\.(\w+)\}/.exec(form)?.[1]
  const given = constant ?? (spread && new RegExp(`const ${spread} = use\\w+\\((\\w+)\\)`).exec(source)?.[1])
  if (several) return new RegExp(`const ${several}\\b[^=]*= \\{([^}]*)\\}`).exec(source)?.[1]
  return listed ?? (given && new RegExp(`const ${given}\\b[^=]*= \\[([^\\]]*)\\]`).exec(source)?.[1])
}
function formsIn(source: string): Form[] {
  return [...source.matchAll(/<[A-Z]\w*\s[^<]*?\bof=\{([\w.]+)\}[^<]*?\bwords=(?:"(\w+)"|\{(\w+)\.name\})/g)].map(found => {
    const rest = source.slice(found.index, found.index + found[0].length + 400).split(/\/>|\n\s*>/)[0]!
    const listed = fieldsOf(rest, source)
    const words = found[2] ?? (contract as unknown as Record<string, Resource>)[found[3]!]!.name
    return { call: found[1]!, words, ...(listed && { fields: [...listed.matchAll(/'(\w+)'/g)].map(([, name]) => name!) }) }
  })
}
const endpointOf = (call: string): Endpoint | undefined =>
  call.split('.').reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], contract) as Endpoint | undefined

describe.each(languages)('no form shows a key instead of words (%s)', language => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    speak(language)
  })
  afterEach(() => vi.restoreAllMocks())

  test.each([...resources.values()].filter(({ create, update }) => create ?? update).map(of => [of.name, of] as const))(
    'the form of a record of %s',
    (name, of) => {
      expect(keysIn(name, bodyFields(name, of.body))).toEqual([])
      expect(isKey(nounOf(of))).toBe(false)
    },
  )

  test.each(forms.map(form => [`${form.call} in the words of ${form.words}`, form] as const))(
    'the act %s',
    (_, { call, words, fields }) => {
      const body = endpointOf(call)?.body
      if (!(body instanceof z.ZodObject)) return
      const all = bodyFields(words, body).filter(({ name }) => (fields ? fields.includes(name) : name !== 'pinProof'))
      expect(keysIn(words, all)).toEqual([])
    },
  )
})

test('the acts of the pages are found in their sources', () => {
  expect(forms.length).toBeGreaterThan(12)
  expect(forms.filter(({ call }) => endpointOf(call) !== undefined).length).toBeGreaterThan(12)
  expect(forms.find(({ call }) => call === 'createCompany')?.words).toBe('companies')
})

test.each(languages)('the administrator of a new company is not called by the name of the company (%s)', language => {
  speak(language)
  const admin = bodyFields('companies', contract.createCompany.body as z.ZodObject).find(({ name }) => name === 'admin')!
  const name = parts(admin).find(part => part.name === 'name')!
  expect(partLabel(admin, name)).toBe({ zh: '姓名', en: 'Name' }[language])
})
