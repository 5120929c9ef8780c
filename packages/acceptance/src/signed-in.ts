import type { DemoFile, StorageState } from './visitor.ts'

const byPage = new Set(['group_master', 'superAdmin', 'company_group'])

/**
 * What the browser of somebody who has just signed in keeps, without the page of the sign-in, whose own stories stand in sign-in.test.ts.
 * Undefined for those who pick a role, work in no station, or see several companies: they sign in on the page.
 */
export async function signedIn(url: string, company: DemoFile['companies'][number], role: string): Promise<StorageState | undefined> {
  const account = company.accounts.find(each => each.role === role)
  if (!account) throw new Error(`the demo has no ${role}`)
  if (byPage.has(role)) return undefined
  const { mobile, password } = account
  const reply = await fetch(`${url}/api/v1/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mobile, password, companyId: company.code }),
  })
  const { token, expiration } = (await reply.json()) as { token?: string; expiration?: number }
  if (!token) return undefined
  const [name = '', value = ''] = reply.headers.getSetCookie()[0]!.split(';')[0]!.split('=')
  // Of the station only its number is known; the rest is read at the start, as after any reload.
  const station = {
    id: company.stations[0]!.id,
    name: '',
    timeZone: 'Asia/Shanghai',
    company: { id: 0, name: '', currencyName: '', symbol: '' },
  }
  const kept = { smartToken: token, smartExpiration: expiration, SmartClient: 'web', smartAtStation: JSON.stringify(station) }
  return {
    cookies: [{ name, value, domain: new URL(url).hostname, path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Strict' }],
    origins: [{ origin: url, localStorage: Object.entries(kept).map(([key, text]) => ({ name: key, value: String(text) })) }],
  }
}
