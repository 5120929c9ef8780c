// What of the contract is found by its folder: the exports of every domain, its records by their names, and what each domain declares.
// `npm run contract` writes the three files anew; with --check it writes nothing, and fails when one of them differs.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const source = join(dirname(import.meta.dirname), 'packages/contract/src')
const notDomains = ['refusals']
const domains = readdirSync(source, { withFileTypes: true })
  .filter(entry => entry.isDirectory() && !notDomains.includes(entry.name))
  .map(({ name }) => name)
  .toSorted()
const header = '// Written by `npm run contract`: do not edit.'

const files = domains.flatMap(domain =>
  readdirSync(join(source, domain))
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts') && !['declarations.ts', 'refusals.ts'].includes(name))
    .toSorted()
    .map(name => `./${domain}/${name}`),
)

/** Calls and their shapes; what a domain declares is put together in declared.ts. */
async function exported(): Promise<string> {
  const members = (await Promise.all(files.map(recordsOf))).flat()
  const types = [
    '/** Every record by its name: what a relation leads to. */',
    "declare module './rows.ts' {",
    '  interface Records {',
    ...members,
  ]
  return [header, ...files.map(file => `export * from '${file}'`), '', ...types, '  }', '}', ''].join('\n')
}

/** The exported resources of a file, by the name they have: what calls itself by the name of one, and has its rows. */
async function recordsOf(file: string): Promise<string[]> {
  const values = Object.entries((await import(join(source, file))) as Record<string, { name?: string; row?: object } | undefined>)
  const { resources } = (await import(join(source, 'kit.ts'))) as { resources: ReadonlyMap<string, unknown> }
  return values.flatMap(([value, of]) =>
    of?.name && of.row && resources.has(of.name) ? [`    ${of.name}: typeof import('${file}').${value}`] : [],
  )
}

function declared(): string {
  const declaring = domains.filter(domain => existsSync(join(source, domain, 'declarations.ts')))
  const parts = ['permissions', 'actions', 'refusals'].map(part => {
    const of = declaring.filter(domain => declares(domain, part)).map(domain => `  ...${domain}Domain.${part},`)
    return [`export const ${part} = {`, ...of, '}'].join('\n')
  })
  const imports = declaring.map(domain => `import * as ${domain}Domain from './${domain}/declarations.ts'`)
  const ofPages = declaring.filter(domain => declares(domain, 'pages')).map(domain => `  ...${domain}Domain.pages,`)
  const pages = [
    '/** With all that is said of them, in no order. */',
    'export const wholePages = [',
    '  ...ownPages,',
    ...ofPages,
    ']',
  ].join('\n')
  const own = "import { pages as ownPages } from './own-pages.ts'"
  return [header, ...imports, own, '', [...parts, pages].join('\n\n'), ''].join('\n')
}

/** They are needed at the start, before any word of a permission or a refusal: so they are put together apart from those. */
function declaredPages(): string {
  const of = domains.filter(domain => existsSync(join(source, domain, 'declarations.ts')) && declares(domain, 'pages'))
  const imports = of.map(domain => `import { pages as ${domain}Pages } from './${domain}/declarations.ts'`)
  const lists = ['own', ...of].map(domain => `  ${domain}Pages,`)
  return [header, ...imports, "import { pages as ownPages } from './own-pages.ts'", '', 'export const pages = [', ...lists, ']', ''].join(
    '\n',
  )
}

const declares = (domain: string, part: string) =>
  new RegExp(`^export (const ${part}\\b|\\{ ${part} \\})`, 'm').test(readFileSync(join(source, domain, 'declarations.ts'), 'utf8'))

function keep(file: string, text: string): void {
  const path = join(source, file)
  if (!process.argv.includes('--check')) writeFileSync(path, text)
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    console.error(`packages/contract/src/${file} is not what the folders say. Run npm run contract.`)
    process.exitCode = 1
  }
}

// The declarations first: the calls, of which the records are read, are loaded with them.
keep('declared.ts', declared())
keep('declared-pages.ts', declaredPages())
keep('domains.ts', await exported())
