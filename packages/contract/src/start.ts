/**
 * What the web needs before it shows a page: who is signed in, where he works, which pages there are. It is a part of `index.ts` by
 * itself, so that the resources of all other pages come with the first of these and not before.
 */
export * from './kit.ts'
export * from './search-literal.ts'
export * from './permissions.ts'
export * from './menu.ts'
export * from './pages.ts'
export * from './org/company.ts'
export * from './org/station.ts'
export * from './org/config.ts'
export * from './org/package.ts'
export * from './access/session.ts'
export * from './access/user-setting.ts'
export * from './file/attachment.ts'
