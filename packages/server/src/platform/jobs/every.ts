/**
 * Now and from now on; a round that takes longer than its time is not overtaken by the next.
 * @param early given the round, to begin it before its time
 * @returns what stops it, after its round
 */
export function every(
  ms: number,
  act: () => Promise<unknown>,
  failed: (error: unknown) => void,
  early: (round: () => void) => () => void = () => () => {},
): () => Promise<unknown> {
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
  const noLongerEarly = early(round)
  return async () => {
    noLongerEarly()
    clearInterval(timer)
    await running
  }
}
