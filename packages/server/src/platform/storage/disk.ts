import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, statfsSync, statSync } from 'node:fs'
import { open, rename, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { every } from '../jobs/every.ts'

export type DiskState = 'ok' | 'low' | 'full'

/** Room on the disk of the data folder, and what is kept there for when there is none. */
export interface Disk {
  readonly state: DiskState
  readonly freeBytes: number
  /** PostgreSQL has ended, or cannot begin: what is kept is given to it if there is too little, or if it says that there is none. */
  makeRoom(foundNone?: boolean): void
  stop(): Promise<void>
}

export interface DiskOptions {
  readonly dir: string
  /** Size of the file that is kept; 0 is none, and nothing is refused before the disk really is full. */
  readonly reserveBytes: number
  readonly lowBytes: number
}

const everyMs = 500
const megabyte = 1024 * 1024
const freeOf = ({ bavail, bsize }: { bavail: number; bsize: number }) => bavail * bsize

/**
 * Watches the disk of the data folder. When it is nearly full, the reserve file is removed, so that PostgreSQL has room for what it is
 * writing and for its recovery; calls that write are refused from then on, as `state` says. The file is made again when there is room for
 * it, and calls are taken again.
 */
export function watchDisk({ dir, reserveBytes, lowBytes }: DiskOptions, log: Logger): Disk {
  const reserve = reserveIn(dir, reserveBytes)
  const fullBytes = reserveBytes / 4
  let state: DiskState = 'ok'
  let freeBytes = freeOf(statfsSync(dir))
  const become = (next: DiskState) => {
    if (next === state) return
    const figures = { freeMegabytes: Math.floor(freeBytes / megabyte), dir }
    if (next === 'full') log.error(figures, 'the disk of the data folder is full: nothing is saved until there is room')
    else if (next === 'low') log.warn(figures, 'the disk of the data folder is nearly full')
    else log.warn(figures, 'the disk of the data folder has room again')
    state = next
  }
  const release = () => {
    become('full')
    reserve.drop()
  }
  const look = () => {
    const enough = state === 'full' ? 2 * fullBytes + (reserve.isThere() ? 0 : reserveBytes) : fullBytes
    if (freeBytes < enough) return state === 'full' || reserveBytes === 0 ? undefined : release()
    become(freeBytes < lowBytes ? 'low' : 'ok')
  }
  /** One that another size was set for goes first. */
  const keepReserve = async () => {
    if (state === 'full' || reserve.isThere()) return
    reserve.drop()
    if (reserveBytes > 0 && freeBytes >= reserveBytes + 2 * fullBytes) await reserve.make(() => state !== 'full')
  }
  const failed = (error: unknown) => log.warn({ reason: (error as Error).message }, 'the disk could not be looked at; it is tried again')
  look()
  const stopLooking = every(
    everyMs,
    async () => {
      freeBytes = freeOf(await statfs(dir))
      look()
    },
    failed,
  )
  // While the file is being made the disk is watched on.
  const stopKeeping = every(everyMs, keepReserve, failed)

  return {
    get state() {
      return state
    },
    get freeBytes() {
      return freeBytes
    },
    makeRoom(foundNone = false) {
      freeBytes = freeOf(statfsSync(dir))
      if (reserveBytes > 0 && (foundNone || freeBytes < fullBytes)) release()
    },
    async stop() {
      await Promise.all([stopLooking(), stopKeeping()])
    },
  }
}

function reserveIn(dir: string, bytes: number) {
  const file = join(dir, 'reserve'),
    making = `${file}.making`
  const isThere = () => existsSync(file) && statSync(file).size === bytes
  const drop = () => [file, making].forEach(each => rmSync(each, { force: true }))
  const make = async (wanted: () => boolean) => {
    await fill(making, bytes, wanted)
    await rename(making, file)
  }
  return { isThere, drop, make }
}

/** With bytes that no file system can leave out, and that really lie on the disk. */
async function fill(path: string, bytes: number, wanted: () => boolean): Promise<void> {
  const part = randomBytes(megabyte)
  const file = await open(path, 'w', 0o600)
  try {
    for (let written = 0; written < bytes; written += part.length) {
      if (!wanted()) throw new Error('the disk has become full meanwhile')
      await file.write(part, 0, Math.min(part.length, bytes - written))
    }
    await file.sync()
  } finally {
    await file.close()
  }
}
