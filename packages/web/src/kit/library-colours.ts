/**
 * In place of two files of the component library, in the built pages (vite.config.ts). They bring all of its arithmetic of colours, for
 * what ours never ask: which letters can be read on the colour of a hint, and what an icon is in colours that are no variables.
 */

/** Hints of ours have the colour of the theme. */
export const parseColor = () => ({ className: '', overlayStyle: {}, arrowStyle: {} })

/** Colours are variables of the theme, which the library leaves as they are. */
export const getAsSolidColor = (color: string): string => color
