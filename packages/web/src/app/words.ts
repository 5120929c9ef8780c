import { words } from 'virtual:page-needs'
import type { PageName } from '@forecourt/contract'
import { addWords, language, type Language, type Tree } from '../i18n/index.ts'
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

/** What a page says besides: its feature's own words, and the names of what its records show. Found in its modules by the build. */
export function wordsOf(page: PageName | 'commands' | 'all'): Promise<void> {
  const load = words[language()][page]
  return load ? take(page, [load]) : Promise.resolve()
}

everythingBy(() => Promise.all([wordsOf('all'), import('../core/every-record.ts')]))
