import { themeOf } from '../src/app/theme.ts'
import { themeColors, type Density, type ThemeColor } from '../src/core/kept-settings.ts'
import { variablesOf, type Style } from './antd-styles.ts'

/** What a theme is chosen by. */
interface Choice {
  readonly theme: 'light' | 'dark'
  readonly density: Density
  readonly color: ThemeColor
}
type By = keyof Choice
const dimensions: readonly By[] = ['theme', 'density', 'color']
const densities: readonly Density[] = ['default', 'comfortable', 'compact']

/** The first of them stands where nothing is chosen. */
const all: readonly Choice[] = (['light', 'dark'] as const).flatMap(theme =>
  densities.flatMap(density => themeColors.map(color => ({ theme, density, color }))),
)
const keyOf = (by: readonly By[], choice: Choice): string => by.map(each => choice[each]).join()
/** As the page says what is chosen (src/core/look.ts). */
const selectorOf = (by: readonly By[], choice: Choice): string =>
  by.map(each => `[data-${each}="${choice[each].replace('#', '').toLowerCase()}"]`).join('')

/** A variable, with its value in each of all themes. */
interface Variable {
  readonly name: string
  readonly values: readonly string[]
}
type Entry = readonly [name: string, value: string]

/** Where two themes that differ in one thing alone differ in the value. */
function dependsOn(values: readonly string[]): By[] {
  return dimensions.filter(by => {
    const others = dimensions.filter(each => each !== by)
    const groups = Map.groupBy(all.keys(), at => keyOf(others, all[at]!))
    return [...groups.values()].some(group => new Set(group.map(at => values[at])).size > 1)
  })
}

const ruleOf = (selector: string, entries: readonly Entry[]): string =>
  entries.length > 0 ? `${selector}{${entries.map(([name, value]) => `${name}:${value};`).join('')}}` : ''

/** For what is chosen otherwise than in the first theme, a rule with what is different then. */
function rulesOfOthers(variables: readonly Variable[]): string {
  const groups = Map.groupBy(variables, ({ values }) => dependsOn(values).join())
  return [...groups]
    .flatMap(([key, group]) => {
      const by = dimensions.filter(each => key.split(',').includes(each))
      const choices = Map.groupBy(all.keys(), at => keyOf(by, all[at]!))
      return [...choices.values()].map(([at = 0]) =>
        ruleOf(
          `:root${selectorOf(by, all[at]!)}`,
          group.filter(({ values }) => values[at] !== values[0]).map(({ name, values }) => [name, values[at]!]),
        ),
      )
    })
    .join('')
}

const firstTheme = themeOf(all[0]!.color, false, all[0]!.density, false)
const namesOf = (styles: readonly Style[]) => new Set(variablesOf(firstTheme, styles).keys())

/**
 * The variables of all themes, as rules that choose by what the page says of itself: `<html data-theme data-density data-color>`. What
 * depends on the colour, and what a part has otherwise than the rest, is said once for each set of values, and the variables refer to it.
 */
export class ThemeVariables {
  readonly #variables: ReadonlyMap<string, Variable>
  /** By the values that they have in all themes, the variables that are referred to. */
  readonly #shared = new Map<string, Variable>()
  /** What is otherwise where nothing is to move. */
  readonly #still: ReadonlyMap<string, string>
  /** What some part has otherwise than the rest: said of each part, so that what stands within such a part is as everywhere. */
  readonly #overridden: ReadonlySet<string>

  /** @param mentioned the variables that anything uses, by name */
  constructor(styles: readonly Style[], mentioned: ReadonlySet<string>) {
    const themes = all.map(({ color, theme, density }) => variablesOf(themeOf(color, theme === 'dark', density, false), styles))
    const keys = reached(themes[0]!, mentioned)
    this.#variables = new Map(keys.map(key => [key, { name: key.split(' ').at(-1)!, values: themes.map(each => each.get(key)!) }]))
    this.#still = variablesOf(themeOf(all[0]!.color, false, all[0]!.density, true), styles)
    this.#overridden = new Set(keys.filter(key => key.includes(' ')).map(key => key.split(' ').at(-1)!))
    for (const [key, { values }] of this.#variables)
      if (this.#isShared(key) && !this.#shared.has(values.join()))
        this.#shared.set(values.join(), { name: `--c${this.#shared.size}`, values })
  }

  /** Those of the theme itself, and what the variables of parts refer to. */
  ofTheme(): string {
    const shared = [...this.#shared.values()]
    const first = ruleOf(
      ':root',
      shared.map(({ name, values }) => [name, values[0]!]),
    )
    return first + rulesOfOthers(shared) + this.#rulesOf(namesOf([]))
  }

  /** Those of the parts that these styles belong to. */
  of = (styles: readonly Style[]): string => this.#rulesOf(namesOf(styles).difference(namesOf([])))

  #isShared(key: string): boolean {
    const { name, values } = this.#variables.get(key)!
    return this.#overridden.has(name) || dependsOn(values).includes('color')
  }

  #rulesOf(keys: ReadonlySet<string>): string {
    const known = [...keys].filter(key => this.#variables.has(key))
    const placeOf = (key: string) => (key.includes(' ') ? key.split(' ')[0]! : this.#overridden.has(key) ? '.app' : ':root')
    const said = [...Map.groupBy(known, placeOf)].map(([place, group]) =>
      ruleOf(
        place,
        group.map(key => {
          const { name, values } = this.#variables.get(key)!
          return [name, this.#isShared(key) ? `var(${this.#shared.get(values.join())!.name})` : values[0]!]
        }),
      ),
    )
    const own = known.filter(key => !this.#isShared(key)).map(key => this.#variables.get(key)!)
    const still = own
      .filter(({ name, values }) => this.#still.get(name) !== values[0])
      .map(({ name }): Entry => [name, this.#still.get(name)!])
    const whenStill = still.length > 0 ? `@media (prefers-reduced-motion:reduce){${ruleOf(':root', still)}}` : ''
    return said.join('') + rulesOfOthers(own) + whenStill
  }
}

/** What is mentioned anywhere, and what the values of that refer to. */
function reached(variables: ReadonlyMap<string, string>, mentioned: ReadonlySet<string>): string[] {
  const found = new Set<string>()
  const reach = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const [key, value] of variables)
      if (key.split(' ').at(-1) === name) for (const [other] of value.matchAll(/--[\w-]+/g)) reach(other)
  }
  mentioned.forEach(reach)
  return [...variables.keys()].filter(key => found.has(key.split(' ').at(-1)!))
}
