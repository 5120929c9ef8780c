import { defaultTaxes, type Parsed, type sellerInvoices } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { createRow } from '../../platform/execution/crud.ts'
import type { DemoAct, DemoStage } from '../../platform/module.ts'
import { copyDefaults } from './default-tax.ts'
import { addSeller } from './seller.ts'

type Seller = Omit<Parsed<typeof sellerInvoices.create>['body'], 'stationId'>

const seller: Seller = {
  name: '滨江石油有限公司',
  shortName: '滨江石油',
  taxId: '91990101MA0000101L',
  platform: 'pt',
  platformCode: 'RIVERSIDE01',
  digital: true,
  extensionNo: '',
  address: '上海市浦东新区滨江大道 188 号',
  phone: '021-62345600',
  bank: '中国银行上海浦东支行',
  bankAccount: '4551 0000 2345 678',
  payee: '郑洁',
  reviewer: '赵敏',
  drawer: '郑洁',
  isDefault: true,
}
/** The shop of the first station has a title of its own, which is still issued by a tax disc. */
const shop: Seller = {
  ...seller,
  name: '滨江便利店有限公司',
  shortName: '滨江便利',
  taxId: '91990101MA0000102P',
  platform: 'aisino',
  platformCode: '',
  digital: false,
  extensionNo: '2',
  isDefault: false,
}

/** By law, for fuel of each kind and for goods; of the codes only the first digits tell the trade apart. */
const codes = { gasoline: '1070101010100000000', diesel: '1070101010300000000', gas: '1070101020000000000', goods: '1069999000000000000' }
const since = '2026-01-01'

/** The default rates of the company, of which each station has a copy. */
async function setRates(ctx: Ctx, companyId: number): Promise<void> {
  await sql`
    insert into default_tax_rate (company_id, kind, product_id, rate, classification_code, specification, unit, begin_date, created_date)
    select company_id, 'fuel', id, tax_rate, coalesce(${JSON.stringify(codes)}::jsonb->>classification, ${codes.gas}), code || '#', '升 L',
      ${since}, ${ctx.now}
    from product where company_id = ${companyId}`.execute(ctx.tx)
  const goods = { kind: 'goods', productId: null, rate: 13, classificationCode: codes.goods, specification: '', unit: '件 pcs' }
  await createRow(ctx, defaultTaxes, { ...goods, beginDate: since })
  await copyDefaults(ctx, companyId)
}

/** The company that sells in China has titles and rates; invoices of other countries are none of these platforms'. */
export const titlesOfDemo = ({ companyId, from, stations, within }: DemoStage): DemoAct[] => {
  const begun = new Date(from.getTime() + 8 * 3_600_000)
  const add = () =>
    within(begun, async ctx => {
      await setRates(ctx, companyId)
      for (const [turn, { id: stationId }] of stations.entries()) {
        await addSeller(ctx, { ...seller, stationId })
        if (turn === 0) await addSeller(ctx, { ...shop, stationId })
      }
    })
  return stations.length > 1 ? [{ at: begun, run: add }] : []
}
