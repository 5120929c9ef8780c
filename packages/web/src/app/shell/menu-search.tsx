import { SearchOutlined } from '@ant-design/icons'
import { lazy, Suspense, useEffect, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { IconButton } from './icon-button.tsx'

const SearchDialog = lazy(() => import('./search-box.tsx'))

/** Ctrl/Cmd K opens it anywhere. @source spec 0 §2 "Menu search" */
export function MenuSearch({ narrow }: { narrow: boolean }) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <>
      {narrow ? (
        <IconButton label={t('shell.search')} icon={<SearchOutlined />} onPress={() => setOpen(true)} />
      ) : (
        <button type="button" className="search-opener" onClick={() => setOpen(true)}>
          <SearchOutlined />
          <span>{t('shell.search')}</span>
          <kbd>{/Mac/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}</kbd>
        </button>
      )}
      {open && (
        <Suspense fallback={null}>
          <SearchDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
