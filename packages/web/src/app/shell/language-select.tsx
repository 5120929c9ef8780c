import { TranslationOutlined } from '@ant-design/icons'
import { App, Button, Dropdown } from 'antd'
import { language, t, type Language } from '../../i18n/index.ts'

/** Another language is another page: a word that it worked, then a reload. @source spec 0 §4 "Other" */
export function useChooseLanguage(): (wanted: Language) => void {
  const { message } = App.useApp()
  return wanted => {
    if (wanted === language()) return
    localStorage.setItem('smartLanguage', wanted)
    void message.success(t('shell.languageSwitched', { language: names[wanted] }), 1).then(() => location.reload())
  }
}
const names: Record<Language, string> = { zh: '\u4e2d\u6587', en: 'English' }
export const languageItems = (Object.keys(names) as Language[]).map(key => ({ key, label: <span lang={key}>{names[key]}</span> }))

export function LanguageSelect({ named = false }: { named?: boolean }) {
  const choose = useChooseLanguage()
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items: languageItems, selectable: true, selectedKeys: [language()], onClick: ({ key }) => choose(key as Language) }}>
      <Button type="text" className="icon-button" aria-label={named ? undefined : t('shell.language')} icon={<TranslationOutlined />}>
        {named && names[language()]}
      </Button>
    </Dropdown>
  )
}
