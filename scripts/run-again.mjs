/**
 * What needed a second run, remembered for ten runs: names of tests, one list a run, the latest last.
 * @returns which of `now` needed a second run in another of the last ten too; and the runs to remember
 */
export function withRun(before, now) {
  const runs = [...before, now].slice(-10)
  return { names: now.filter(name => runs.filter(each => each.includes(name)).length > 1), runs }
}
