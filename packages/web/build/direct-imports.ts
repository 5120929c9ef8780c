import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const web = resolve(import.meta.dirname, '..')
const contract = resolve(web, '../contract/src')
const modules = resolve(web, '../../node_modules')

/** `export const orders`, `export function call`; types are gone before anything is bundled. */
const declared = /^export (?:async )?(?:const|let|function\*?|class|enum) (\w+)/gm
const reexported = /^export \{([^}]*)\}(?: from '(\.[^']+)')?/gm

/** In which file of the contract each name is made that an index of it gives, as `export *` and `export { … } from` say. */
export function contractFiles(index = join(contract, 'index.ts'), found = new Map<string, string>()): Map<string, string> {
  const text = readFileSync(index, 'utf8')
  for (const [, name = ''] of text.matchAll(declared)) if (!found.has(name)) found.set(name, index)
  for (const [, names = '', from] of text.matchAll(reexported)) {
    for (const name of names.split(',').map(each => each.trim().split(' as ').at(-1)!))
      if (name && !name.startsWith('type ') && !found.has(name)) found.set(name, from ? join(dirname(index), from) : index)
  }
  for (const [, from = ''] of text.matchAll(/^export \* from '(\.[^']+)'/gm)) contractFiles(join(dirname(index), from), found)
  return found
}

/** In which file of the contract each record is described. */
export function filesOfRecords(): Map<string, string> {
  const files = readdirSync(contract, { recursive: true, encoding: 'utf8' }).filter(
    name => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  return new Map(
    files.flatMap(file =>
      [...readFileSync(join(contract, file), 'utf8').matchAll(/\bresource\(\s*'(\w+)'/g)].map(
        ([, name]) => [name!, join(contract, file)] as const,
      ),
    ),
  )
}

type FileOf = (name: string) => { file: string; exported: string } | undefined

const asDefault = (file: string) => ({ file, exported: 'default' })
const folderOf = (name: string) => name.replaceAll(/(?<!^)([A-Z])/g, '-$1').toLowerCase()

function places(): Map<string, FileOf> {
  const files = contractFiles()
  const ofContract: FileOf = name => (files.has(name) ? { file: files.get(name)!, exported: name } : undefined)
  const ofAntd: FileOf = name => asDefault(join(modules, 'antd/es', folderOf(name), 'index.js'))
  const ours: Record<string, string> = {
    Drawer: 'overlays',
    Dropdown: 'popups',
    Modal: 'overlays',
    Segmented: 'segmented',
    Select: 'select',
    Tooltip: 'popups',
  }
  return new Map<string, FileOf>([
    ['ui', name => (ours[name] ? { file: join(web, `src/kit/${ours[name]}.tsx`), exported: name } : ofAntd(name))],
    ['antd', ofAntd],
    ['@ant-design/icons', name => asDefault(join(modules, '@ant-design/icons/es/icons', `${name}.js`))],
    ['@forecourt/contract', ofContract],
    ['@forecourt/contract/start', ofContract],
    ['@forecourt/contract/schemas', name => (files.has(name) ? { file: `${files.get(name)!}?schemas`, exported: name } : undefined)],
  ])
}

const imports = /^import \{([^}]*)\} from '([^']+)'/gm

/**
 * What is imported from the index of a library is imported from the file that makes it, so that the graph of modules says who needs what:
 * files are put together by it, and a page's words and records are found by it.
 */
export function withDirectImports(code: string, of: Map<string, FileOf>): string {
  return code.replaceAll(imports, (whole, names: string, source: string) => {
    const fileOf = of.get(source.endsWith('/ui.ts') ? 'ui' : source)
    if (!fileOf) return whole
    return names
      .split(',')
      .map(name => name.trim())
      .filter(name => name !== '' && !name.startsWith('type '))
      .map(name => {
        const [imported = '', local = imported] = name.split(' as ')
        const found = fileOf(imported)
        if (!found) throw new Error(`${source} has no ${imported}`)
        return `import { ${found.exported} as ${local} } from ${JSON.stringify(found.file)}`
      })
      .join(';')
  })
}

export const directImports = () => {
  const of = places()
  return {
    name: 'direct-imports',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      if (!id.startsWith(join(web, 'src')) || !/\.tsx?$/.test(id)) return undefined
      return { code: withDirectImports(code, of), map: null }
    },
  }
}
