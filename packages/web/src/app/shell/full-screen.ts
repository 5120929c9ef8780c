import { useSyncExternalStore } from 'react'
import { t } from '../../i18n/index.ts'
import { useToast } from '../../kit/feedback/toast.ts'

const watch = (changed: () => void) => {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

/** The whole screen for the product, and back; a browser that cannot says so. @source spec 0 §8 */
export function useFullScreen(): { full: boolean; toggle: () => void } {
  const toast = useToast()
  const full = useSyncExternalStore(watch, () => document.fullscreenElement !== null)
  const toggle = () => {
    if (!document.fullscreenEnabled) toast.note(t('shell.noFullScreen'))
    else void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  }
  return { full, toggle }
}
