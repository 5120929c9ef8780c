import { demoChip, nonceHeader, readerCalls, type CardDrawer, type ReaderCallName, type ReaderFault } from '@forecourt/contract'
import { afterEach } from 'vitest'
import { appFixture, type AppFixture } from './app-fixture.ts'

/** The hand at the card reader of a demo: it places cards of the drawer, takes them away, and breaks the reader. */
export function readerHand({ url, demo }: AppFixture) {
  const at = demo.deviceService!
  const headers = { origin: url, 'content-type': 'application/json' }
  const read = async (reply: Response) => ((await reply.json()) as { data: never }).data
  const act = async (call: ReaderCallName, body: object): Promise<CardDrawer> => {
    const { nonce } = (await read(await fetch(at + readerCalls.nonce.path, { headers }))) as { nonce: string }
    return read(
      await fetch(at + readerCalls[call].path, {
        method: 'POST',
        headers: { ...headers, [nonceHeader]: nonce },
        body: JSON.stringify(body),
      }),
    )
  }
  return {
    place: (turn: number) => act('place', { uuid: demoChip(turn).uuid, slot: 0 }),
    remove: () => act('remove', { slot: 0 }),
    fail: (fault: ReaderFault) => act('fault', { slot: 0, fault }),
  }
}

/** The demo, whose reader is one for all stories: each leaves it whole and empty. */
export function readerFixture() {
  const front = appFixture()
  afterEach(async () => {
    const hand = readerHand(front())
    await hand.fail('none')
    await hand.remove()
  })
  return front
}
