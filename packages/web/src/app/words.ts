import type { PageName } from '@forecourt/contract'
import { addWords, language, type Language, type Tree } from '../i18n/index.ts'
import { schemasBy } from '../core/schemas.ts'
import { everythingBy } from '../kit/everything.ts'

type Catalogue = { default: Tree }
type Load = () => Promise<Catalogue>

/** What every page says: the shell's words and the kit's. */
const first: Readonly<Record<Language, readonly Load[]>> = {
  zh: [() => import('../i18n/zh.ts'), () => import('../kit/i18n/zh.ts')],
  en: [() => import('../i18n/en.ts'), () => import('../kit/i18n/en.ts')],
}

const taken = new Map<string, Promise<void>>()
/** Words are taken once. Those that did not come are asked for again. */
function take(name: string, loads: readonly Load[]): Promise<void> {
  const known = taken.get(name)
  if (known) return known
  const coming = Promise.all(loads.map(load => load())).then(all => {
    for (const { default: tree } of all) addWords(tree)
  })
  taken.set(name, coming)
  coming.catch(() => taken.delete(name))
  return coming
}

export const firstWords = (): Promise<void> => take('', first[language()])

/** Which file the words of each page are in; it travels with the first words. */
const files = { zh: () => import('virtual:word-files/zh'), en: () => import('virtual:word-files/en') } as const

/** What a page says besides: its feature's own words, and the names of what its records show. Found in its modules by the build. */
export async function wordsOf(page: PageName | 'commands' | 'all'): Promise<void> {
  const { default: loads } = await files[language()]()
  const load = loads[page]
  if (load) await take(page, [load])
}

schemasBy(async domain => (await (await import('virtual:schemas')).default[domain]!()).default)
everythingBy(() => Promise.all([wordsOf('all'), import('../core/every-record.ts')]))
