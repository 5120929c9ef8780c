import { pages } from '@forecourt/contract/start'
import { expect, test } from 'vitest'
import { shapeOf } from './progress.tsx'

const shape = (name: string) => shapeOf(pages.find(page => page.name === name)!)

test('what stands in for a page has the shape of that page', () => {
  expect(
    ['home', 'allQuery', 'allDetails', 'stationConfig', 'salesStatistic', 'recordOrder', 'rechargeConsume', 'companyDetails'].map(shape),
  ).toEqual(['home', 'list', 'detail', 'form', 'statistics', 'form', 'statistics', 'detail'])
})
