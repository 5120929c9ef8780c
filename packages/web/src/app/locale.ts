import type { ConfigProviderProps } from 'antd'
import type { Language } from '../i18n/index.ts'

type Locale = NonNullable<ConfigProviderProps['locale']>
let loaded: Locale | undefined

/** Each by itself: of two imports in one expression, the files of both would be waited for. */
const load = { zh: () => import('antd/locale/zh_CN.js'), en: () => import('antd/locale/en_GB.js') }

/** The component library's own words: paging, pickers, empty states. */
export async function loadLocale(language: Language): Promise<void> {
  const { default: found } = await load[language]()
  loaded = calendarByItsWords('default' in found ? found.default : found)
}

/** The buttons over a calendar are called by the month and the year that stand on them, for those who speak to their computer too. */
function calendarByItsWords(words: Locale): Locale {
  const { DatePicker } = words
  if (!DatePicker) return words
  return { ...words, DatePicker: { ...DatePicker, lang: { ...DatePicker.lang, monthSelect: '', yearSelect: '', decadeSelect: '' } } }
}

export const antdLocale = (): Locale => loaded!
