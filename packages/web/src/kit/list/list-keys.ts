import { useMemo, type RefObject } from 'react'
import { t } from '../../i18n/index.ts'
import { useKeys, type Keys } from '../keys.ts'
import { useLatest } from '../use-latest.ts'
import type { Address } from './use-address.ts'

interface Turned {
  again: () => unknown
  address: Pick<Address, 'place' | 'turnTo'>
  count?: number | undefined
}

/** What hands on the keys do with a list: search, add, walk through its rows and pages, read it anew. */
export function useListKeys(
  place: RefObject<HTMLElement | null>,
  list: Turned,
  onNew: (() => void) | undefined,
  /** Puts away what is shown beside the list, while something is. */
  onClose: (() => void) | undefined,
): void {
  const now = useLatest({ list, onNew, onClose })
  const adds = onNew !== undefined
  const closes = onClose !== undefined
  const keys = useMemo<Keys>(() => {
    const row = (step: 1 | -1) => {
      const rows = [...(place.current?.querySelectorAll<HTMLElement>('tbody tr[data-id], .k-card-head > button') ?? [])]
      const at = rows.indexOf(document.activeElement as HTMLElement)
      rows[at < 0 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)]?.focus()
    }
    const turn = (step: 1 | -1) => {
      const { address, count = 0 } = now.current.list
      const { page, size } = address.place
      if (page + step >= 1 && (page + step - 1) * size < count) address.turnTo(page + step)
    }
    return {
      '/': { label: t('kit.keySearch'), press: () => place.current?.querySelector<HTMLInputElement>('[data-search]')?.focus() },
      n: adds ? { label: t('kit.keyNew'), press: () => now.current.onNew?.() } : undefined,
      j: { label: t('kit.keyNextRow'), press: () => row(1), repeats: true },
      k: { label: t('kit.keyPreviousRow'), press: () => row(-1), repeats: true },
      '.': { label: t('kit.keyNextPage'), press: () => turn(1) },
      ',': { label: t('kit.keyPreviousPage'), press: () => turn(-1) },
      Escape: closes ? { label: t('kit.keyClosePreview'), press: () => now.current.onClose?.() } : undefined,
      r: { label: t('kit.keyAgain'), press: () => void now.current.list.again() },
    }
  }, [place, now, adds, closes])
  useKeys(keys, 'list')
}
