/**
 * Built into index.html itself (vite.config.ts), before the code of the pages has come: has the page look as was chosen, begins the call
 * that the session begins with, and asks for the files that are known to be needed. It may fail in whole: what is not begun here is done
 * by the pages.
 */
import { readDeployment } from './core/deployment.ts'
import { beginSession, opensHome } from './core/first-request.ts'
import { keptSettings } from './core/kept-settings.ts'
import { showLook } from './core/look.ts'
import { chosenLanguage } from './i18n/chosen-language.ts'

/** By language, the files of the first words, and of home. */
declare const __FIRST_FILES__: Readonly<Record<'zh' | 'en', { readonly first: readonly string[]; readonly home: readonly string[] }>>

/** As the code asks for them (load-code.ts). Not as modules: a browser keeps the failure of those. */
function preload(file: string): void {
  const link = Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', crossOrigin: '', href: file })
  document.head.append(link)
}

try {
  showLook(keptSettings(), matchMedia('(prefers-color-scheme: dark)').matches)
  readDeployment()
  const language = chosenLanguage(window.forecourt?.language, localStorage.getItem('smartLanguage'), navigator.languages)
  const begun = beginSession(location, localStorage, language)
  if (begun) window.begun = begun
  const { first, home } = __FIRST_FILES__[language]
  for (const file of [...first, ...(begun && opensHome(location, undefined) ? home : [])]) preload(file)
} catch {
  // Without storage, or with what nobody can read in it, the pages say what is wrong.
}
