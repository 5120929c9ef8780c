import { expect, test } from 'vitest'
import { pages } from '../pages.ts'

const factsOf = (path: string) => {
  const page = pages.find(each => each.path === path)!
  return [page.name, page.level, page.section, page.hidden === true, page.parent, page.zh, page.en]
}

// @req SUP-022 SUP-023 SUP-025 SUP-026 SUP-027 SUP-028
test.each([
  ['depotMge', 'depotMge', false, undefined, '油库管理', 'Depots'],
  ['depotDetails/{depotId}', 'depotDetails', true, 'depotMge', '油库详情', 'Depot details'],
  ['supplierMge', 'supplierMge', false, undefined, '供应商管理', 'Suppliers'],
  ['depotStockMge', 'depotStockMge', false, undefined, '采购合同', 'Purchase contracts'],
  ['addDetail', 'addDetail', true, 'depotStockMge', '新增采购合同', 'Add purchase contract'],
  ['editDetail/{purchaseContractId}', 'editDetail', true, 'depotStockMge', '编辑采购合同', 'Edit purchase contract'],
])('supply: %s', (path, name, hidden, parent, zh, en) =>
  expect(factsOf(`/oilCompanyOperate/${path}`)).toEqual([name, 'company', 'oilCompanyOperate', hidden, parent, zh, en]),
)
