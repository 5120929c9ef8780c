import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bytesOfRecord, signedBytesOf } from '@forecourt/contract/reader/card-bytes.ts'
import type { CardPayload } from '@forecourt/contract/reader/card-payload.ts'
import { demoChip, demoChips, type DemoChip } from '@forecourt/contract/reader/demo-chips.ts'
import { expect, test } from 'vitest'
import { service, type Page } from './testing/caller.ts'

/** What the server hands out for a chip; whether its MAC is right nobody here can tell. */
const payloadFor = ({ uuid, number, supplier, cardType }: DemoChip, given: Partial<CardPayload> = {}): CardPayload => ({
  uuid,
  number,
  supplier,
  cardType: cardType as 1 | 2,
  issueType: 10,
  kind: 'personal',
  validFrom: '2026-11-26',
  validUntil: null,
  keyVersion: 1,
  algorithm: 1,
  mac: '2988AE5A',
  ...given,
})
const [induction, cpu, third] = demoChips as readonly [DemoChip, DemoChip, DemoChip]
const blank = demoChip(25, { issueType: 8 })
const put = (page: Page, chip: { uuid: string }, slot = 0) => page.done('place', { uuid: chip.uuid, slot })

// @req CRD-050
// @req CRD-051
// @req CRD-052
// @req CRD-007
test('a clerk puts a card on the reader, reads it, has it written and reads back what stands there', async () => {
  const { page } = await service()
  expect(await page.refused('readCard', {})).toBe('noCard')
  for (const [chip, readerType] of [
    [cpu, 1],
    [induction, 0],
  ] as const) {
    await put(page, chip)
    const read = await page.done('readCard', {})
    expect(read).toMatchObject({ slot: 0, uuid: chip.uuid, readerType, cardType: chip.cardType, supplier: 1, content: 'written' })
    expect(read.record).toMatchObject({ number: chip.number, issueType: 9, kind: null, mac: '' })

    const payload = payloadFor(chip)
    expect(await page.refused('validateCard', payload)).toBe('differs')
    expect(await page.done('issueCard', payload)).toEqual({ uuid: chip.uuid, number: chip.number, slot: 0 })
    const back = await page.done('validateCard', payload)
    expect(back).toEqual(payload)
    // The server makes its MAC anew over what was read back: these are the very bytes.
    expect(signedBytesOf(back)).toEqual(signedBytesOf(payload))
    expect((await page.done('readCard', {})).record).toEqual(payload)
    // Each step may be repeated.
    await page.done('issueCard', payload)
    expect(await page.done('validateCard', payload)).toEqual(payload)
  }
})

// @req CRD-053
// @req CRD-005
test('a blank card is given the number that is printed on it, once', async () => {
  const { page } = await service()
  await put(page, blank, 1)
  expect(await page.done('readCard', { slot: 1 })).toMatchObject({ content: 'blank', record: null })
  const asked = { logicCardNo: blank.number, slot: 1 }
  const record = await page.done('issueFactoryCard', asked)
  expect(record).toMatchObject({
    number: blank.number,
    uuid: blank.uuid,
    supplier: 1,
    cardType: blank.cardType,
    issueType: 9,
    keyVersion: 0,
  })
  expect(await page.done('issueFactoryCard', { ...asked, supplier: 1 })).toEqual(record)
  expect((await page.done('readCard', { slot: 1 })).record).toEqual(record)
  expect(await page.done('validateCard', { ...payloadFor(blank), ...record, cardType: 1, issueType: 9, slot: 1 })).toEqual(record)

  // The clerk left it there and asks for the next number.
  expect(await page.refused('issueFactoryCard', { logicCardNo: '62010000000026', slot: 1 })).toBe('alreadyNumbered')
  await page.done('issueCard', { ...payloadFor(blank), slot: 1 })
  expect(await page.refused('issueFactoryCard', asked)).toBe('alreadyNumbered')
})

// @req CRD-054
// @req CRD-055
test('labels are those on the reader; the dongle is absent until it is plugged in, and nothing is refused for it', async () => {
  const { page } = await service()
  expect(await page.done('labels')).toEqual({ labels: [] })
  await put(page, cpu, 1)
  expect(await page.done('labels')).toEqual({ labels: [{ slot: 1, rfid: cpu.rfid }] })
  expect(await page.done('dogStatus')).toMatchObject({ dongle: 'absent', reader: 'virtual' })
  await page.done('dongle', { present: true })
  await page.done('fault', { slot: 1, fault: 'unplugged' })
  expect(await page.done('dogStatus')).toMatchObject({
    dongle: 'present',
    slots: [
      { slot: 0, plugged: true },
      { slot: 1, plugged: false },
    ],
  })
  expect(await page.done('labels')).toEqual({ labels: [] })
})

test('two readers work at once, each for itself; a card lies in one place only', async () => {
  const { page } = await service({ drawer: { slowMs: 20 } })
  await put(page, cpu, 0)
  await put(page, induction, 1)
  await page.done('fault', { slot: 0, fault: 'slow' })
  const [slow, quick] = await Promise.all([page.done('issueCard', payloadFor(cpu)), page.done('readCard', { slot: 1 })])
  expect([slow.uuid, quick.uuid]).toEqual([cpu.uuid, induction.uuid])
  const { slots, cards } = await put(page, induction, 0)
  expect(slots.map(({ uuid }) => uuid)).toEqual([induction.uuid, null])
  expect(cards.filter(({ slot }) => slot !== null)).toHaveLength(1)
  expect(cards).toHaveLength(demoChips.length)
})

test('calls at one slot wait for each other; where the reader does not answer at all, those who wait are told so', async () => {
  const { page } = await service({ timeoutMs: 1000, drawer: { slowMs: 20 } })
  await put(page, cpu)
  await page.done('fault', { slot: 0, fault: 'slow' })
  const [written, ...seen] = await Promise.all([
    page.done('issueCard', payloadFor(cpu)),
    ...Array.from({ length: 4 }, () => page.done('readCard', {})),
  ])
  expect(written.number).toBe(cpu.number)
  // Each of them saw a whole record, the one before or the one after.
  for (const { record } of seen) expect([9, 10]).toContain(record!.issueType)

  await page.done('fault', { slot: 0, fault: 'hang' })
  const all = await Promise.all([page.refused('readCard', {}), page.refused('readCard', {}), page.refused('readCard', {})])
  expect(all.toSorted()).toEqual(['readerBusy', 'readerBusy', 'readerTimeout'])
  await page.done('fault', { slot: 0, fault: 'none' })
  expect(await page.refused('readCard', {})).toBe('ok')
})

test('a drawer with a folder is after a restart as it was; without one it is new', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'drawer-'))
  try {
    const first = await service({ drawer: { folder } })
    await put(first.page, cpu)
    await first.page.done('issueCard', payloadFor(cpu))
    await first.page.done('fault', { uuid: third.uuid, fault: 'broken' })
    const before = await first.page.done('drawer')
    await first.stop()
    expect(await (await service({ drawer: { folder } })).page.done('drawer')).toEqual(before)
    expect((await (await service()).page.done('drawer')).slots[0]!.uuid).toBeNull()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the drawer may begin with what the demo has issued', async () => {
  const held = demoChip(101, { number: '62009200000001', cardType: 2 })
  const record = payloadFor(held)
  const { page } = await service({ drawer: { chips: [{ ...held, record }] } })
  await put(page, held)
  expect(bytesOfRecord((await page.done('readCard', {})).record!)).toEqual(bytesOfRecord(record))
})
