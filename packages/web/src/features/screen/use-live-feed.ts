import { useEffect, useState } from 'react'
import { startLiveAt } from '../../core/live/channel.ts'
import { hearLive, whenLiveAgain } from '../../core/live/hearing.ts'
import { nothingTold, settle, tellDevices, tellNozzles, tellOrders, tellOther, type LiveFeed } from './live-feed.ts'

/** What arrives is counted at once, and drawn so often: more than that no eye follows across a room. */
const drawMs = 250

/** What is told of these stations from now on. @param again the channel was away, and is back: what was read may be old */
export function useLiveFeed(stations: readonly number[], again: () => void): LiveFeed {
  const [feed, setFeed] = useState(nothingTold)
  const key = stations.join()
  useEffect(() => {
    if (key === '') return undefined
    let now = nothingTold
    let drawn = nothingTold
    const take = (next: LiveFeed) => void (now = next)
    const stops = [
      hearLive('orders', (...told) => take(tellOrders(now, told, Date.now()))),
      hearLive('nozzleStatus', (...told) => take(tellNozzles(now, told, Date.now()))),
      hearLive('devices', (...told) => take(tellDevices(now, told, Date.now()))),
      hearLive('tanks', () => take(tellOther(now, 'tanks', Date.now()))),
      hearLive('shifts', () => take(tellOther(now, 'shifts', Date.now()))),
      whenLiveAgain(again),
      startLiveAt(key.split(',').map(Number)),
    ]
    const timer = setInterval(() => {
      now = settle(now, Date.now())
      if (drawn !== now) setFeed((drawn = now))
    }, drawMs)
    return () => {
      clearInterval(timer)
      for (const stop of stops) stop()
      setFeed(nothingTold)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- begins anew with other stations only
  }, [key])
  return feed
}
