/**
 * What tags and empty states of the component library take for its arithmetic of colours, in the built pages (vite.config.ts): ours have
 * colours of the theme alone, which are variables, and there is nothing to be computed.
 */
export class FastColor {
  constructor(color: unknown) {
    throw new Error(`${String(color)} is no colour of the theme`)
  }
}
