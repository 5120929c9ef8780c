import type { Resource } from '@forecourt/contract'
import { t, hasWords, tenderWord, wordsFor } from '../i18n/index.ts'
import type { Field } from './field.ts'
import type { Wording } from './show.ts'

/** The first key that has words; the most particular one when none has, so that what is missing is seen. */
const firstOf = (keys: readonly [string, ...string[]]): string => wordsFor(keys.find(hasWords) ?? keys[0])

/**
 * What a field is called: `<resource>.<field>` in its feature's words, else a name that many records share (`fields.<field>`).
 * A relation may be named with or without its `Id`.
 */
export function fieldLabel(owner: string, name: string): string {
  const bare = name.replace(/Id$/, '')
  return firstOf([`${owner}.${name}`, `${owner}.${bare}`, `fields.${name}`, `fields.${bare}`])
}
export const labelOf = ({ owner, name }: Pick<Field, 'owner' | 'name'>): string => fieldLabel(owner, name)

/** A part of a group of fields: `<resource>.<group>_<part>` where its name alone would mean another thing, else like any field. */
export function partLabel(group: Pick<Field, 'owner' | 'name'>, part: Pick<Field, 'owner' | 'name'>): string {
  const own = `${group.owner}.${group.name}_${part.name}`
  return hasWords(own) ? wordsFor(own) : labelOf(part)
}

/**
 * What a member of a choice is called: `<resource>.<field>_<member>`, else one that many records share (`choices.<field>_<member>`);
 * a list of them (`payTypes`) by the words of one; of a resource that is hardly more than one choice, `<resource>.<member>`.
 */
export const choiceLabel = (owner: string, name: string, member: string): string =>
  (/^payTypes?$/.test(name) ? tenderWord(member) : undefined) ??
  firstOf([`${owner}.${name}_${member}`, `choices.${name}_${member}`, `choices.${name.replace(/s$/, '')}_${member}`, `${owner}.${member}`])

/** What yes and no are called of a field: its own words (`users.disabled_true`), else yes and no. */
export function yesNo({ owner, name }: Pick<Field, 'owner' | 'name'>, value: boolean): string {
  const own = `${owner}.${name}_${value}`
  return hasWords(own) ? wordsFor(own) : t(value ? 'kit.yes' : 'kit.no')
}

/** Help under a field, where the rule is not obvious: `<resource>.<field>_help`. */
export const fieldHelp = (owner: string, name: string): string | undefined =>
  hasWords(`${owner}.${name}_help`) ? wordsFor(`${owner}.${name}_help`) : undefined

/** What one record of a resource is called in a sentence: `<resource>.one`. */
export const nounOf = (of: Pick<Resource, 'name'>): string => wordsFor(`${of.name}.one`)
/** The same for so many of them: `1 order`, `458 orders`. */
export const nounsOf = (of: Pick<Resource, 'name'>, count: number): string => wordsFor(`${of.name}.one`, { count })

export const wording: Wording = {
  choice: ({ owner, name, names }, member) => (names ? (names[member] ?? member) : choiceLabel(owner, name, member)),
  get yes() {
    return t('kit.yes')
  },
  get no() {
    return t('kit.no')
  },
  get comma() {
    return t('kit.comma')
  },
  get set() {
    return t('kit.set')
  },
  entries: count => t('kit.entries', { count }),
}

/** The unit a number stands in, shown once: in the head of its column or behind the label of its control. */
export function unitOf(kind: Field['kind']): string | undefined {
  switch (kind) {
    case 'cents':
      return t('kit.unitMoney')
    case 'centsPerL':
      return t('kit.unitMoney')
    case 'centilitres':
      return t('kit.unitLitre')
    case 'kilograms':
      return t('kit.unitTon')
    default:
      return undefined
  }
}
export const titled = (label: string, unit: string | undefined): string => (unit ? t('kit.titled', { label, unit }) : label)
