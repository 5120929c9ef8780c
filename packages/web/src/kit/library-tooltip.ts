/** What parts of the component library take for its hints, in the built pages (vite.config.ts): they come once the page is quiet. */
export { Tooltip as default } from './popups.tsx'
