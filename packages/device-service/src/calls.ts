import type { ReaderCallName } from '@forecourt/contract/reader/reader-calls.ts'
import { readerBodies, type ReaderReturned } from '@forecourt/contract/reader/reader-schemas.ts'
import type { z } from 'zod'
import { issue, issueFactory, read, validate } from './card-acts.ts'
import type { Chip, Reader } from './reader.ts'
import type { SlotQueue } from './slot-queue.ts'
import { VirtualReader } from './virtual-reader.ts'

type Body<N extends ReaderCallName> = N extends keyof typeof readerBodies ? z.output<(typeof readerBodies)[N]> : undefined
/** What answers each call; those of the drawer where there is one. */
export type Answering = { readonly [N in Exclude<ReaderCallName, 'nonce'>]?: (body: Body<N>) => Promise<ReaderReturned<N>> }

export function callsOf(reader: Reader, queue: SlotQueue): Answering {
  const onChip = <T>(slot: number, act: (chip: Chip) => Promise<T>): Promise<T> =>
    queue.run(slot, signal => reader.withChip(slot, signal, act))
  return {
    readCard: ({ slot }) => onChip(slot, chip => read(chip, slot)),
    issueCard: ({ slot, ...payload }) => onChip(slot, chip => issue(chip, slot, payload)),
    validateCard: ({ slot, ...payload }) => onChip(slot, chip => validate(chip, payload)),
    issueFactoryCard: ({ slot, logicCardNo, supplier }) => onChip(slot, chip => issueFactory(chip, logicCardNo, supplier)),
    // The antenna of labels is a place of its own.
    labels: async () => ({ labels: await queue.run(-1, signal => reader.labels(signal)) }),
    dogStatus: async () => ({
      dongle: (await reader.hasDongle()) ? 'present' : 'absent',
      reader: reader.kind,
      slots: await reader.slots(),
    }),
    ...(reader instanceof VirtualReader && drawerOf(reader)),
  }
}

const drawerOf = (reader: VirtualReader): Answering => {
  const after = (act: () => void) => {
    act()
    return Promise.resolve(reader.drawer())
  }
  return {
    drawer: () => after(() => {}),
    place: ({ slot, uuid }) => after(() => reader.place(slot, uuid)),
    remove: ({ slot }) => after(() => reader.remove(slot)),
    fault: body => after(() => ('uuid' in body ? reader.breakCard(body.uuid, body.fault) : reader.breakReader(body.slot, body.fault))),
    dongle: ({ present }) => after(() => reader.plugDongle(present)),
  }
}
