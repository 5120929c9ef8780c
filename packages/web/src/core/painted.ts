/** However busy the machine is, nobody waits longer for what comes after the first picture. */
const mostMs = 2_000

const first = new Promise<void>(resolve => {
  // A page that nobody looks at is not painted; and a browser may not say when it paints.
  if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) return resolve()
  const observer = new PerformanceObserver(list => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
  })
  observer.observe({ type: 'paint', buffered: true })
  setTimeout(resolve, mostMs)
})

/** When the first picture stands: what it does not need begins then, and takes neither the line nor the thread before. */
export const painted = (): Promise<void> => first
