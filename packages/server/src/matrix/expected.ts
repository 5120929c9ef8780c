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

/**
 * What is written in expected/, a file for each domain: a line for each page and for each permission, and beneath a permission the calls
 * that ask for it, those of a record in one line.
 */
const folder = join(import.meta.dirname, 'expected')
const lines = readdirSync(folder).flatMap(file =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .slice(1)
    .filter(line => line.trim()),
)

const marked = (line: string) => /^(page \w+|\S+)((?:\s+[+.])+)$/.exec(line)
const holders = (marks: string): ReadonlySet<Role> => new Set(signingIn.filter((_, at) => marks.trim().split(/\s+/)[at] === '+'))
/** Every page and every permission that is written down, as often as it is. */
export const rows = lines.flatMap(line => {
  const [, name, marks] = marked(line) ?? []
  return name && marks ? [[name, holders(marks)] as const] : []
})

/**
 * Who may what, written out by hand from the trade and not read from the product: `+` may, `.` may not. `public` and `signedIn` are no
 * permissions.
 * @source decisions.md C10
 */
export const expected: ReadonlyMap<string, ReadonlySet<Role>> = new Map(rows.filter(([name]) => !name.startsWith('page ')))

/** Who opens which page without being given it, by hand as well; pages that everyone opens are not among them. @source decisions.md C10 */
export const expectedPages: ReadonlyMap<string, ReadonlySet<Role>> = new Map(
  rows.flatMap(([name, opening]) => (name.startsWith('page ') ? [[name.slice('page '.length), opening] as const] : [])),
)

/**
 * What each call asks for: `public` is open to everyone, `signedIn` to every user with a session. A call that asks for another permission
 * than it did opens or closes a door.
 */
export const asked: ReadonlyMap<string, string> = new Map(
  lines.reduce<[call: string, permission: string][]>((all, line, at) => {
    if (!line.startsWith(' ')) return all
    const heading = lines.slice(0, at).findLast(each => !each.startsWith(' '))!
    const calls = line.trim().split(', ')
    return [...all, ...calls.map((call): [string, string] => [call, heading.split(/\s/)[0]!])]
  }, []),
)
