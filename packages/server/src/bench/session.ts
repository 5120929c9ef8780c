import type { Place } from './workload.ts'

/** Signs in the administrator whom the seed gave to one of its companies. @returns the headers of his calls */
export async function signIn({ address }: Place, company = 1): Promise<Record<string, string>> {
  const mobile = `137${String(company).padStart(8, '0')}`
  const reply = await fetch(`${address}/api/v1/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mobile, password: 'Seed-Forecourt-1', companyId: `seed${company}` }),
  })
  const token = reply.headers.get('authorization'),
    cookie = reply.headers.getSetCookie()[0]?.split(';')[0]
  if (!token || !cookie) throw new Error(`seed${company} does not sign in: ${reply.status} ${await reply.text()}`)
  return { authorization: token, cookie }
}
