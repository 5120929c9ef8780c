import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { PayTypeLines } from '../order/pay-type.ts'
import { Id, Instant, Name, Ref, Text } from '../units.ts'
import { AccountLine, stationAccountsMost } from './station-account.ts'

/** So many stations take a template in one act. */
export const templateStationsMost = 100

const records = resource('payTemplates', {
  table: 'pay_template',
  scope: 'company',
  permission: 'merchant.template',
  body: z.object({
    name: Name(60),
    description: Text(200).default(''),
    accounts: z.array(AccountLine).max(stationAccountsMost).default([]),
    payTypes: PayTypeLines.default([]),
  }),
  read: { createdDate: Instant },
  label: ['name'],
  unsearchable: ['accounts', 'payTypes'],
  sort: 'id,desc',
})

const Names = z.array(z.string())
/** What a station has now and would have; nothing of it is changed by looking. */
const Change = z.object({
  stationId: Id,
  name: z.string(),
  /** As they are now; they are sent along, so that what is done is what was shown. */
  accountsVersion: z.int(),
  stationVersion: z.int(),
  added: Names,
  removed: Names,
  changed: Names,
  payTypesChange: z.boolean(),
})
const Stations = z
  .array(z.strictObject({ stationId: Ref('stations'), accountsVersion: z.int().min(0), stationVersion: z.int() }))
  .min(1)
  .max(templateStationsMost)

/** 支付模板: accounts and pay types that many stations have alike. @source requirements PAY-003, PAY-012 */
export const payTemplates = {
  ...records,
  preview: endpoint('POST', '/payTemplates/:id/preview', {
    permission: 'merchant.template.read',
    reads: true,
    body: z.strictObject({ stationIds: z.array(Ref('stations')).min(1).max(templateStationsMost) }),
    returns: z.object({ version: z.int(), content: z.array(Change) }),
    summary: 'What applying a pay template would change at these stations; nothing is done',
  }),
  apply: endpoint('POST', '/payTemplates/:id/apply', {
    permission: 'merchant.template.apply',
    body: z.strictObject({ version: z.int(), stations: Stations }),
    returns: z.object({ id: Id, stations: z.int() }),
    summary: 'Puts the accounts and pay types of a template on stations, all of them in one act',
  }),
}
