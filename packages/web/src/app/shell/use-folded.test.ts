import { expect, test } from 'vitest'
import { foldedOf } from './use-folded.ts'

test.each([
  ['all while they fit', [50, 100, 100, 80], 330, 0],
  ['the first after home when they do not', [50, 100, 100, 80], 300, 1],
  ['all between home and the page when there is hardly any room', [50, 100, 100, 80], 120, 2],
  ['nothing between home and a page', [50, 200], 100, 0],
  ['home alone', [50], 10, 0],
])('breadcrumbs fold %s', (_, widths, available, folded) => expect(foldedOf(widths, available)).toBe(folded))
