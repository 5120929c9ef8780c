import { SearchOutlined } from '@ant-design/icons'
import { t } from '../../i18n/index.ts'
import { capsOf } from '../../kit/keys.ts'
import { IconButton } from './icon-button.tsx'
import { openPanel } from './panels.ts'

const open = () => openPanel('commands')

/** The way to the command box for the hand on the mouse; it says which keys open it. @source spec 0 §2 "Menu search" */
export function CommandOpener({ narrow }: { narrow: boolean }) {
  if (narrow) return <IconButton label={t('commands.title')} icon={<SearchOutlined />} onPress={open} />
  return (
    <button type="button" className="search-opener" onClick={open}>
      <SearchOutlined />
      <span>{t('commands.opener')}</span>
      <kbd>{capsOf('$mod+k').join(' ')}</kbd>
    </button>
  )
}
