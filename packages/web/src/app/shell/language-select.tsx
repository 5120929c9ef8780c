import { TranslationOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { language, t, type Language } from '../../i18n/index.ts'
import { dialogsOrSay } from '../../kit/feedback/dialogs.ts'
import { Dropdown } from '../../kit/popups.tsx'

/** Another language is another page: a word that it worked, then a reload. @source spec 0 §4 "Other" */
export async function chooseLanguage(wanted: Language): Promise<void> {
  if (wanted === language()) return
  const message = (await dialogsOrSay())?.message
  // A page that cannot be loaded anew stays in its own.
  if (!message) return
  localStorage.setItem('smartLanguage', wanted)
  await message.success(t('shell.languageSwitched', { language: names[wanted] }), 1)
  location.reload()
}
const names: Record<Language, string> = { zh: '\u4e2d\u6587', en: 'English' }
export const languageItems = (Object.keys(names) as Language[]).map(key => ({ key, label: <span lang={key}>{names[key]}</span> }))

export function LanguageSelect({ named = false }: { named?: boolean }) {
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: languageItems,
        selectable: true,
        selectedKeys: [language()],
        onClick: ({ key }) => void chooseLanguage(key as Language),
      }}>
      <Button type="text" className="icon-button" aria-label={named ? undefined : t('shell.language')} icon={<TranslationOutlined />}>
        {named && names[language()]}
      </Button>
    </Dropdown>
  )
}
