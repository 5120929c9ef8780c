import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { guardNavigation } from './app/navigation-guard.ts'
import { loadLocale } from './app/locale.ts'
import { screenOf } from './app/pages.tsx'
import { firstWords } from './app/words.ts'
import { signStyles } from './core/nonce.ts'
import { readDeployment } from './core/deployment.ts'
import { CodeMissing } from './core/load-code.ts'
import { takeDeepLink } from './core/deep-link.ts'
import { opensHome } from './core/first-request.ts'
import { watchPresses } from './core/quiet.ts'
import { session } from './core/session.ts'
import { chosenLanguage } from './i18n/chosen-language.ts'
import { language, locale, setLanguage, t } from './i18n/index.ts'
import { followLook } from './kit/dark.ts'

/** The latest of what src/core/older.ts gives: Chromium has both since 122, Firefox since 127, Safari since 17.4. */
const isComplete = 'symmetricDifference' in Set.prototype && 'any' in AbortSignal

function prepare(): void {
  readDeployment()
  takeDeepLink()
  signStyles()
  followLook()
  watchPresses()
  setLanguage(chosenLanguage(window.forecourt?.language, localStorage.getItem('smartLanguage'), navigator.languages))
  document.documentElement.lang = locale()
}

async function begin(): Promise<void> {
  const home = session().token && opensHome(location, session().atStation) ? screenOf('home')!.begin() : undefined
  // What a browser lacks it is given: the newer functions of the language, and calendar arithmetic.
  await Promise.all([
    isComplete || import('./core/older.ts'),
    'Temporal' in globalThis || import('temporal-polyfill/global'),
    firstWords(),
    loadLocale(language()),
  ])
  document.title = t('product')
  guardNavigation(home)
  createRoot(document.getElementById('root')!).render(<App />)
}

const againMs = 3_000
/** Without its first words nothing can be said in the page's own way: the words of index.html stand there until they have come. */
function start(): void {
  const stalled = document.getElementById('stalled')!
  begin().then(
    () => stalled.remove(),
    (error: unknown) => {
      if (!(error instanceof CodeMissing)) throw error
      stalled.hidden = false
      setTimeout(start, againMs)
    },
  )
}
prepare()
start()
