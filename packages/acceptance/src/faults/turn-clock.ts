import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The clock of a server that is started with this environment: a test sets it forward or back while the server runs. */
export interface TurnedClock {
  readonly env: { NODE_OPTIONS: string; CLOCK_TURNED_BY: string }
  /** From now on the server's clock is off by so many milliseconds. */
  turn(ms: number): void
  remove(): void
}

export function clockToTurn(): TurnedClock {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-clock-'))
  const file = join(folder, 'turned-by')
  const turn = (ms: number) => {
    // The server reads it at any moment, so it is put there whole.
    writeFileSync(`${file}.next`, String(ms))
    renameSync(`${file}.next`, file)
  }
  turn(0)
  const preload = new URL('turned-clock.ts', import.meta.url)
  return {
    env: { NODE_OPTIONS: `--import=${preload.href}`, CLOCK_TURNED_BY: file },
    turn,
    remove: () => rmSync(folder, { recursive: true }),
  }
}
