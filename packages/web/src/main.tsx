import './core/no-eval.ts'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { watchPlace } from './app/arrival.ts'
import { loadLocale } from './app/locale.ts'
import { firstWords } from './app/words.ts'
import { signStyles } from './core/nonce.ts'
import { takeDeepLink } from './core/deep-link.ts'
import { chosenLanguage, language, locale, setLanguage, t } from './i18n/index.ts'

/** What the server says of this deployment; what was set before the page started comes first. @source decisions.md C6 */
function readDeployment(): void {
  const told = document.querySelector<HTMLMetaElement>('meta[name=forecourt]')?.content ?? ''
  if (told.startsWith('{"')) window.forecourt = { ...(JSON.parse(told) as Window['forecourt']), ...window.forecourt }
}

async function begin(): Promise<void> {
  readDeployment()
  takeDeepLink()
  signStyles()
  setLanguage(chosenLanguage(window.forecourt?.language, localStorage.getItem('smartLanguage'), navigator.languages))
  document.documentElement.lang = locale()
  // Browsers that have no calendar arithmetic of their own yet are given one.
  await Promise.all([firstWords(), loadLocale(language()), 'Temporal' in globalThis || import('temporal-polyfill/global')])
  document.title = t('product')
  watchPlace()
  createRoot(document.getElementById('root')!).render(<App />)
}

void begin()
