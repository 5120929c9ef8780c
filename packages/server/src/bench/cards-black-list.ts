import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { ask } from './session.ts'
import { tillsOf } from './tills.ts'
import type { Place, Sample } from './workload.ts'

/** What the goal is said of. */
const entries = 20_000
/** Accounts of the bulk issue: each is stopped, and the database puts it onto the list. */
const fillList = `update user_card set status = 'disable' where company_id = $1 and number like '88%' and status = 'normal'`

interface Answer {
  readonly version: number
  readonly added: readonly { readonly number: string }[]
  readonly bytes: number
}

/** As a pump asks: what came over the line is counted as it came. */
async function changes({ address }: Place, credential: string, since: number): Promise<Answer> {
  const headers = { authorization: `Device ${credential}`, 'accept-encoding': 'gzip' }
  const [reply] = (await once(get(`${address}/api/v1/cardBlackLists?since=${since}`, { headers }), 'response')) as [IncomingMessage]
  const parts: Buffer[] = []
  for await (const part of reply) parts.push(part as Buffer)
  const body = Buffer.concat(parts)
  const text = reply.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
  if (reply.statusCode !== 200) throw new Error(`The black list is not told: ${reply.statusCode} ${text.toString()}`)
  return { ...(JSON.parse(text.toString()) as Omit<Answer, 'bytes'>), bytes: body.length }
}

/** A list of many cards, and one more that is lost: how soon a pump that asks all the time hears of it. */
export async function blackList(place: Place, headers: Record<string, string>): Promise<Sample> {
  const { rows } = await place.owner.query<{ company: number; card: number; number: string }>(
    `select company.id as company, card.id as card, card.number from company join user_card card on card.company_id = company.id
     where company.code = 'seed1' and card.status = 'normal' and card.kind = 'personal' order by card.id desc limit 1`,
  )
  const { company, card, number } = rows[0]!
  await place.owner.query(fillList, [company])
  const { credential } = (await tillsOf(place)).find(till => till.credential.startsWith(`fc.${company}.`))!
  const whole = await changes(place, credential, 0)
  const began = performance.now()
  await ask(place, headers, 'POST', `/userCards/${card}/loss`, {})
  let heard: Answer
  do heard = await changes(place, credential, whole.version)
  while (!heard.added.some(each => each.number === number))
  const lossSeconds = (performance.now() - began) / 1000
  await ask(place, headers, 'POST', `/userCards/${card}/unhook`, {})
  return { lossSeconds, listBytes: (whole.bytes * entries) / whole.added.length, changeBytes: heard.bytes }
}
