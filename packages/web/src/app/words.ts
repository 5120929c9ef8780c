import { addWords, type Language, type Tree } from '../i18n/index.ts'

type Catalogue = { default: Tree }
const zh = import.meta.glob<Catalogue>(['../i18n/zh.ts', '../kit/**/i18n/zh.ts', '../features/*/i18n/zh.ts'])
const en = import.meta.glob<Catalogue>(['../i18n/en.ts', '../kit/**/i18n/en.ts', '../features/*/i18n/en.ts'])

/** Brings in the words of one language: the shared ones, the kit's and every feature's. */
export async function loadWords(language: Language): Promise<void> {
  const catalogues = await Promise.all(Object.values(language === 'zh' ? zh : en).map(load => load()))
  for (const { default: tree } of catalogues) addWords(tree)
}
