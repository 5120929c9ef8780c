import { actions } from '../declared.ts'

/** What is done to any record; the noun is filled in. */
export const recordActions = {
  create: { zh: '新增{noun}', en: 'Added: {noun}' },
  update: { zh: '修改{noun}', en: 'Changed: {noun}' },
  delete: { zh: '删除{noun}', en: 'Deleted: {noun}' },
} as const

/** An action in words: its own, or those of its kind with the record's noun. Nothing for one that has none. */
export function wordsOfAction(action: string, language: 'zh' | 'en', nounOf: (resource: string) => string): string | undefined {
  const own = (actions as Record<string, { zh: string; en: string }>)[action]
  if (own) return own[language]
  const [resource = '', verb = '', more] = action.split('.')
  const kind = more === undefined ? (recordActions as Record<string, { zh: string; en: string }>)[verb] : undefined
  return kind?.[language].replace('{noun}', nounOf(resource))
}
