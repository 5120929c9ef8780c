import { loadAfter } from '../core/load-code.ts'
import { addWords, language, type Language, type Tree } from '../i18n/index.ts'

/** Code that says what its page does not: its words come at the same time, in the language of the page. Written by the build. */
export const withWords = <T>(words: Readonly<Record<Language, () => Promise<{ default: Tree }>>>, load: () => Promise<T>): Promise<T> =>
  loadAfter(
    words[language()]().then(({ default: tree }) => addWords(tree)),
    load,
  )
