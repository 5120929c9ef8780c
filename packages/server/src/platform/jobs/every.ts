/** Now and from now on; a round that takes longer than its time is not overtaken by the next. @returns what stops it, after its round */
export function every(ms: number, act: () => Promise<unknown>, failed: (error: unknown) => void): () => Promise<unknown> {
  let running: Promise<unknown> | undefined
  const round = () => {
    running ??= act()
      .catch(failed)
      .finally(() => {
        running = undefined
      })
  }
  round()
  const timer = setInterval(round, ms)
  return async () => {
    clearInterval(timer)
    await running
  }
}
