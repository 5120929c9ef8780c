import { create } from 'zustand'

const key = 'readerHints'
const read = () => globalThis.localStorage?.getItem(key) === 'on'

/**
 * Whether failures of the call that reads a card's number are said as well. It is asked again and again while a page waits for a card, so
 * they are not, unless somebody looks for a fault. Kept by the browser. @source requirement CRD-057; decisions CD27
 */
export const useHintFlag = create<{ on: boolean; set: (on: boolean) => void }>(set => ({
  on: read(),
  set(on) {
    globalThis.localStorage?.setItem(key, on ? 'on' : 'off')
    set({ on })
  },
}))
