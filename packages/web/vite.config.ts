import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { beginScript } from './begin-script.ts'
import { directImports, filesOfRecords } from './build/direct-imports.ts'
import { groupsOfFiles } from './build/files.ts'
import { lightParts } from './build/light-parts.ts'
import { needsOfAllPages } from './build/needs-of-pages.ts'
import { plainContract } from './build/plain-contract.ts'
import { stylesAsFiles } from './build/styles-as-files.ts'

/** The React Compiler is young: one switch turns it off. */
const compiler = process.env['REACT_COMPILER'] !== 'off'

/** Which source this was built from, for the footer; empty outside a repository. */
function revision(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}

/** The first words of each language come as one file, and so do the words of each page, as its modules ask for them. */
const words = ['zh', 'en'].map(language => ({
  name: `words-${language}`,
  test: new RegExp(`(/src/(kit/)?i18n/|virtual:word-files/)${language}(\\.ts)?$`),
}))

/** Dialogs know of forms by a context; the forms themselves come with the first page that has one. */
const leanDialogs = {
  name: 'lean-dialogs',
  enforce: 'pre' as const,
  resolveId(source: string, importer: string | undefined) {
    if (source !== '@rc-component/form' || !importer?.endsWith('/antd/es/form/context.js')) return undefined
    return fileURLToPath(import.meta.resolve('@rc-component/form/es/FormContext.js'))
  },
}

/** Parts with hints do not bring what hints are made of, and neither hints nor icons bring what ours never ask of them. */
const leanHints = {
  name: 'lean-hints',
  apply: 'build' as const,
  enforce: 'pre' as const,
  resolveId(source: string, importer = '') {
    const ours = (file: string) => fileURLToPath(new URL(`src/kit/${file}.ts`, import.meta.url))
    if (source === '../tooltip' && /\/antd\/es\/(segmented|form)\//.test(importer)) return ours('library-tooltip')
    if (/\/antd\/es\/(tooltip|empty)\//.test(importer) && /^\.\/utils?$/.test(source)) return ours('library-colours')
    return undefined
  },
}

/** What is said of refusals and actions, in both languages: it comes with the first page that says it. */
const said = new RegExp(
  [
    '/packages/contract/src/(refusals/(?!script-form)|errors|search-reasons|declared|permissions|audit/actions)',
    '/packages/contract/src/\\w+/(declarations|refusals|actions)\\.ts$',
  ].join('|'),
)

/**
 * A domain declares its pages, and what roles do on each, beside its words. The start needs of a page what the menu, the router and the
 * breadcrumbs ask: it is evaluated here, in the order of the menu; what else a page is found by comes with the command box.
 */
const contractPage = (name: string) => new URL(`../contract/src/${name}.ts`, import.meta.url)
const elsewhere = ['reads', 'acts', 'demo', 'also', 'after']
const pagesAlone = {
  name: 'pages-alone',
  enforce: 'pre' as const,
  async load(id: string) {
    if (id === fileURLToPath(contractPage('page-names'))) {
      const { alsoOf } = (await import(contractPage('page-names').href)) as { alsoOf: unknown }
      return `export const alsoOf = ${JSON.stringify(alsoOf)}`
    }
    if (id !== fileURLToPath(contractPage('declared-pages'))) return undefined
    const { pages: declared } = (await import(contractPage('declared-pages').href)) as { pages: readonly (readonly { name: string }[])[] }
    const { pages } = (await import(contractPage('pages').href)) as { pages: readonly { name: string }[] }
    const byName = new Map(declared.flat().map(page => [page.name, page]))
    const shown = pages.map(({ name }) => Object.entries(byName.get(name)!).filter(([field]) => !elsewhere.includes(field)))
    // Many pages are opened by the same roles.
    const lists = [...new Set(shown.flat().flatMap(([field, value]) => (field === 'roles' ? [JSON.stringify(value)] : [])))]
    const text = (field: string, value: unknown) =>
      field === 'roles' ? `r[${lists.indexOf(JSON.stringify(value))}]` : JSON.stringify(value)
    const written = shown.map(fields => `{${fields.map(([field, value]) => `${field}:${text(field, value)}`).join()}}`)
    return `const r = [${lists.join()}]\nexport const pages = [[${written.join()}]]`
  },
}

/** Zod writes JSON Schema for the server's description of itself, not here: none of its schemas needs to know how. */
const noJsonSchema = {
  name: 'no-json-schema',
  transform: (code: string, id: string) =>
    id.endsWith('/zod/v4/classic/schemas.js')
      ? { code: code.replaceAll(/processors\.\w+Processor\([^)]*\)|create\w*JSONSchemaMethod\([^)]*\)/g, 'undefined'), map: null }
      : undefined,
}

