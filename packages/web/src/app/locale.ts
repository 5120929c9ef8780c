import type { ConfigProviderProps } from 'antd'
import type { Language } from '../i18n/index.ts'

type Locale = NonNullable<ConfigProviderProps['locale']>
let loaded: Locale | undefined

/** The component library's own words: paging, pickers, empty states. */
export async function loadLocale(language: Language): Promise<void> {
  const { default: found } = await (language === 'zh' ? import('antd/locale/zh_CN.js') : import('antd/locale/en_GB.js'))
  loaded = 'default' in found ? found.default : found
}
export const antdLocale = (): Locale => loaded!
