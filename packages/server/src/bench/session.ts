import { setTimeout as wait } from 'node:timers/promises'
import type { Place } from './workload.ts'

/** Signs in the administrator whom the seed gave to a company, with retries when refused as busy. @returns the headers of the session */
export async function signIn(place: Place, company = 1): Promise<Record<string, string>> {
  const mobile = `137${String(company).padStart(8, '0')}`
  const reply = await fetch(`${place.address}/api/v1/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mobile, password: 'Seed-Forecourt-1', companyId: `seed${company}` }),
  })
  if (reply.status === 503) {
    await wait(1000)
    return signIn(place, company)
  }
  const token = reply.headers.get('authorization'),
    cookie = reply.headers.getSetCookie()[0]?.split(';')[0]
  if (!token || !cookie) throw new Error(`seed${company} does not sign in: ${reply.status} ${await reply.text()}`)
  return { authorization: token, cookie }
}

/** One call of somebody who signed in. @returns what was answered. @throws when it was refused */
export async function ask<T>({ address }: Place, headers: Record<string, string>, method: string, path: string, body?: object): Promise<T> {
  const reply = await fetch(`${address}/api/v1${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as T
}
