import { create } from 'zustand'

/** Whether the server can be reached, and whether it could not be a moment ago. */
export const useConnectivity = create<{ down: boolean; back: boolean }>(() => ({ down: false, back: false }))

/** So long it is said that the line is there again. */
const saidMs = 4_000
let hiding: ReturnType<typeof setTimeout> | undefined

/** An answer came, or none did. */
export function noteConnectivity(up: boolean): void {
  if (up === !useConnectivity.getState().down) return
  clearTimeout(hiding)
  useConnectivity.setState({ down: !up, back: up })
  if (up) hiding = setTimeout(() => useConnectivity.setState({ back: false }), saidMs)
}

const probeMs = 3_000
/** Asks whether the server answers. */
export async function probe(): Promise<boolean> {
  const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(probeMs) }).catch(() => undefined)
  noteConnectivity(answer?.ok === true)
  return answer?.ok === true
}

/** Asks whether the server is there again, until it is. @returns the way to stop */
export function probeConnectivity(): () => void {
  const timer = setInterval(() => void probe(), probeMs)
  return () => clearInterval(timer)
}

/** Follows what the browser itself knows of its line. @returns the way to stop */
export function watchConnectivity(): () => void {
  const [on, off] = [() => void probe(), () => noteConnectivity(false)]
  addEventListener('online', on)
  addEventListener('offline', off)
  if (!navigator.onLine) off()
  return () => {
    removeEventListener('online', on)
    removeEventListener('offline', off)
  }
}
