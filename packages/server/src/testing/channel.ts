import { authTokens } from '@forecourt/contract'
import { startSandbox } from '@forecourt/simulator/sandbox/sandbox.ts'
import { alipayAt, channel, usePlatforms, wechatAt } from '../modules/channel/index.ts'
import { runDueJobs } from './jobs.ts'
import { noon, setClock, world } from './world.ts'

/** A code that a customer shows; its last two digits say what they do (`customers` of the sandbox), 90 pays at once. */
export const codeOf = (platform: 'wx' | 'ali', end = '90'): string => `${platform === 'wx' ? '13' : '28'}12345678901234${end}`

/** A company with an account at each simulated platform, and the time, which only passes when it is told to. */
export async function cashDesk() {
  let now = noon
  setClock(now)
  const clock = () => now
  const sandbox = await startSandbox({ clock })
  const platforms = { wx: wechatAt(sandbox.urls.wx, clock), ali: alipayAt(sandbox.urls.ali, clock) }
  usePlatforms(platforms)
  const it = await world()
  const lin = await it.staff({ role: 'admin' })
  const wechat = sandbox.wechat.openAccount('1600000001', 'wx5e1f0c7a93b2d846')
  const alipay = sandbox.alipay.openAccount('2021004126385097', '2088000000000001')
  const add = (body: object) => lin.call(authTokens.create, { body: { type: 0, ...body } as never })
  const keysOf = ({ privateKey, certificate }: typeof wechat.merchant) => ({
    merchantPrivateKey: privateKey,
    merchantCertificate: certificate,
  })
  const { appId, merchantNo, merchantKey } = wechat
  const wx = await add({
    description: 'WeChat Pay',
    channel: 'wx',
    appId,
    merchantNo,
    orderPrefix: 'RV',
    merchantKey,
    ...keysOf(wechat.merchant),
  })
  const ali = await add({
    description: 'Alipay',
    channel: 'ali',
    appId: alipay.appId,
    merchantNo: alipay.merchantNo,
    merchantPrivateKey: alipay.merchant.privateKey,
    platformKey: sandbox.alipay.publicKey,
  })
  /** Does what is due now, or in so many seconds from now. */
  const after = async (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000)
    setClock(now)
    await runDueJobs(channel.tasks, now)
  }
  return { ...it, sandbox, platforms, lin, wx, ali, after }
}
