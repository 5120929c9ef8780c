/**
 * What parts of the component library take for its arithmetic of colours, and for its colour picker, in the built pages (vite.config.ts):
 * ours have colours of the theme alone, which are variables, so there is nothing to be computed and none to be picked.
 */
export class FastColor {
  constructor(color: unknown) {
    throw new Error(`${String(color)} is no colour of the theme`)
  }
}
export { FastColor as Color, FastColor as ColorBlock }
