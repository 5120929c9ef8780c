import type { PcscLibrary } from '../pcsc-reader.ts'

/** A chip that answers commands as the norms say; anything else with "not allowed". */
interface ApduChip {
  readonly atr: Buffer
  answer(command: Buffer): Buffer
}
const ok = (data: Uint8Array = Buffer.alloc(0)) => Buffer.concat([data, Buffer.of(0x90, 0)])
const says = (status: number) => Buffer.of(status >> 8, status & 255)
const begins = (command: Buffer, hex: string) => command.toString('hex').startsWith(hex)
const getUid = 'ffca000000'

/** 1 kB in blocks of 16, each sector behind its key; a trailer that is written over locks its sector for ever. */
export function memoryChip(uid: string): ApduChip & { readonly blocks: Map<number, Buffer> } {
  const blocks = new Map<number, Buffer>()
  let key: string | undefined, sector: number | undefined
  return {
    blocks,
    atr: Buffer.from('3b8f8001804f0ca000000306030001000000006a', 'hex'),
    answer(command) {
      const block = command[3]!
      if (begins(command, getUid)) return ok(Buffer.from(uid, 'hex'))
      if (begins(command, 'ff82000006')) {
        key = command.subarray(5).toString('hex')
        return ok()
      }
      if (begins(command, 'ff860000050100')) {
        sector = key === 'ffffffffffff' ? command[7]! >> 2 : undefined
        return sector === undefined ? says(0x6300) : ok()
      }
      if (block >> 2 !== sector || block % 4 === 3 || block === 0) return says(0x6982)
      if (begins(command, 'ffb000')) return ok(blocks.get(block) ?? Buffer.alloc(16))
      if (!begins(command, 'ffd600') || command.length !== 21) return says(0x6d00)
      blocks.set(block, command.subarray(5))
      return ok()
    },
  }
}

/** One application, one file of 96 bytes under the short number 21. */
export function processorChip(uid: string, application = 'f0464f5245434f555254'): ApduChip {
  const file = Buffer.alloc(96)
  let selected = false
  return {
    atr: Buffer.from('3b80800101', 'hex'),
    answer(command) {
      if (begins(command, getUid)) return ok(Buffer.from(uid, 'hex'))
      if (begins(command, '00a40400')) {
        selected = command.subarray(5, 5 + command[4]!).toString('hex') === application
        return selected ? ok() : says(0x6a82)
      }
      if (!selected) return says(0x6985)
      if (begins(command, '00b095')) return ok(file.subarray(command[3], command[3]! + command[4]!))
      if (!begins(command, '00d695') || command.length !== 5 + command[4]!) return says(0x6d00)
      file.set(command.subarray(5), command[3])
      return ok()
    },
  }
}

/** Readers in which these chips lie; `silent` never answers. */
export function readersWith(chips: readonly (ApduChip | 'empty' | 'silent')[]): PcscLibrary {
  class Context {
    close() {}
    listReaders() {
      return chips.map((chip, at) => ({
        name: `Reader ${at}`,
        connect: () => {
          if (chip === 'empty') return Promise.reject(Object.assign(new Error('no card'), { code: 0x80_10_00_0c }))
          const transmit = (command: Buffer) => (chip === 'silent' ? new Promise<never>(() => {}) : Promise.resolve(chip.answer(command)))
          return Promise.resolve({ atr: chip === 'silent' ? null : chip.atr, transmit, disconnect: () => {} })
        },
      }))
    }
  }
  return { Context, SCARD_SHARE_EXCLUSIVE: 1, SCARD_PROTOCOL_T0: 1, SCARD_PROTOCOL_T1: 2 }
}
