import { resources } from '@forecourt/contract'
import { t, hasWords, namesUnder, wordsFor } from '../../i18n/index.ts'
import { nounOf } from '../../kit/label.ts'
import { actionWords, everyAction } from '../../kit/history/action-words.ts'

/** A word of the server's file has at most so long a name. */
const nameMost = 60
const short = ([name]: readonly [string, string]) => name.length <= nameMost

export const actionSaying = Object.fromEntries(everyAction.map(action => [action, actionWords(action)] as const).filter(short))

/** What a record of each kind is called. */
export const recordSaying = Object.fromEntries(
  [...resources.values()].filter(({ name }) => hasWords(`${name}.one`)).map(of => [of.name, nounOf(of)]),
)

/** What noted fields and their choices are called, where the server writes them into a file. */
export const changeSaying: Readonly<Record<string, string>> = {
  true: t('kit.yes'),
  false: t('kit.no'),
  colon: t('kit.colon'),
  semicolon: t('auditLogs.between'),
  ...Object.fromEntries(
    [...resources.keys()]
      .flatMap(of =>
        namesUnder(`${of}.`)
          .filter(name => /^[a-z]\w*_\w+$/i.test(name) && !name.endsWith('_help'))
          .map(name => [name, wordsFor(`${of}.${name}`)] as const),
      )
      .filter(short),
  ),
  ...Object.fromEntries(
    namesUnder('fields.')
      .map(name => [`label_${name}`, wordsFor(`fields.${name}`)] as const)
      .filter(short),
  ),
  ...Object.fromEntries(
    namesUnder('auditLogs.noted_')
      .map(name => [`label_${name}`, wordsFor(`auditLogs.noted_${name}`)] as const)
      .filter(short),
  ),
}
