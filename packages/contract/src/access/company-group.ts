import { z } from 'zod'
import { Id, Instant, Name, Ref } from '../units.ts'
import { endpoint, resource } from '../kit.ts'
import { Password, User } from './user.ts'

const read = resource('companyGroups', {
  table: 'company_group',
  scope: 'headOffice',
  permission: 'access.group',
  body: z.object({ name: Name(60) }),
  read: { createdDate: Instant },
  beside: {} as { companies: { id: number; name: string }[]; companyIds: number[]; users: number },
  sort: 'createdDate,desc',
  acts: ['list', 'get'],
})

/** A group as a form sends it: its name and the companies whose head office it is. */
export const CompanyGroupBody = z.strictObject({ name: Name(60), companyIds: z.array(Id).min(1).max(500) })
/** A new user of a head office, and the company whose code they sign in with. */
export const GroupUserBody = z
  .strictObject({ ...User.shape, companyId: Ref('companies'), password: Password.optional() })
  .refine(user => !!user.mobile || !!user.email, { path: ['mobile'], message: 'mobileOrEmail' })

/** 油企集团: companies with one head office, whose users see all of them. Rows carry `companies` and how many `users` there are. */
export const companyGroups = {
  ...read,
  create: endpoint('POST', '/companyGroups', {
    permission: 'access.group.write',
    body: CompanyGroupBody,
    returns: read.row,
    rows: true,
    summary: 'Adds a head office over some companies',
  }),
  update: endpoint('PUT', '/companyGroups/:id', {
    permission: 'access.group.write',
    body: CompanyGroupBody.extend({ version: z.int() }),
    returns: read.row,
    rows: true,
    summary: 'Changes the name of a head office, and its companies',
  }),
  delete: endpoint('DELETE', '/companyGroups/:id', {
    permission: 'access.group.write',
    returns: z.object({ id: Id }),
    summary: 'Deletes a head office that has no users',
  }),
  addUser: endpoint('POST', '/companyGroups/:id/users', {
    permission: 'access.group.write',
    body: GroupUserBody,
    returns: z.object({ id: Id }),
    summary: 'Adds somebody who sees all companies of the group',
  }),
  dismissUser: endpoint('POST', '/companyGroups/:id/users/dismiss', {
    permission: 'access.group.write',
    body: z.strictObject({ userId: Ref('users') }),
    returns: z.object({ id: Id }),
    summary: 'Removes a user from the group; the account stays',
  }),
}
