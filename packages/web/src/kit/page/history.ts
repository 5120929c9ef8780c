import { create } from 'zustand'
import { queryText, searchOf } from './address.ts'

/** Where the browser is. A slash at the end, and the order in which a query was written, make no other place. */
export interface HistoryLocation {
  readonly pathname: string
  readonly query: string
}
const here = (): HistoryLocation => ({
  pathname: globalThis.location?.pathname.replace(/(?<=.)\/+$/, '') ?? '/',
  query: queryText(searchOf(globalThis.location?.search ?? '')),
})
export const useHistoryLocation = create<HistoryLocation>(here)
export const historyLocation = (): HistoryLocation => useHistoryLocation.getState()

const look = () => useHistoryLocation.setState(here())
globalThis.addEventListener?.('popstate', look)

/** Opens an address of ours. The one that is open already is not put on the way back once more. */
export function goTo(to: string): void {
  const same = to === location.pathname + location.search + location.hash
  history[same ? 'replaceState' : 'pushState']({}, '', to)
  look()
}
/** The same in place of the address that is open: Back does not lead to that one. */
export function replaceBy(to: string): void {
  history.replaceState({}, '', to)
  look()
}
