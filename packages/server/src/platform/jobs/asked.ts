const rounds = new Set<() => void>()

/** Has a round begin as soon as a job was asked for in this process: it need not wait for its time. @returns what ends that */
export function onJobAsked(round: () => void): () => void {
  rounds.add(round)
  return () => rounds.delete(round)
}

/** A job that is due is committed. */
export const jobAsked = (): void => rounds.forEach(round => round())
