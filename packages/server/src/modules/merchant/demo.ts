import type { authTokens, Parsed } from '@forecourt/contract'
import type { DemoAct, DemoStage } from '../../platform/module.ts'
import { addAccount } from './account.ts'
import { keepShares } from './ratio.ts'
import { assignAccounts } from './station.ts'
import { addTemplate } from './template.ts'

type Body = Parsed<typeof authTokens.create>['body']
interface Account extends Omit<Partial<Body>, 'description' | 'channel'>, Pick<Body, 'description' | 'channel'> {
  /** Its turn and share at the stations; absent where it is not assigned. */
  readonly at?: { readonly priority: number; readonly ratio: number }
}

const usual: Account = {
  description: '微信支付 油品 WeChat Pay fuel',
  channel: 'wx',
  appId: 'wx5e1f0c7a93b2d846',
  merchantNo: '1600000001',
  orderPrefix: 'RV',
  merchantKey: 'demo-api-v3-key-of-riverside-001',
  at: { priority: 1, ratio: 60 },
}
/** Those of the company of several stations; one of them is disabled, one is for top-ups, one for goods. */
const several: readonly Account[] = [
  usual,
  { ...usual, description: '微信支付 二号 WeChat Pay second', merchantNo: '1600000002', at: { priority: 1, ratio: 40 } },
  { ...usual, description: '微信支付 合作方 WeChat Pay partner', merchantNo: '1600000003', billType: 1, at: { priority: 1, ratio: 100 } },
  { ...usual, description: '微信支付 充值 WeChat Pay top-up', type: 1, orderPrefix: 'RT', at: { priority: 1, ratio: 100 } },
  {
    description: '支付宝 油品 Alipay fuel',
    channel: 'ali',
    appId: '2021004126385097',
    merchantNo: '2088000000000001',
    orderPrefix: 'RA',
    at: { priority: 1, ratio: 100 },
  },
  {
    description: '银联商务 非油 UMS goods',
    channel: 'ums',
    type: 2,
    merchantNo: '898310000000001',
    terminalNo: '00000001',
    terminalType: 'POS',
    at: { priority: 2, ratio: 100 },
  },
  { description: '富友 旧 Fuiou former', channel: 'fuiou', merchantNo: '0002900F0000001', disabled: true },
]
const one: readonly Account[] = [
  { ...usual, description: '微信支付 WeChat Pay', merchantNo: '1600000009', orderPrefix: 'HB', at: { priority: 1, ratio: 100 } },
]

/** Each company has its accounts, and its stations take payments by them. */
export const accountsOfDemo = ({ companyId, from, stations, within }: DemoStage): DemoAct[] => {
  const begun = new Date(from.getTime() + 7 * 3_600_000)
  const add = () =>
    within(begun, async ctx => {
      const lines: { authTokenId: number; priority: number; ratio: number; disabled: boolean }[] = []
      for (const { at, ...account } of stations.length > 1 ? several : one) {
        const authTokenId = await addAccount(ctx, { ...plain, ...account })
        if (at) lines.push({ authTokenId, ...at, disabled: false })
      }
      for (const { id: stationId } of stations) await assignAccounts(ctx, { companyId, stationId, version: 0 }, lines)
      if (stations.length > 1)
        await addTemplate(ctx, { name: '标准收款 Standard', description: '', accounts: lines, payTypes: [...usualPayTypes] })
      const [first] = stations
      if (first) await keepShares(ctx, { companyId, stationId: first.id, version: 0 }, { ratio1: 70, ratio2: 30, ratio3: 0 })
    })
  return [{ at: begun, run: add }]
}

const usualPayTypes = [
  { payType: 'wx', disabled: false, serialNo: true },
  { payType: 'ali', disabled: false, serialNo: true },
  { payType: 'cash', disabled: false, serialNo: false },
] as const

const plain = {
  type: 0,
  appId: '',
  merchantNo: '',
  terminalNo: '',
  terminalType: '',
  orderPrefix: '',
  billType: 0,
  priority: 1,
  ratio: 100,
  disabled: false,
} as const
