import { useEffect } from 'react'
import { call } from '../../core/api.ts'
import { sessionCalls } from '../../core/first-calls.ts'
import { expireSession, useSession } from '../../core/session.ts'
import { dueWhen } from './idle.ts'

const seenKey = 'smartSeen'
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Users with money roles are signed out after inactivity, as the server does. @source guarantees §3.4 */
export function useIdle(): void {
  const minutes = useSession(({ profile }) => profile?.idleMinutes)
  useEffect(() => {
    if (!minutes) return
    let told = Date.now()
    const touch = () => localStorage.setItem(seenKey, String(Date.now()))
    touch()
    const look = () => {
      const due = dueWhen({ now: Date.now(), seen: Number(localStorage.getItem(seenKey)), told, minutes })
      if (due === 'leave')
        void call(sessionCalls.logout, {})
          .catch(() => undefined)
          .finally(expireSession)
      else if (due === 'tell') {
        told = Date.now()
        void call(sessionCalls.list, {}, { quiet: true }).catch(() => undefined)
      }
    }
    for (const sign of signs) addEventListener(sign, touch, { passive: true })
    const timer = setInterval(look, 5_000)
    return () => {
      for (const sign of signs) removeEventListener(sign, touch)
      clearInterval(timer)
    }
  }, [minutes])
}
