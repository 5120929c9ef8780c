import { pageOf } from '@forecourt/contract/start'
import { useState } from 'react'
import { language, t } from '../../i18n/index.ts'
import { laterDialog } from '../../kit/later.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { useShortcuts } from './chosen-pages.ts'
import './shortcuts.css'

const ChooseShortcuts = laterDialog(() => import('./choose-shortcuts.tsx'))

/** The pages that its reader opens most, one press away; which they are is the reader's own choice. */
export function Shortcuts() {
  const [names] = useShortcuts()
  const [choosing, setChoosing] = useState(false)
  return (
    <nav className="home-shortcuts" aria-label={t('home.shortcuts')}>
      {names.map(name => (
        <PageLink key={name} page={name}>
          {pageOf(name)![language()]}
        </PageLink>
      ))}
      <button type="button" onClick={() => setChoosing(true)}>
        {t('home.chooseShortcuts')}
      </button>
      {choosing && <ChooseShortcuts onClose={() => setChoosing(false)} />}
    </nav>
  )
}
