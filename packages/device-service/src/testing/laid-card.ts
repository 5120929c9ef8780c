import type { CardPayload } from '@forecourt/contract/reader/card-payload.ts'
import { demoChip } from '@forecourt/contract/reader/demo-chips.ts'
import { service, type Page } from './caller.ts'

/** A CPU card of the drawer, and what the server would have written on it. */
export const chip = demoChip(2)
export const payload: CardPayload = {
  uuid: chip.uuid,
  number: chip.number,
  supplier: 1,
  cardType: 2,
  issueType: 10,
  kind: 'personal',
  validFrom: null,
  validUntil: '2031-11-30',
  keyVersion: 1,
  algorithm: 1,
  mac: '3A845BF0',
}

/** A service on whose reader that card lies. */
export const ready = async (options: Parameters<typeof service>[0] = {}) => {
  const started = await service(options)
  await started.page.done('place', { uuid: chip.uuid, slot: 0 })
  return started
}
/** What stands on a card of the drawer. */
export const contentOf = async (page: Page, uuid = chip.uuid) => (await page.done('drawer')).cards.find(each => each.uuid === uuid)!.record
