import type { ScriptDescription, ScriptValues } from '../script-form.ts'
import type { CardRangeOfUse } from './range-of-use.ts'

/** Figures that the form takes with two decimals are kept in hundredths. */
const converted = (values: ScriptValues, { fields }: ScriptDescription, how: (figure: number) => number): ScriptValues =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, fields[key]?.type === 'float' && typeof value === 'number' ? how(value) : value]),
  )
/** The values of the form of a document. */
export const scriptOfRange = (range: CardRangeOfUse, description: ScriptDescription): ScriptValues =>
  converted(range, description, hundredths => hundredths / 100)
/** What was entered in the form, as the document that is sent; it is checked where it arrives. */
export const rangeOfScript = (values: ScriptValues, description: ScriptDescription): ScriptValues =>
  converted(values, description, typed => Math.round(typed * 100))
