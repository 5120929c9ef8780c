import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Role } from '@forecourt/contract'

/** The ten roles that may sign in, in the order of the columns below. */
export const signingIn = [
  'superAdmin',
  'admin',
  'company_group',
  'company_user',
  'station_master',
  'station_leader',
  'station_employee',
  'station_salesman',
  'station_bill',
  'group_master',
] as const satisfies readonly Role[]

/** What is written in expected/, a file for each domain: a line for each permission, and beneath it the calls that ask for it. */
const folder = join(import.meta.dirname, 'expected')
const lines = readdirSync(folder).flatMap(file =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .slice(1)
    .filter(line => line.trim()),
)

/**
 * Who may what, written out by hand from the trade and not read from the product: `+` may, `.` may not. `public` and `signedIn` are no
 * permissions.
 * @source decisions.md C10
 */
export const expected: ReadonlyMap<string, ReadonlySet<Role>> = new Map(
  lines
    .filter(line => /^\S+\s+[+.]/.test(line))
    .map(line => {
      const [permission, ...marks] = line.split(/\s+/)
      return [permission!, new Set(signingIn.filter((_, at) => marks[at] === '+'))]
    }),
)

/**
 * What each call asks for: `public` is open to everyone, `signedIn` to every user with a session. A call that asks for another permission
 * than it did opens or closes a door.
 */
export const asked: ReadonlyMap<string, string> = new Map(
  lines.reduce<[call: string, permission: string][]>((all, line, at) => {
    if (!line.startsWith(' ')) return all
    const heading = lines.slice(0, at).findLast(each => !each.startsWith(' '))!
    return [...all, [line.trim(), heading.split(/\s/)[0]!]]
  }, []),
)