/** `virtual:libraries`: what the product is made of besides its own code, each under its licence, as the lock file has it. */
const libraries = {
  name: 'libraries',
  resolveId: (source: string) => (source === 'virtual:libraries' ? `\0${source}` : undefined),
  load(id: string) {
    if (id !== '\0virtual:libraries') return undefined
    type Locked = { version: string; license?: string; dev?: boolean; link?: boolean }
    const lock = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')
    const used = Object.entries((JSON.parse(lock) as { packages: Record<string, Locked> }).packages)
      .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
      .map(([path, { version, license }]) => [path.split('node_modules/').at(-1), version, license ?? ''])
    return `export default ${JSON.stringify(used.toSorted(([a = ''], [b = '']) => a.localeCompare(b)))}`
  },
}

/**
 * The browsers that the README names, by what each of them must be able to read; nothing is written for newer ones. What they lack of
 * the language's own functions stands in src/core/older. @source docs/adr/0030
 */
const oldest = ['chrome109', 'edge109', 'firefox140', 'safari16.4']

/** Every `import()` goes through our own loader, which is given all files that it needs. */
const loadCode = {
  name: 'load-code',
  enforce: 'pre' as const,
  load: (id: string) =>
    id === '\0vite/preload-helper.js'
      ? `export { loadCode as __vitePreload } from ${JSON.stringify(fileURLToPath(new URL('src/core/load-code.ts', import.meta.url)))}`
      : undefined,
}
const allFiles = (file: string, others: readonly string[]) => [...new Set([file, ...others])].map(path => `/${path}`)

/** Where a record is described, and what its domain's are called in a file. */
const recordsOf = new Map([...filesOfRecords().values()].map(file => [file, `records-${basename(dirname(file))}`]))

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    needsOfAllPages(),
    directImports(),
    plainContract(),
    loadCode,
    leanDialogs,
    leanHints,
    pagesAlone,
    noJsonSchema,
    libraries,
    beginScript(oldest),
    stylesAsFiles(),
    lightParts,
    react({ compiler }),
  ],
  define: { __REVISION__: JSON.stringify(revision()) },
  build: {
    target: oldest,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, others, { hostType }) => (hostType === 'js' ? allFiles(file, others) : [...others]),
    },
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      // By then the compiler has read which parts it is to leave alone (build/light-parts.ts).
      checks: { moduleLevelDirective: false },
      // No library of ours does anything by being imported, but for its styles.
      treeshake: {
        moduleSideEffects: id => (!id.includes('node_modules') && !said.test(id) && !id.endsWith('?pages')) || id.endsWith('.css'),
      },
      output: {
        // Who shares a file would be told in its name, and each name stands in the table of files that every page begins with: names are
        // short, and so is what tells one version of a file from the next.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared') ? 'p' : '[name]'}-[hash:7].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${name.startsWith('shared') ? 'p' : '[name]'}-[hash:7][extname]`,
        codeSplitting: {
          groups: [
            { name: 'said', test: (id: string) => said.test(id) && !id.includes('invalid'), priority: 1 },
            ...words,
            // What the shell is made of comes as one file: few requests before the first picture. Every page needs it.
            { name: 'shell', tags: ['$initial'], test: (id: string) => !id.endsWith('/main.tsx'), priority: 2 },
            ...groupsOfFiles(),
            // Records come by domain: few files, and each is small.
            { debugName: 'records', name: (id: string) => recordsOf.get(id) ?? null },
            // What else several use is put into files by who uses it, so that nobody loads what only others need.
            { name: 'shared', test: (id: string) => !said.test(id), minShareCount: 2, entriesAware: true },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': process.env['API'] ?? 'http://127.0.0.1:8080' } },
})
