import type { PageDeclaration } from './menu.ts'
import type { ErrorSpec, Words } from './refusals/spec.ts'
import type { Role } from './roles.ts'

/** What a domain may permit: which roles hold it by default, and what it is called where access is administered. */
export type Permissions = Readonly<Record<string, Words & { readonly roles: readonly Role[] }>>

/**
 * The pages of a domain, in the order of the menu: what each needs, who opens it, what is done there, how the demo shows one. That the
 * permissions are there is seen where all pages are put together (pages.ts).
 */
export type Pages = readonly PageDeclaration<string>[]

/** What is done in a domain under a name of its own, as the audit log calls it. */
export type Actions = Readonly<Record<string, Words>>

/** What is refused in a domain: the status it travels under, what it says, and the field it is about. */
export type Refusals = Readonly<Record<string, ErrorSpec>>
