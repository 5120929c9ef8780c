import { contains, either, startsWith, type Term } from '../../core/search.ts'

/** Goods are found by their name, their code or what a scanner reads. */
export const findGoods = (keyword: string): Term[] => [
  either([contains('name', keyword), startsWith('code', keyword), startsWith('barcode', keyword)]),
]
