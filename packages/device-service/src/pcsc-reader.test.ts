import { bytesOfRecord } from '@forecourt/contract/reader/card-bytes.ts'
import type { CardPayload } from '@forecourt/contract/reader/card-payload.ts'
import { expect, test } from 'vitest'
import { openPcsc, PcscReader } from './pcsc-reader.ts'
import { memoryChip, processorChip, readersWith } from './testing/apdu-chips.ts'
import { service } from './testing/caller.ts'

const payload = (uuid: string, cardType: 1 | 2): CardPayload => ({
  uuid,
  cardType,
  number: '62010000000001',
  supplier: 1,
  issueType: 10,
  kind: 'sub',
  validFrom: null,
  validUntil: null,
  keyVersion: 2,
  algorithm: 1,
  mac: '2988AE5A',
})

test('an induction card and a CPU card are read, written and read back by the commands of the norms', async () => {
  const memory = memoryChip('04a1b2c3d4e5f6')
  const reader = new PcscReader(readersWith([memory, processorChip('0badcafe')]))
  const { page } = await service({ reader })
  expect(await page.done('dogStatus')).toMatchObject({ reader: 'pcsc', slots: [{ name: 'Reader 0' }, { name: 'Reader 1' }] })
  for (const [slot, uuid, cardType] of [
    [0, '04A1B2C3D4E5F6', 1],
    [1, '0BADCAFE', 2],
  ] as const) {
    const blank = await page.done('readCard', { slot })
    expect(blank).toMatchObject({ uuid, cardType, readerType: cardType - 1, content: 'blank', supplier: null })
    await page.done('issueCard', { ...payload(uuid, cardType), slot })
    expect(await page.done('validateCard', { ...payload(uuid, cardType), slot })).toEqual(payload(uuid, cardType))
    expect(await page.done('readCard', { slot })).toMatchObject({ content: 'written', supplier: 1 })
  }
  const written = Buffer.concat([4, 5, 6, 8, 9, 10].map(block => memory.blocks.get(block)!))
  expect(written).toEqual(Buffer.from(bytesOfRecord(payload('04A1B2C3D4E5F6', 1))))
  expect([...memory.blocks.keys()].toSorted((one, two) => one - two)).toEqual([4, 5, 6, 8, 9, 10])
})

test('an empty reader, none at all, a card without our application, and one that never answers', async () => {
  const reader = new PcscReader(readersWith(['empty', processorChip('0badcafe', 'a000000003'), 'silent']))
  const { page } = await service({ reader, timeoutMs: 200 })
  expect(await page.refused('readCard', { slot: 0 })).toBe('noCard')
  expect(await page.refused('readCard', { slot: 5 })).toBe('noReader')
  expect(await page.done('readCard', { slot: 1 })).toMatchObject({ uuid: '0BADCAFE', content: 'unreadable' })
  expect(await page.refused('issueCard', { ...payload('0BADCAFE', 2), slot: 1 })).toBe('cardBroken')
  expect(await page.refused('readCard', { slot: 2 })).toBe('readerTimeout')
  // A command that is still out cannot be followed by another.
  expect(await page.refused('readCard', { slot: 2 })).toBe('readerBusy')
  // There is no drawer beside a real reader.
  expect(await page.refused('drawer')).toBe('unknownPath')
})

test('without its library there is no such reader', async () => {
  expect(await openPcsc()).toBeUndefined()
})
