import { SwapOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { openPanel } from './panels.ts'

/** Once after a sign-in, so that nobody works in the wrong station; a link that names its station asks nothing. */
const askKey = 'smartAskStation'
export const askStationSoon = (): void => sessionStorage.setItem(askKey, '1')
/** @source spec 0 §9 */
export const askAfterMs = 1500

/** Company and station worked in; pressed, it offers the others. @source spec 0 §2 "Station chooser dialog" */
export function StationSwitcher() {
  const { atStation, stationTotal, profile } = useSession()
  const several = stationTotal > 1
  useEffect(() => {
    if (!several || sessionStorage.getItem(askKey) !== '1') return
    const timer = setTimeout(() => {
      sessionStorage.removeItem(askKey)
      if (!new URLSearchParams(location.search).has('stationId')) openPanel('stations')
    }, askAfterMs)
    return () => clearTimeout(timer)
  }, [several])
  const company = atStation?.company.name ?? profile?.company.name
  return (
    <Button
      type="text"
      className="station-button"
      disabled={!several}
      onClick={() => openPanel('stations')}
      title={[company, atStation?.name].filter(Boolean).join(' · ')}
      aria-label={t('shell.stationNow', { company: company ?? '', station: atStation?.name ?? t('shell.noStation') })}>
      {/* The space keeps the two words apart for a screen reader: the label above contains what is seen. */}
      <span className="station-company">{company} </span>
      <span className="station-name">{atStation?.name ?? t('shell.noStation')}</span>
      {several && <SwapOutlined className="tiny" />}
    </Button>
  )
}
