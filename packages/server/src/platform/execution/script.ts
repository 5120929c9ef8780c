import { validateScript, type ScriptDescription, type ScriptValues } from '@forecourt/contract'
import { refuse } from './refusal.ts'

/**
 * What a script form sent, as it is kept. `field` is the body's field that holds it.
 * @throws script.incomplete with every fault and the path to it, so that the form marks its fields
 */
export function scriptValues(description: ScriptDescription, given: ScriptValues, field: string): ScriptValues {
  const { values, faults } = validateScript(description, given)
  if (faults.length > 0) refuse('script.incomplete', { field, faults })
  return values
}
