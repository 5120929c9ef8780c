import { resolve } from 'node:path'
import { filesOfRecords } from './direct-imports.ts'
import {
  catalogueOf,
  laterIn,
  laterRoots,
  recordsOf,
  roots,
  wordsOfPages,
  wordsOfParts,
  type Catalogue,
  type Language,
} from './page-needs.ts'

const table = 'virtual:page-needs'
const wordsOf = /^\0virtual:words\/(zh|en)\/(.+)$/
const filesOf = /^\0virtual:word-files\/(zh|en)$/
const listOf = /^\0virtual:records\/(\w+)$/
const kept = 'all'
const ours = /\/packages\/web\/src\/.*\.tsx?$/
const withWords = resolve(import.meta.dirname, '../src/kit/with-words.ts')
const lister = resolve(import.meta.dirname, '../src/kit/record-page.tsx')

const asModule = (catalogue: Catalogue, names: readonly string[]) =>
  `export default ${JSON.stringify(Object.fromEntries(names.map(name => [name, catalogue.get(name)!.tree])))}`

type Words = ReadonlyMap<string, readonly string[]>
interface Known {
  /** Of pages, and of the modules that these bring later. */
  readonly words: Words
  readonly parts: Words
  readonly catalogues: Readonly<Record<Language, Catalogue>>
}
const learn = async (): Promise<Known> => ({
  words: await wordsOfPages(),
  parts: await wordsOfParts(),
  catalogues: { zh: await catalogueOf('zh'), en: await catalogueOf('en') },
})

/** Pages that say the same have one file: that of the first of them. So have parts. */
function fileOfWords(page: string, words: Words): string {
  const own = words.get(page)!.join()
  return [...words].find(([, names]) => names.join() === own)![0]
}

/** For each page the file of its words. */
function wordFiles({ words }: Known, language: Language): string {
  const files = [...words]
    .filter(([, names]) => names.length > 0)
    .map(([page]) => `${JSON.stringify(page)}: () => import('virtual:words/${language}/${fileOfWords(page, words)}')`)
  return `export default { ${files.join(', ')}, ${kept}: () => import('virtual:words/${language}/${kept}') }`
}

/** What a module brings later comes together with its words. */
function bringWords(code: string, id: string, { parts }: Known): string {
  const sites = laterIn(code, id).filter(({ part }) => parts.has(part))
  if (sites.length === 0) return code
  const written = sites.toReversed().reduce((text, { at, text: load, part }) => {
    const files = ['zh', 'en'].map(language => `${language}: () => import('virtual:words/${language}/${fileOfWords(part, parts)}')`)
    return `${text.slice(0, at)}withWords({ ${files.join(', ')} }, () => ${load})${text.slice(at + load.length)}`
  }, code)
  return `import { withWords } from ${JSON.stringify(withWords)};\n${written}`
}

/** For each page that only lists records, the file of those. */
function tableOf(): string {
  const lists = [...roots()].filter(([, { root }]) => root === lister).map(([page]) => `${page}: () => import('virtual:records/${page}')`)
  return `export const lists = { ${lists.join(', ')} }`
}

const importsOf = (records: readonly string[], files: ReadonlyMap<string, string>) =>
  [...new Set(records.map(name => files.get(name)!))].map(file => `import ${JSON.stringify(file)};\n`).join('')

/**
 * `virtual:page-needs`: what each page needs besides its code, found in its modules. Its words come as one file for each language; which
 * files those are comes with the first words of that language. The records that it shows or refers to are put before its own code, and so
 * are those of a dialog. What comes later than a page brings the words that only it says. @source docs/adr/0045
 */
export const needsOfAllPages = () => {
  let known: Promise<Known> | undefined
  const files = filesOfRecords()
  const later = laterRoots()
  const needed = () => (known ??= learn())
  return {
    name: 'needs-of-pages',
    enforce: 'pre' as const,
    resolveId: (source: string) => (/^virtual:(page-needs$|word-files\/|words\/|records\/)/.test(source) ? `\0${source}` : undefined),
    async load(id: string) {
      if (id === `\0${table}`) return tableOf()
      const filesFor = filesOf.exec(id)?.[1]
      if (filesFor) return wordFiles(await needed(), filesFor as Language)
      const [, language, of] = wordsOf.exec(id) ?? []
      if (of) {
        const { words, parts, catalogues } = await needed()
        const catalogue = catalogues[language as Language]
        return asModule(catalogue, of === kept ? [...catalogue.keys()] : (words.get(of) ?? parts.get(of))!)
      }
      const page = listOf.exec(id)?.[1]
      return page
        ? `${importsOf(recordsOf(lister, roots().get(page)!.records), files)}export { RecordPage } from ${JSON.stringify(lister)}`
        : undefined
    },
    async transform(code: string, id: string) {
      if (!ours.test(id)) return undefined
      const records = id !== lister && later.has(id) ? importsOf(recordsOf(id), files) : ''
      const written = records + bringWords(code, id, await needed())
      return written === code ? undefined : { code: written, map: null }
    },
  }
}
