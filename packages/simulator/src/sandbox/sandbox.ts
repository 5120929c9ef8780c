import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Chance } from '../chance.ts'
import { Alipay } from './alipay.ts'
import type { Trade } from './trades.ts'
import { Wechat } from './wechat.ts'

/** What goes wrong between us and the platforms, each as a share of the calls or notices. */
export interface ChannelFaults {
  /** The call is carried out and its answer never arrives. */
  readonly lost?: number
  /** The answer says another amount, or a signature that does not hold. */
  readonly forged?: number
  /** A notice comes twice. */
  readonly doubled?: number
}

export interface Sandbox {
  readonly wechat: Wechat
  readonly alipay: Alipay
  readonly urls: { readonly wx: string; readonly ali: string }
  readonly faults: { -readonly [F in keyof ChannelFaults]: ChannelFaults[F] }
  /** How many calls each platform has had. */
  readonly calls: string[]
  /** A customer scans a code that is shown and pays; the platform tells us. @returns the status of our answers */
  readonly scan: (link: string) => Promise<number[]>
  readonly close: () => Promise<void>
}

/** The payment platforms, on a free port of this machine. Production uses none of it. */
export async function startSandbox({ seed = 1, clock = () => new Date() }: { seed?: number; clock?: () => Date } = {}): Promise<Sandbox> {
  const chance = Chance.of(seed, 'sandbox')
  const wechat = new Wechat(clock)
  const alipay = new Alipay(clock)
  const faults: Sandbox['faults'] = {}
  const calls: string[] = []

  function answer(request: IncomingMessage, body: string, reply: ServerResponse): void {
    const path = request.url ?? ''
    calls.push(`${request.method} ${path.split('?')[0]}`)
    const [status, headers, text] = path.startsWith('/gateway.do')
      ? ([200, { 'Content-Type': 'text/html;charset=utf-8' }, alipay.answer(path.split('?')[1] ?? '', body)] as const)
      : wechatAnswer(request, body)
    if (chance.happens(faults.lost ?? 0)) return void request.socket.destroy()
    reply.writeHead(status, headers).end(chance.happens(faults.forged ?? 0) ? forged(text) : text)
  }
  const wechatAnswer = ({ method = 'GET', url: path = '', headers }: IncomingMessage, body: string) => {
    const answered = wechat.answer({ method, path, headers, body })
    return [answered.status, answered.headers, answered.body] as const
  }

  const server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => answer(request, Buffer.concat(parts).toString(), reply))
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function scan(link: string): Promise<number[]> {
    const platform = [wechat, alipay].find(({ trades }) => [...trades.all.values()].some(trade => trade.link === link))
    const trade = [...(platform?.trades.all.values() ?? [])].find(one => one.link === link)
    if (!platform || !trade || trade.state !== 'waiting') return []
    platform.trades.pay(trade)
    const times = chance.happens(faults.doubled ?? 0) ? 2 : 1
    const told: number[] = []
    for (let time = 0; time < times; time++) told.push(await tell(platform, trade))
    return told
  }

  const close = () =>
    new Promise<void>(resolve => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { wechat, alipay, urls: { wx: url, ali: `${url}/gateway.do` }, faults, calls, scan, close }
}

const forged = (text: string): string =>
  text.replaceAll(/"total":(\d+)/g, '"total":1$1').replaceAll(/"total_amount":"/g, '"total_amount":"1')

async function tell(platform: Wechat | Alipay, trade: Trade): Promise<number> {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const notice = platform instanceof Wechat ? platform.notice(trade) : { headers: form, body: platform.notice(trade) }
  const reply = await fetch(trade.noticeUrl!, { method: 'POST', ...notice })
  return reply.status
}
