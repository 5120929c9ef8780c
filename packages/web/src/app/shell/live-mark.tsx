import { useLiveState } from '../../core/live/hearing.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Tooltip } from '../../kit/popups.tsx'

/** Whether the page hears of its station as things happen. @source spec 0 §4 "Connection status" */
export function LiveMark() {
  const { state, since } = useLiveState()
  // Its place is kept: the bar does not move when the channel opens.
  if (state === 'off') return <span className="live-mark" data-state={state} />
  const words = t(`shell.live_${state}`, { time: time(new Date(since).toISOString(), 'minute') })
  return (
    <Tooltip title={words}>
      <span className="live-mark" data-state={state} role="img" aria-label={words} tabIndex={0} />
    </Tooltip>
  )
}
