import { create } from 'zustand'

/** What the shell opens over a page, one at a time. */
export type Panel = 'commands' | 'settings' | 'stations' | 'keys'

export const usePanel = create<{ panel?: Panel | undefined }>(() => ({}))
export const openPanel = (panel: Panel): void => usePanel.setState({ panel })
export const closePanel = (): void => usePanel.setState({ panel: undefined })
