import type { ServiceType } from './use-services.ts'

const facts = ['name', 'description', 'endTime']
const ofPoints = ['per', 'points', 'months', 'products', 'payCents', 'payPercent']
const ofLevels = ['growthPerYuan', 'span', 'levels']

/** What is entered of a service: what every one has, and its rule. */
export const fieldsOf = (type: ServiceType): readonly string[] => [
  ...facts,
  ...(type === 'score' ? ofPoints : type === 'level' ? ofLevels : []),
]

/** What a rule begins with. */
export const beginOf = (type: ServiceType): Record<string, unknown> => ({
  type,
  ...(type === 'score' && { per: 'yuan', points: 1, products: [], payPercent: 100 }),
  ...(type === 'level' && { growthPerYuan: 1, span: 'year', levels: [] }),
})

/** Lists that show what a service is. */
export const changes: readonly string[] = ['services', 'cards']
