import { errors, permissions, resources, type Endpoint, type ErrorCode } from '@forecourt/contract'
import { setTimeout as after } from 'node:timers/promises'
import { demoFacts } from '../modules/demo/index.ts'
import { actorBehind, handlers } from '../modules/index.ts'
import type { Actor } from '../platform/execution/command.ts'
import { serve } from '../platform/http/http.ts'
import { openLog } from '../platform/config/log.ts'
import { signIn, someId } from '../matrix/scene.ts'
import { demoNow } from '../testing/demo-template.ts'
import { asDevice } from '../testing/order.ts'
import { db, owned } from '../testing/world.ts'
import type { Attack, IdOf } from './attacks.ts'

export const [insider, device] = ['insider-of-the-attack', 'device-of-the-attack']

/** The product over the demo, and somebody in it who may do everything: permissions hide no fault. */
export async function hostileServer() {
  const { companies } = (await demoFacts(db))!
  const riverside = companies[0]!
  const lines: string[] = []
  const door = await serve(handlers, { db, clock: () => demoNow, secure: false, authenticate: actorBehind(15) })
  const { authorization, cookie } = (await signIn(door, riverside, 'admin')).headers
  await door.close()
  const facts = { requestId: 'attack', language: 'en', ip: '127.0.0.1', userAgent: '', secure: false } as const
  const signed = (await actorBehind(15)(db, { ...facts, authorization: authorization!, cookie: cookie!.split('=')[1]! }, demoNow))!
  const actor: Actor = { ...signed, permissions: new Set(Object.keys(permissions)) }
  const at = riverside.stations[0]!
  const { actor: till } = asDevice(
    { as: over => ({ actor: { ...actor, ...over } }) as never, company: riverside, station: at },
    at.devices[0]!.id,
  )
  const chosen = (station?: string): Actor => (station ? { ...actor, stationId: Number(station), chosenCompanyId: riverside.id } : actor)
  const app = await serve(handlers, {
    db,
    clock: () => demoNow,
    secure: false,
    log: openLog('trace', { write: line => void lines.push(line) }),
    authenticate: async (base, meta, moment) =>
      meta.authorization === insider ? chosen(meta.station) : meta.authorization === device ? till : actorBehind(15)(base, meta, moment),
  })
  const ids = new Map<string, number>()
  for (const { name } of resources.values())
    ids.set(name, (await someId(name, riverside.id, at.id)) ?? (await someId(name, riverside.id)) ?? riverside.accounts[0]!.id)
  const idOf: IdOf = name => ids.get(name) ?? at.id
  return { app, riverside, idOf, lines, stamp: stampOf(riverside.id) }
}
export type HostileServer = Awaited<ReturnType<typeof hostileServer>>

/** A device where only devices may; nobody where anyone may. */
export const callerOf = ({ permission, path, method }: Endpoint): Record<string, string> =>
  permission === 'public'
    ? {}
    : { authorization: permission === 'device.self' || `${method} ${path}` === 'POST /orders' ? device : insider }

/** What a company has, by what was written last and how much there is. Attempts are counted whatever comes of them. */
async function tables(): Promise<string[]> {
  const found = await owned<{ name: string }>(`select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and c.relname !~ '^(audit_|idempotency_key|login_attempt|pin_attempt)' order by 1`)
  return found.map(({ name }) => name)
}
const stampOf = (companyId: number) => async () =>
  JSON.stringify(
    await owned(
      (await tables())
        .map(name => `select '${name}' as t, count(*) as n, max(xmin::text::bigint) as last from ${name} where company_id = $1`)
        .join(' union all '),
      [companyId],
    ),
  )

const telltale = new RegExp(
  [
    String.raw`\bat [^"]*\(?(?:file:|/)[^"]*:\d+:\d+`,
    'node_modules',
    'packages/server',
    String.raw`\bpg_[a-z]+\b`,
    'syntax error at or near',
    'violates .* constraint',
    String.raw`\bselect .* from\b`,
  ].join('|'),
  'i',
)

/** Asks, and says what is wrong with the answer; nothing when the wall held. */
export async function attack(app: HostileServer['app'], attack: Pick<Attack, 'request' | 'refused'>) {
  const { request } = attack
  const reply = await Promise.race([app.inject(request), after(15_000, undefined, { ref: false })])
  if (!reply) return { status: 0, code: '', wrong: 'no answer' }
  const { statusCode: status, body: text } = reply
  return { status, ...judged(status, text, attack) }
}

function judged(status: number, text: string, { refused, request }: Pick<Attack, 'request' | 'refused'>): { code: string; wrong?: string } {
  if (status === 200) return refused ? { code: '', wrong: `taken: ${text.slice(0, 100)}` } : { code: '' }
  const { code = '', message = '' } = read(text)
  const known = errors[code as ErrorCode] as { status: number } | undefined
  const language = String(request.headers?.['language'] ?? 'zh')
  const wrong =
    status < 400 || status >= 500
      ? `answered ${status}`
      : known?.status !== status
        ? `an unknown refusal: ${text.slice(0, 100)}`
        : !(language === 'en' ? /[a-z]{2}/i : /[一-鿿]/).test(message)
          ? `no words: ${text.slice(0, 100)}`
          : telltale.test(message)
            ? `tells too much: ${message.slice(0, 200)}`
            : undefined
  return { code, ...(wrong && { wrong }) }
}
function read(text: string): { code?: string; message?: string } {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
