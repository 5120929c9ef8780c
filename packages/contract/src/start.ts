/**
 * What the web needs before it shows a page: which pages there are, who may open them, what a station bought. It is a part of `index.ts`
 * by itself and knows no schema, so that those come with the first page that lists or asks for something, and not before.
 */
export * from './search-literal.ts'
export * from './roles.ts'
export * from './menu.ts'
export * from './pages.ts'
export * from './forecourt/fuel-color.ts'
export * from './live/topics.ts'
export * from './org/package.ts'
export * from './org/session-station.ts'
export * from './statistics/recent.ts'
