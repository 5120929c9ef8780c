import type { Call } from './http-line.ts'

/** The lanes take the lists in turn, and each makes the calls of its list: once, or over and over, each lane from another place on. */
export function callsOf({ lists, again }: { lists: readonly (readonly Call[])[]; again?: true }) {
  return (lane: number): (() => Call | undefined) => {
    const own = lists[lane % lists.length]!
    let turn = again ? lane * 31 : 0
    return () => (again ? own[turn++ % own.length] : own[turn++])
  }
}
