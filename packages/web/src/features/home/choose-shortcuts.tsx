import type { PageName } from '@forecourt/contract'
import { pages, sections } from '@forecourt/contract/start'
import { useState } from 'react'
import { language, t } from '../../i18n/index.ts'
import { useMayOpen } from '../../kit/page/access.ts'
import { Checkbox, Modal } from '../../kit/ui.ts'
import { isOffered, shortcutsAtMost, useShortcuts } from './chosen-pages.ts'

/** Which pages stand in the shortcut menu: every page of the user's own menu, by its sections. */
export default function ChooseShortcuts({ onClose }: { onClose: () => void }) {
  const [names, keep] = useShortcuts()
  const [chosen, setChosen] = useState<readonly PageName[]>(names)
  const open = useMayOpen()
  const offered = pages.filter(({ name }) => isOffered(name) && open(name))
  const full = chosen.length >= shortcutsAtMost
  const turn = (name: PageName) => setChosen(chosen.includes(name) ? chosen.filter(one => one !== name) : [...chosen, name])
  const done = () => {
    keep([...chosen])
    onClose()
  }
  return (
    <Modal open title={t('home.chooseShortcuts')} onCancel={onClose} onOk={done} okText={t('kit.save')} cancelText={t('kit.cancel')}>
      <p className="home-choose-help">
        {t('home.shortcutsHelp', { most: shortcutsAtMost })}{' '}
        <span role="status">{t('home.shortcutsCount', { count: chosen.length, most: shortcutsAtMost })}</span>
      </p>
      <div className="home-choose">
        {sections.map(section => {
          const own = offered.filter(page => page.section === section.name)
          if (own.length === 0) return null
          return (
            <fieldset key={section.name}>
              <legend>{section[language()]}</legend>
              {own.map(page => (
                <Checkbox
                  key={page.name}
                  checked={chosen.includes(page.name)}
                  disabled={full && !chosen.includes(page.name)}
                  onChange={() => turn(page.name)}>
                  {page[language()]}
                </Checkbox>
              ))}
            </fieldset>
          )
        })}
      </div>
    </Modal>
  )
}
