import { orderPayments } from '@forecourt/contract'
import { useEffect, useMemo } from 'react'
import { useMay, useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { useKeys } from '../../kit/keys.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import { laterDialog } from '../../kit/later.tsx'

const load = () => import('./scanner.tsx')
const Scanner = laterDialog(load)
/** It is there before anybody scans, and not before the page. */
const loadAfterMs = 1000

/** Stands in the address while nothing was scanned yet. */
const nothing = 'on'

/**
 * 扫码收款: an order is found by the number on its slip, as a scanner types it, and paid. What was scanned stands in the address, so
 * that it is looked for again once the station was switched.
 */
export function ScanButton() {
  const { search, setSearch, visible } = usePage()
  const may = [useMay(orderPayments.cash.permission), useMay(orderPayments.card.permission)].some(Boolean)
  const atStation = useSession(state => state.atStation)
  const offered = may && atStation !== undefined
  const scanned = search['scan']
  const scan = useMemo(() => (orderNo: string | undefined) => setSearch(now => ({ ...now, scan: orderNo }), { replace: true }), [setSearch])
  const keys = useMemo(
    () => ({ s: offered && visible ? { label: t('scan.open'), press: () => scan(nothing) } : undefined }),
    [offered, visible, scan],
  )
  useKeys(keys)
  useEffect(() => {
    const timer = setTimeout(() => offered && void load().catch(() => undefined), loadAfterMs)
    return () => clearTimeout(timer)
  }, [offered])
  if (!offered) return null
  return (
    <>
      <Button onClick={() => scan(nothing)}>{t('scan.open')}</Button>
      {scanned && visible && (
        <Scanner
          scanned={scanned === nothing ? undefined : scanned}
          onScan={scan}
          onNext={() => scan(nothing)}
          onClose={() => scan(undefined)}
        />
      )}
    </>
  )
}
