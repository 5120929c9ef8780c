import { create } from 'zustand'

/** What the server says of its disk with each answer: there is no room, or soon will not be; nothing while all is well. */
export const useDisk = create<{ state: 'full' | 'low' | undefined }>(() => ({ state: undefined }))

export function noteDisk(said: string | null): void {
  const state = said === 'full' || said === 'low' ? said : undefined
  if (useDisk.getState().state !== state) useDisk.setState({ state })
}
