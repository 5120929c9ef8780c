/** What a control says of itself to a screen reader. */
export const describing = (props: object) => Object.fromEntries(Object.entries(props).filter(([name]) => name.startsWith('aria-')))
