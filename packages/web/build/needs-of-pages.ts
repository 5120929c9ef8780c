import { resolve } from 'node:path'
import { filesOfRecords } from './direct-imports.ts'
import { catalogueOf, laterRoots, recordsOf, roots, wordsOfPages, type Catalogue, type Language } from './page-needs.ts'

const table = 'virtual:page-needs'
const wordsOf = /^\0virtual:words\/(zh|en)\/(.+)$/
const filesOf = /^\0virtual:word-files\/(zh|en)$/
const listOf = /^\0virtual:records\/(\w+)$/
const kept = 'all'
const lister = resolve(import.meta.dirname, '../src/kit/record-page.tsx')

const asModule = (catalogue: Catalogue, names: readonly string[]) =>
  `export default ${JSON.stringify(Object.fromEntries(names.map(name => [name, catalogue.get(name)!.tree])))}`

interface Known {
  readonly words: ReadonlyMap<string, readonly string[]>
  readonly catalogues: Readonly<Record<Language, Catalogue>>
}
const learn = async (): Promise<Known> => ({
  words: await wordsOfPages(),
  catalogues: { zh: await catalogueOf('zh'), en: await catalogueOf('en') },
})

/** Pages that say the same have one file: that of the first of them. */
function fileOfWords(page: string, words: Known['words']): string {
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
 * are those of a dialog. @source docs/adr/0045
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
        const { words, catalogues } = await needed()
        const catalogue = catalogues[language as Language]
        return asModule(catalogue, of === kept ? [...catalogue.keys()] : words.get(of)!)
      }
      const page = listOf.exec(id)?.[1]
      return page
        ? `${importsOf(recordsOf(lister, roots().get(page)!.records), files)}export { RecordPage } from ${JSON.stringify(lister)}`
        : undefined
    },
    transform: (code: string, id: string) =>
      id !== lister && later.has(id) ? { code: importsOf(recordsOf(id), files) + code, map: null } : undefined,
  }
}
