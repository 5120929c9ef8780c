import { readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { plainModule, type PlainModule } from './plain-module.ts'

const contract = resolve(import.meta.dirname, '../../contract/src')
const withSchemas = '?schemas'
/** How schemas are made at all, which is said before the first one is. */
const ways = JSON.stringify(resolve(import.meta.dirname, '../src/core/no-eval.ts'))
const table = 'virtual:schemas'
const domainOf = /^\0virtual:schemas\/(\w+)$/

/** Folders of the contract, and `kit` for what stands in none of them. */
const domains = ['kit', ...readdirSync(contract, { withFileTypes: true }).flatMap(entry => (entry.isDirectory() ? [entry.name] : []))]
const filesOf = (domain: string) => {
  const folder = domain === 'kit' ? contract : join(contract, domain)
  return readdirSync(folder)
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(name => join(folder, name))
}

/**
 * The contract in the browser is plain data: what its records and calls are, evaluated while the product is built. The schemas themselves
 * are the same modules under `?schemas`; forms bring them, by domain (`virtual:schemas`). @source docs/adr/0051
 */
export const plainContract = () => {
  const known = new Map<string, Promise<PlainModule>>()
  const plainOf = (file: string) => {
    const found = known.get(file) ?? plainModule(file)
    known.set(file, found)
    return found
  }
  /** Whether a module has schemas, or is made of what has. */
  const hasThem = async (file: string, seen = new Set<string>()): Promise<boolean> => {
    if (seen.has(file)) return false
    seen.add(file)
    const { changed, needs } = await plainOf(file)
    if (changed) return true
    for (const needed of needs) if (await hasThem(needed, seen)) return true
    return false
  }
  const schemasIn = async (file: string) => ((await hasThem(file)) ? `${file}${withSchemas}` : file)
  return {
    name: 'plain-contract',
    enforce: 'pre' as const,
    resolveId(source: string, importer = '') {
      if (source.startsWith(table)) return `\0${source}`
      if (source.startsWith(contract) && source.endsWith(withSchemas)) return schemasIn(source.slice(0, -withSchemas.length))
      const within = importer.startsWith(contract) && importer.endsWith(withSchemas) && source.startsWith('.')
      return within ? schemasIn(resolve(dirname(importer), source)) : undefined
    },
    async load(id: string) {
      if (id === `\0${table}`) return `export default { ${domains.map(name => `${name}: () => import('${table}/${name}')`).join()} }`
      const domain = domainOf.exec(id)?.[1]
      if (!domain) return undefined
      const files = await Promise.all(filesOf(domain).map(schemasIn))
      const brought = files.filter(file => file.endsWith(withSchemas))
      const imports = brought.map((file, at) => `import * as of${at} from ${JSON.stringify(file)}`)
      return `${imports.join('\n')}\nexport default { ${brought.map((_, at) => `...of${at}`).join()} }`
    },
    async transform(whole: string, id: string) {
      if (!id.startsWith(contract)) return undefined
      if (id.endsWith(withSchemas)) return { code: `import ${ways}\n${whole}`, map: null }
      if (!id.endsWith('.ts')) return undefined
      const { code, changed } = await plainOf(id)
      return changed ? { code, map: null } : undefined
    },
  }
}
