import { addWords, language, type Language, type Tree } from '../i18n/index.ts'

type Catalogue = { default: Tree }
type Load = () => Promise<Catalogue>
type Part = Readonly<Record<Language, Record<string, Load>>>

/** What every page says: the shell's words and the kit's. */
const first: Part = {
  zh: import.meta.glob<Catalogue>(['../i18n/zh.ts', '../kit/i18n/zh.ts']),
  en: import.meta.glob<Catalogue>(['../i18n/en.ts', '../kit/i18n/en.ts']),
}
/** What home says, and what it says of sales. */
const home: Part = {
  zh: import.meta.glob<Catalogue>(['../features/home/i18n/zh.ts', '../features/order/i18n/zh.ts']),
  en: import.meta.glob<Catalogue>(['../features/home/i18n/en.ts', '../features/order/i18n/en.ts']),
}
/** What all the others say. A page says words of many features, so they come together, with the first page that is not home. */
const rest: Part = {
  zh: import.meta.glob<Catalogue>(['../kit/*/i18n/zh.ts', '../features/*/i18n/zh.ts']),
  en: import.meta.glob<Catalogue>(['../kit/*/i18n/en.ts', '../features/*/i18n/en.ts']),
}

async function take(part: Part): Promise<void> {
  const catalogues = await Promise.all(Object.values(part[language()]).map(load => load()))
  for (const { default: tree } of catalogues) addWords(tree)
}
const once = (part: Part) => {
  let taken: Promise<void> | undefined
  return () => {
    taken ??= take(part).catch((error: unknown) => {
      taken = undefined
      throw error
    })
    return taken
  }
}
export const firstWords = once(first)
export const homeWords = once(home)
export const allWords = once(rest)
