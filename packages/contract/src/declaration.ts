import type { ErrorSpec, Words } from './refusals/spec.ts'
import type { Role } from './roles.ts'

/** What a domain may permit: which roles hold it by default, and what it is called where access is administered. */
export type Permissions = Readonly<Record<string, Words & { readonly roles: readonly Role[] }>>

/** What is done in a domain under a name of its own, as the audit log calls it. */
export type Actions = Readonly<Record<string, Words>>

/** What is refused in a domain: the status it travels under, what it says, and the field it is about. */
export type Refusals = Readonly<Record<string, ErrorSpec>>
